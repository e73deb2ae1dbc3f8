const en = {
  home: 'Atrium, to the projects',
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
  projects: {
    title: 'Projects',
    types: { personal: 'Personal', agency: 'Agency' },
    roles: { owner: 'Owner', manager: 'Manager', member: 'Member', viewer: 'Viewer' },
    members_one: '{{count}} member',
    members_other: '{{count}} members',
    empty: {
      title: 'No projects yet',
      text: 'A project holds the boards, tasks and people that belong together.',
    },
    create: {
      action: 'New project',
      title: 'New project',
      name: 'Name',
      namePlaceholder: 'Website relaunch',
      description: 'Description',
      cancel: 'Cancel',
      submit: 'Create',
      done: '“{{name}}” is ready.',
    },
  },
  notFound: {
    title: 'There is no such page',
    text: 'The address may be mistyped, or the page has moved.',
    action: 'To the projects',
  },
} as const

export default en
