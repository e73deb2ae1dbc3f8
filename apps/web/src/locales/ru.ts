import type { Russian } from '@atrium/ui/translation'
import type en from './en.ts'

const ru: Russian<typeof en> = {
  home: 'Atrium, к проектам',
  signIn: {
    title: 'Добро пожаловать в Atrium',
    text: 'Проекты, доски и время вашей команды в одном месте.',
    action: 'Войти',
    errors: {
      access_denied: 'Вы не разрешили Atrium выполнить вход. Войти можно в любой момент.',
      server_error: 'В службе входа произошла ошибка. Повторите попытку.',
      temporarily_unavailable:
        'Служба входа занята или обновляется. Повторите попытку через несколько минут.',
      other: 'Вход не завершён. Повторите попытку.',
    },
  },
  projects: {
    title: 'Проекты',
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
  },
  notFound: {
    title: 'Такой страницы нет',
    text: 'Возможно, в адресе опечатка или страница перемещена.',
    action: 'К проектам',
  },
}

export default ru
