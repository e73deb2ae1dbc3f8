export default {
  errors: {
    notification_not_found: 'Notification not found',
    foreign_notification: 'This notification is for another user',

    not_own_projects: 'must be projects that you are a member of',
  },
} as const
