const notifications = {
  title: 'Notifications',
} as const

export default notifications
