import { endpointsOf, open } from '@atrium/core/contract'
import { Type } from 'typebox'

const endpoint = endpointsOf('Pages')
const produces = ['text/html', 'application/json'] as const

export const getStartPage = endpoint('getStartPage', 'GET /', {
  summary: 'Open the start page',
  description: 'Links to the application and the documentation. As JSON: name, version and links.',
  access: open,
  isPage: true,
  produces,
})

export const listGuides = endpoint('listGuides', 'GET /docs', {
  summary: 'List the guides',
  description: 'The contents of the documentation. As JSON: name, title and address of each guide.',
  access: open,
  isPage: true,
  produces,
})

export const getGuide = endpoint('getGuide', 'GET /docs/:page', {
  summary: 'Open a guide',
  description: 'One guide, such as `sign-in`, `tasks`, `events` or `errors`.',
  access: open,
  isPage: true,
  params: Type.Object({ page: Type.String() }),
  errors: ['guide_not_found'],
})
