const frame = {
  home: 'Atrium, to my work',
  signIn: {
    title: 'Welcome to Atrium',
    text: 'Your team’s projects, boards and time in one place.',
    action: 'Sign in',
    errors: {
      access_denied: 'You did not allow Atrium to sign you in. Sign in again whenever you like.',
      server_error: 'The sign-in service had a problem. Please try again.',
      temporarily_unavailable: 'The sign-in service is busy or being updated. Try again in a few minutes.',
      other: 'The sign-in did not finish. Please try again.',
    },
  },
  navigation: {
    myWork: 'My work',
    projects: 'Projects',
    time: 'Time',
    notifications: 'Notifications',
    administration: 'Administration',
    feedback: 'Feedback',
    yourProjects: 'Your projects',
    search: 'Search',
  },
  live: {
    connecting: 'The connection is lost. Changes of others will show when it is back.',
    lost: 'Live changes have stopped. Load the page again to see them.',
    offline: 'You are offline. What you type stays here.',
  },
  actions: {
    cancel: 'Cancel',
    save: 'Save',
    create: 'Create',
    delete: 'Delete',
    remove: 'Remove',
    edit: 'Edit',
    close: 'Close',
    undo: 'Undo',
    retry: 'Try again',
    more: 'More',
    copy: 'Copy',
    copied: 'Copied',
  },
  toProjects: 'To my projects',
  notFound: {
    title: 'There is no such page',
    text: 'The address may be mistyped, or the page has moved.',
    action: 'To my work',
  },
} as const

export default frame
