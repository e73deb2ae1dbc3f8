import type { Russian } from '@atrium/ui/translation'
import type en from '../en/notifications.ts'

const notifications: Russian<typeof en> = {
  title: 'Уведомления',
  bell: 'Уведомления',
  bellUnread_one: 'Уведомления, {{count}} непрочитанное',
  bellUnread_few: 'Уведомления, {{count}} непрочитанных',
  bellUnread_many: 'Уведомления, {{count}} непрочитанных',
  bellUnread_other: 'Уведомления, {{count}} непрочитанных',
  all: 'Все',
  unread: 'Непрочитанные',
  filter: 'Показать',
  project: 'Проект',
  allProjects: 'Все проекты',
  showAll: 'Все уведомления',
  markRead: 'Отметить прочитанным',
  markAllRead: 'Прочитать все',
  preferences: 'Настройки уведомлений',
  older: 'Показать более ранние',
  today: 'Сегодня',
  yesterday: 'Вчера',
  open: 'Открыть',
  new_one: '{{count}} новое уведомление',
  new_few: '{{count}} новых уведомления',
  new_many: '{{count}} новых уведомлений',
  new_other: '{{count}} новых уведомления',
  unreadMark: 'Непрочитанное',
  empty: {
    title: 'Уведомлений нет',
    text: 'Здесь появятся уведомления: вам назначили задачу, вас упомянули или вам ответили.',
  },
  emptyUnread: { title: 'Всё прочитано', text: 'Непрочитанных уведомлений нет.' },
}

export default notifications
