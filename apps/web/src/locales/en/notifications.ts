const notifications = {
  title: 'Notifications',
  bell: 'Notifications',
  bellUnread_one: 'Notifications, {{count}} unread',
  bellUnread_other: 'Notifications, {{count}} unread',
  all: 'All',
  unread: 'Unread',
  filter: 'Show',
  project: 'Project',
  allProjects: 'All projects',
  showAll: 'All notifications',
  markRead: 'Mark as read',
  markAllRead: 'Mark all as read',
  preferences: 'What I am told',
  older: 'Show older ones',
  today: 'Today',
  yesterday: 'Yesterday',
  open: 'Open',
  new_one: '{{count}} new notification',
  new_other: '{{count}} new notifications',
  unreadMark: 'Unread',
  empty: {
    title: 'Nothing new',
    text: 'When somebody assigns you a task, mentions you or answers you, it shows up here.',
  },
  emptyUnread: { title: 'All read', text: 'You are up to date.' },
} as const

export default notifications
