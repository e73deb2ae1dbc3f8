import type { Russian } from '@atrium/ui/translation'
import type en from '../en/users.ts'

const users: Russian<typeof en> = {
  title: 'Пользователи',
  search: 'Поиск по имени, почте или телефону',
  columns: {
    user: 'Пользователь',
    phone: 'Телефон',
    roles: 'Роли',
    status: 'Статус',
    createdAt: 'Регистрация',
  },
  statuses: { active: 'Активен', archived: 'В архиве' },
  empty: {
    title: 'Никого не найдено',
    found: 'По запросу «{{search}}» пользователей нет.',
    text: 'Пользователей пока нет.',
  },
}

export default users
