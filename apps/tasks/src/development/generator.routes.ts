import { Body, Id, Item } from '@atrium/core/schema'
import { open } from '@atrium/http/access'
import type { App } from '@atrium/http/create-app'
import { Type } from 'typebox'
import type { Deps } from '#deps.ts'
import { generate } from './generate.ts'

const wish = {
  projectId: Type.Optional(Id),
  tasks: Type.Integer({ minimum: 1, maximum: 1000, default: 50 }),
}

const Filled = Type.Object({ projectId: Id, boardIds: Type.Array(Id), tasks: Type.Integer() })

/** In development only: whoever can reach the service may fill it. */
export function generatorRoutes(app: App, deps: Deps) {
  const config = { access: open, refuses: [404, 409] }
  const tags = ['Development']
  const description = 'In development only: creates boards and tasks in `projectId`, or in a new project.'
  const response = { 200: Item(Filled) }

  app.get(
    '/generator',
    {
      config: { ...config, changesState: true },
      schema: {
        tags,
        summary: 'Generate sample data',
        description: `${description} The same as \`POST /generator\`, for the address bar of a browser.`,
        querystring: Type.Object(wish),
        response,
      },
    },
    async ({ query }) => ({ item: await generate(deps, query) }),
  )

  app.post(
    '/generator',
    {
      config,
      schema: { tags, summary: 'Generate sample data from a body', description, body: Body(wish), response },
    },
    async ({ body }) => ({
      item: await generate(deps, body),
    }),
  )
}
