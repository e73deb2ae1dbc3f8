const metadataHosts = {
  lead: 'Programs such as Claude Code identify themselves with an address at their maker’s site. Those of these hosts can ask users for access to their tasks; nobody has to add them as clients.',
  text: 'Users are always asked for their consent, and see the host.',
  create: 'Add host',
  delete: 'Remove {{host}}',
  deleteTitle: 'Remove {{host}}?',
  deleteText:
    'Programs of this host can’t connect any more, and those that are connected lose access immediately.',
  deleted: '{{host}} removed',
  saved: '{{host}} added',
  bundled: 'Also works without internet access: {{names}} (as of {{date}})',
  empty: {
    title: 'No hosts yet',
    text: 'Add the host of a program’s client ID, such as claude.ai, to let it connect.',
  },
  fields: {
    host: 'Host',
    hostText:
      'As in the client ID of the program, such as agents.example.org. With a port, only that port counts.',
    taken: 'This host is in the list already.',
  },
} as const

export default metadataHosts
