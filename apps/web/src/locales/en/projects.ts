const projects = {
  title: 'Projects',
  overview: 'Overview',
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
} as const

export default projects
