import { contractsOf, endpointsOf, open } from '@atrium/core/contract'
import { Body, Default, Id, Item } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'

const options = {
  projectId: Type.Optional(Id),
  tasks: Default(Type.Integer({ minimum: 1, maximum: 1000 }), 50),
}
const SampleDataOptions = Body(options)
export type SampleDataOptions = Static<typeof SampleDataOptions>

const SampleData = Type.Object({ projectId: Id, boardIds: Type.Array(Id), tasks: Type.Integer() })

const contract = contractsOf('Development')
const endpoint = endpointsOf('Development')
const description = 'In development only: creates boards and tasks in `projectId`, or in a new project.'
const errors = ['project_not_found', 'no_user_yet'] as const

export const getDebugState = endpoint('getDebugState', 'GET /debug', {
  summary: 'Show the state of the service',
  description: 'In development only: routes, settings without secrets and the last 50 requests.',
  access: open,
})

export const generateFromAddress = contract('generateFromAddress', 'GET /generator', {
  summary: 'Generate sample data',
  description: `${description} The same as \`POST /generator\`, for the address bar of a browser.`,
  access: open,
  changesState: true,
  query: Type.Object(options),
  reply: Item(SampleData),
  errors,
})

export const generate = contract('generate', 'POST /generator', {
  summary: 'Generate sample data from a body',
  description,
  access: open,
  body: SampleDataOptions,
  reply: Item(SampleData),
  errors,
})
