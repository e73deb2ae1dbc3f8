const frame = {
  home: 'Atrium {{section}}: to the first page',
  navigation: {
    dashboard: 'Dashboard',
    users: 'Users',
    roles: 'Roles and permissions',
    access: 'Who may do what',
    clients: 'Clients',
    referenceData: 'Reference data',
    audit: 'Audit log',
    keys: 'Signing keys',
    mail: 'Mail queue',
    administration: 'Administration',
    account: 'My account',
    application: 'To the tasks',
    profile: 'Profile',
    contacts: 'Contacts and education',
    security: 'Sign-in and security',
    sessions: 'Sessions',
    data: 'My data',
  },
  notFound: {
    title: 'There is no such page',
    text: 'The address may be mistyped, or the page has moved.',
    home: 'To my account',
  },
} as const

export default frame
