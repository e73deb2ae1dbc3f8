import { open } from '@atrium/http/access'
import type { App } from '@atrium/http/create-app'
import { Body, Id, Item } from '@atrium/http/replies'
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
  const config = { access: open }
  const tags = ['Development']
  const response = { 200: Item(Filled) }

  app.get(
    '/generator',
    { config: { ...config, changesState: true }, schema: { tags, querystring: Type.Object(wish), response } },
    async ({ query }) => ({ item: await generate(deps, query) }),
  )

  app.post('/generator', { config, schema: { tags, body: Body(wish), response } }, async ({ body }) => ({
    item: await generate(deps, body),
  }))
}
