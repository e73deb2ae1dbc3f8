const users = {
  title: 'Users',
  lead: 'Everybody who has an account here.',
  search: 'Search by name, e-mail or phone',
  count_one: '{{count}} user',
  count_other: '{{count}} users',
  filters: {
    status: 'Status',
    statuses: { active: 'Active', archived: 'Archived', all: 'Active and archived' },
    role: 'Role',
    anyRole: 'Any role',
    created: 'Registered between',
    anyTime: 'Registered at any time',
    clear: 'Clear filters',
  },
  columns: {
    user: 'Name',
    email: 'E-mail',
    roles: 'Roles',
    status: 'Status',
    createdAt: 'Registered',
  },
  statuses: { active: 'Active', archived: 'Archived' },
  empty: {
    title: 'Nobody found',
    found: 'No user matches “{{search}}” and the chosen filters.',
    text: 'No user matches the chosen filters.',
  },
  fields: { name: 'Name', surname: 'Surname', email: 'E-mail', phone: 'Phone' },
  add: {
    open: 'Add a user',
    title: 'Add a user',
    text: 'They get a letter with a link to choose their own password. Until then nobody can sign in to the account, you included.',
    consent: 'This person has agreed that their data is kept here',
    submit: 'Add and send the letter',
    done: '{{name}} is added; the letter is on its way to {{email}}.',
    noLetter: '{{name}} is added, but the letter could not be sent. Send it again from this page.',
    taken: {
      email: 'Another user has this e-mail address',
      phone: 'Another user has this phone number',
    },
  },
} as const

export default users
