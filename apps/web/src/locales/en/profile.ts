const profile = {
  title: 'Profile',
  saved: 'Saved',
  account: {
    title: 'Your account',
    text: 'Your name, email and photo come from your account.',
    roles: 'Roles',
    owner: 'Owner of this installation',
    open: 'Manage account',
  },
  settings: {
    title: 'Preferences',
    text: 'Saved to your account and used on every device you sign in on.',
    language: 'Language',
    theme: 'Theme',
    themeText: '“System” follows your device setting.',
    timeZone: 'Time zone',
    timeZoneText: 'Sets when your day starts and ends in timesheets and reminders.',
    asInBrowser: 'Same as this browser ({{zone}})',
    noZone: 'No time zone found. Try a city or country.',
  },
  notifications: {
    title: 'Notifications',
    text: 'You’re never notified about your own actions.',
    mail: 'Email',
    mailText: 'Emails are sent once you’ve confirmed your address.',
    mails: {
      none: 'No emails',
      noneText: 'Notifications only in the app',
      digest: 'Digest',
      digestText: 'Unread notifications in one email',
      each: 'Instant',
      eachText: 'Email for every notification',
    },
    kinds: 'Notify me about',
    groups: { task: 'Tasks', comment: 'Comments', project: 'Projects and invitations' },
    types: {
      task: {
        assigned: 'Assigned to me',
        unassigned: 'Unassigned from me',
        completed: 'My task completed',
        unblocked: 'My task no longer blocked',
        due_changed: 'Due date of my task changed',
        due_soon: 'My task due within a day',
        overdue: 'My task overdue',
      },
      comment: {
        created: 'New comment on a task I’m involved in',
        mention: 'Mentions of me',
      },
      project: {
        member_added: 'Added to a project',
        member_removed: 'Removed from a project',
        role_changed: 'My role in a project changed',
      },
      invitation: {
        created: 'Invited to a project',
        accepted: 'My invitation accepted',
      },
    },
    mutedProjects: 'Muted projects',
    mutedProjectsText: 'You won’t be notified about these projects.',
    mutedProjectsPlaceholder: 'No muted projects',
    noProject: 'No projects found',
  },
} as const

export default profile
