import { endpoint, open } from '@atrium/core/contract'

const page = { tag: 'Pages', access: open, isPage: true } as const

export const getStartPage = endpoint('getStartPage', 'GET /', {
  ...page,
  summary: 'Open the start page',
  description: 'Links to the documentation and to administration. As JSON: name, version and links.',
  produces: ['text/html', 'application/json'],
})

export const getDocumentation = endpoint('getDocumentation', 'GET /docs', {
  ...page,
  summary: 'Open the documentation',
  description: 'How to sign in and how to check tokens, with links to this API reference.',
})
