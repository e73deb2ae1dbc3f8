import { endpoint, open } from '@atrium/core/contract'

const page = { method: 'GET', tag: 'Pages', access: open, isPage: true } as const

export const getStartPage = endpoint({
  name: 'getStartPage',
  ...page,
  path: '/',
  summary: 'Open the start page',
  description: 'Links to the documentation and to administration. As JSON: name, version and links.',
  produces: ['text/html', 'application/json'],
})

export const getDocumentation = endpoint({
  name: 'getDocumentation',
  ...page,
  path: '/docs',
  summary: 'Open the documentation',
  description: 'How to sign in and how to check tokens, with links to this API reference.',
})
