const users = {
  title: 'Users',
  search: 'Search by name, e-mail or phone',
  columns: { user: 'User', phone: 'Phone', roles: 'Roles', status: 'Status', createdAt: 'Registered' },
  statuses: { active: 'Active', archived: 'Archived' },
  empty: {
    title: 'Nobody found',
    found: 'No user matches “{{search}}”.',
    text: 'There are no users yet.',
  },
} as const

export default users
