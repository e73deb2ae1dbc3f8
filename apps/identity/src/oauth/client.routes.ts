import type { App } from '@atrium/http/create-app'
import { IdParams, Item, List } from '@atrium/http/replies'
import { actorOf, needs, permission } from '#access.ts'
import type { Deps } from '#deps.ts'
import { ClientChanges, ClientFilters, ClientRecord, ClientWithSecret, NewClient } from './client.schema.ts'
import { getClientRecord, listClientRecords } from './client-record.queries.ts'
import { createClient, rotateClientSecret, setClientActive, updateClientSettings } from './manage-clients.ts'

const tags = ['OAuth clients']
const config = { access: needs('system:manage', permission('rbac.permissions.manage')) }

/** What the console's `client:` commands do, by the same functions. */
export function clientRoutes(app: App, deps: Deps) {
  app.get(
    '/oauth/clients',
    { config, schema: { tags, querystring: ClientFilters, response: { 200: List(ClientRecord) } } },
    async ({ query }) => listClientRecords(deps, query),
  )

  app.get(
    '/oauth/clients/:id',
    { config, schema: { tags, params: IdParams, response: { 200: Item(ClientRecord) } } },
    async ({ params }) => ({ item: await getClientRecord(deps, params.id) }),
  )

  app.post(
    '/oauth/clients',
    { config, schema: { tags, body: NewClient, response: { 200: Item(ClientWithSecret) } } },
    async request => {
      const { id, clientSecret } = await createClient(deps, request.body, actorOf(request))
      return { item: { ...(await getClientRecord(deps, id)), clientSecret } }
    },
  )

  app.put(
    '/oauth/clients/:id',
    {
      config,
      schema: { tags, params: IdParams, body: ClientChanges, response: { 200: Item(ClientRecord) } },
    },
    async request => {
      const { params, body } = request
      const { clientId } = await getClientRecord(deps, params.id)
      await updateClientSettings(deps, clientId, body, actorOf(request))
      return { item: await getClientRecord(deps, params.id) }
    },
  )

  app.post(
    '/oauth/clients/:id/rotate-secret',
    { config, schema: { tags, params: IdParams, response: { 200: Item(ClientWithSecret) } } },
    async request => {
      const { clientId } = await getClientRecord(deps, request.params.id)
      const clientSecret = await rotateClientSecret(deps, clientId, actorOf(request))
      return { item: { ...(await getClientRecord(deps, request.params.id)), clientSecret } }
    },
  )

  for (const [verb, isActive] of [
    ['enable', true],
    ['disable', false],
  ] as const) {
    app.post(
      `/oauth/clients/:id/${verb}`,
      { config, schema: { tags, params: IdParams, response: { 200: Item(ClientRecord) } } },
      async request => {
        const { clientId } = await getClientRecord(deps, request.params.id)
        await setClientActive(deps, clientId, isActive, actorOf(request))
        return { item: await getClientRecord(deps, request.params.id) }
      },
    )
  }
}
