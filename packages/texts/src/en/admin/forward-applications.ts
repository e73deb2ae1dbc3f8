const forwardApplications = {
  lead: 'Tools without a sign-in of their own. A proxy in front of them asks Atrium who is there.',
  text: 'Members of any of its groups can open an application; without groups, everyone with an account can.',
  create: 'Add application',
  edit: 'Edit {{name}}',
  delete: 'Remove {{name}}',
  deleteTitle: 'Remove {{name}}?',
  deleteText:
    'The proxy then refuses every request to this application, until you remove Atrium from its configuration.',
  deleted: '{{name}} removed',
  saved: '{{name}} saved',
  everyone: 'Everyone with an account',
  empty: {
    title: 'No protected applications yet',
    text: 'Protect a wiki, a dashboard or any other internal tool: add its host here, then copy the configuration for nginx or Caddy.',
  },
  fields: {
    name: 'Name',
    hosts: 'Hosts',
    hostsText:
      'One per line, as browsers use them, such as wiki.example.org. Add a port unless it is 80 or 443.',
    requiredGroups: 'Groups with access',
    requiredGroupsText: 'Members of any of them can open it. Empty lets everyone with an account in.',
    publicPaths: 'Public paths',
    publicPathsText:
      'One per line. They need no sign-in; a path that ends in * stands for everything that begins with it.',
    taken: 'Another application has this host.',
  },
  proxy: {
    action: 'Proxy configuration of {{name}}',
    title: 'Configure the proxy of {{name}}',
    text: 'Copy this into your proxy. Replace the address of the application (port 8080) and, if Atrium runs elsewhere, of Atrium (port 4000).',
    trust:
      'Name the proxy in TRUST_PROXY of the identity service, and make sure that the application can only be reached through it.',
    copy: 'Copy',
    copied: 'Copied',
  },
} as const

export default forwardApplications
