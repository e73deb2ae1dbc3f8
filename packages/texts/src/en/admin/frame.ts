const frame = {
  home: '{product} {{section}} home',
  navigation: {
    webhooksLead: 'Send what happens to users, sessions and roles to other programs and chats.',
    webhooksText: 'Messages are signed, and contain no email addresses.',
    account: 'My account',
    profile: 'Profile',
    contacts: 'Contacts and education',
    security: 'Sign-in and security',
    sessions: 'Sessions',
    applications: 'Connected applications',
    data: 'My data',
  },
  notFound: {
    title: 'Page not found',
    text: 'The address may be mistyped, or the page may have moved.',
    home: 'Go to my account',
  },
} as const

export default frame
