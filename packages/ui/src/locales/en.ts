const en = {
  loading: 'Loading…',
  retry: 'Try again',
  close: 'Close',
  notCopied: 'The browser did not let this be copied.',
  cancel: 'Cancel',
  save: 'Save',
  undo: 'Undo',
  language: 'Language',
  colorScheme: { label: 'Theme', auto: 'System', light: 'Light', dark: 'Dark' },
  frame: {
    skipToContent: 'Skip to content',
    navigation: 'Main navigation',
    toggleNavigation: 'Show or hide the navigation',
  },
  userMenu: { open: 'Account of {{name}}', signOut: 'Sign out' },
  password: {
    current: 'Current password',
    wrong: 'This is not your password',
    toggle: 'Show or hide the password',
  },
  pages: {
    label: 'Pages',
    previous: 'Previous page',
    next: 'Next page',
    page: 'Page {{page}}',
    of: '{{page}} of {{pages}}',
  },
  matrix: { label: 'Permissions of the roles', role: 'Role', permission: 'Permission' },
  search: { clear: 'Clear the search' },
  shortcuts: {
    title: 'Keyboard shortcuts',
    help: 'Show keyboard shortcuts',
    everywhere: 'Everywhere',
    after: 'then',
    or: 'or',
    single: 'Single-key shortcuts',
    singleText: 'Turn them off if they get in the way of voice control or other tools.',
  },
  errors: {
    offline: {
      title: 'No connection',
      text: 'The server did not answer. Check your connection and try again.',
    },
    signedOut: { title: 'You are signed out', text: 'Sign in again to go on.' },
    forbidden: { title: 'No access', text: 'Your account does not have the right to see or do this.' },
    notFound: { title: 'Not found', text: 'It may have been moved or removed.' },
    conflict: {
      title: 'Already changed',
      text: 'This no longer fits what is stored. Reload the page and try again.',
    },
    tooMany: { title: 'Too many requests', text: 'Wait a little, then try again.' },
    unavailable: {
      title: 'Back in a moment',
      text: 'The service is not available right now. Try again shortly.',
    },
    unexpected: { title: 'Something went wrong', text: 'This was not supposed to happen. Try again.' },
    requestId: 'Request {{id}}',
  },
} as const

export default en
