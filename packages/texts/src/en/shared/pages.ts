export default {
  switches: {
    language: 'Language',
    theme: 'Theme',
    themes: { system: 'System', light: 'Light', dark: 'Dark' },
  },
  legal: { label: 'Legal', terms: 'Terms', privacy: 'Privacy', imprint: 'Imprint' },
  showPassword: { show: 'Show', hide: 'Hide', object: 'password' },
  error: {
    field: '{name} {text}',
    number: 'Request ID',
    back: 'Go back and try again. If the problem persists, send this request ID to your administrator.',
    gone: 'Ask the person who sent you the link for a new one.',
    notFound: 'Page not found',
    notFoundLead: 'The address may be mistyped, or the page no longer exists.',
    forbidden: 'You don’t have access to this page',
    signedInAs: 'You’re signed in as',
    home: 'Back to Tasks',
    again: 'Try again',
    signIn: 'Sign in again',
    other: 'Sign in as another user',
  },
} as const
