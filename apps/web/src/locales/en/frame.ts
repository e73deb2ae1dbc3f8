const frame = {
  home: 'Atrium home',
  signIn: {
    title: 'Welcome to Atrium',
    text: 'Your team’s projects, boards and time in one place.',
    action: 'Sign in',
    errors: {
      access_denied: 'You didn’t allow Atrium to sign you in. You can try again at any time.',
      server_error: 'The sign-in service ran into a problem. Try again.',
      temporarily_unavailable: 'The sign-in service is temporarily unavailable. Try again in a few minutes.',
      other: 'Sign-in didn’t complete. Try again.',
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
    connecting: 'Connection lost. Changes made by others will appear when it’s back.',
    lost: 'Live updates have stopped. Reload the page to see changes.',
    offline: 'You’re offline. What you type stays on this page.',
  },
  actions: {
    cancel: 'Cancel',
    save: 'Save',
    create: 'Create',
    delete: 'Delete',
    edit: 'Edit',
    close: 'Close',
    retry: 'Try again',
    more: 'More',
    copy: 'Copy',
    copied: 'Copied',
  },
  toProjects: 'Go to projects',
  notFound: {
    title: 'Page not found',
    text: 'The address may be mistyped, or the page may have moved.',
    action: 'Go to My work',
  },
} as const

export default frame
