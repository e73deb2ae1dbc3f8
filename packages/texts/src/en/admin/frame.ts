const frame = {
  home: 'Atrium {{section}} home',
  navigation: {
    dashboard: 'Dashboard',
    health: 'Health',
    users: 'Users',
    groups: 'Groups',
    roles: 'Roles and permissions',
    access: 'Access check',
    clients: 'Clients',
    referenceData: 'Reference data',
    notices: 'Notices',
    audit: 'Audit log',
    keys: 'Signing keys',
    mail: 'Mail queue',
    administration: 'Administration',
    account: 'My account',
    application: 'Back to Tasks',
    tasksAdministration: 'Tasks administration',
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
