const en = {
  loading: 'Loading…',
  retry: 'Try again',
  close: 'Close',
  notCopied: 'Your browser blocked copying.',
  cancel: 'Cancel',
  save: 'Save',
  undo: 'Undo',
  language: 'Language',
  colorScheme: { label: 'Theme', auto: 'System', light: 'Light', dark: 'Dark' },
  frame: {
    skipToContent: 'Skip to content',
    navigation: 'Main navigation',
    toggleNavigation: 'Show or hide navigation',
  },
  userMenu: { open: 'Account: {{name}}', signOut: 'Sign out' },
  password: {
    current: 'Current password',
    wrong: 'Incorrect password',
    toggle: 'Show or hide password',
  },
  pages: {
    label: 'Pages',
    previous: 'Previous page',
    next: 'Next page',
    page: 'Page {{page}}',
    of: '{{page}} of {{pages}}',
  },
  matrix: { label: 'Role permissions', role: 'Role', permission: 'Permission' },
  search: { clear: 'Clear search' },
  shortcuts: {
    title: 'Keyboard shortcuts',
    help: 'Show keyboard shortcuts',
    everywhere: 'Everywhere',
    after: 'then',
    or: 'or',
    single: 'Single-key shortcuts',
    singleText: 'Turn these off if they interfere with voice control or other tools.',
  },
  errors: {
    offline: {
      title: 'No connection',
      text: 'The server didn’t respond. Check your connection and try again.',
    },
    signedOut: { title: 'You’re signed out', text: 'Sign in again to continue.' },
    forbidden: { title: 'No access', text: 'You don’t have permission to view or do this.' },
    notFound: { title: 'Not found', text: 'It may have been moved or deleted.' },
    conflict: {
      title: 'Out of date',
      text: 'This was changed in the meantime. Reload the page and try again.',
    },
    tooMany: { title: 'Too many requests', text: 'Wait a moment, then try again.' },
    unavailable: {
      title: 'Temporarily unavailable',
      text: 'The service isn’t available right now. Try again in a moment.',
    },
    unexpected: { title: 'Something went wrong', text: 'An unexpected error occurred. Try again.' },
    requestId: 'Request {{id}}',
  },
} as const

export default en
