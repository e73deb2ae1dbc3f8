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
  preferences: 'О чём мне сообщать',
  older: 'Показать более ранние',
  today: 'Сегодня',
  yesterday: 'Вчера',
  open: 'Открыть',
  new_one: '{{count}} новое уведомление',
  new_few: '{{count}} новых уведомления',
  new_many: '{{count}} новых уведомлений',
  new_other: '{{count}} новых уведомления',
  unreadMark: 'Не прочитано',
  empty: {
    title: 'Ничего нового',
    text: 'Здесь появится, если вам поручат задачу, упомянут вас или ответят вам.',
  },
  emptyUnread: { title: 'Всё прочитано', text: 'Вы в курсе всего.' },
}

export default notifications
