import type { Russian } from '@atrium/ui/translation'
import type en from '../en/projects.ts'

const projects: Russian<typeof en> = {
  title: 'Проекты',
  overview: 'Обзор',
  types: { personal: 'Личный', agency: 'Агентский' },
  roles: { owner: 'Владелец', manager: 'Менеджер', member: 'Участник', viewer: 'Наблюдатель' },
  members_one: '{{count}} участник',
  members_few: '{{count}} участника',
  members_many: '{{count}} участников',
  members_other: '{{count}} участника',
  empty: {
    title: 'Проектов пока нет',
    text: 'Проект объединяет доски, задачи и людей, которые над ними работают.',
  },
  create: {
    action: 'Новый проект',
    title: 'Новый проект',
    name: 'Название',
    namePlaceholder: 'Обновление сайта',
    description: 'Описание',
    cancel: 'Отмена',
    submit: 'Создать',
    done: 'Проект «{{name}}» создан.',
  },
}

export default projects
