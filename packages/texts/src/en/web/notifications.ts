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
  preferences: 'Notification settings',
  older: 'Show older',
  today: 'Today',
  yesterday: 'Yesterday',
  open: 'Open',
  new_one: '{{count}} new notification',
  new_other: '{{count}} new notifications',
  unreadMark: 'Unread',
  empty: {
    title: 'No notifications',
    text: 'You’ll be notified here when someone assigns you a task, mentions you or replies to you.',
  },
  emptyUnread: { title: 'All caught up', text: 'You have no unread notifications.' },
} as const

export default notifications
