import { IdParams, Item, List } from '@atrium/core/schema'
import type { App } from '@atrium/http/create-app'
import { actorOf, needs, permission } from '#access.ts'
import type { Deps } from '#deps.ts'
import { ClientChanges, ClientFilters, ClientRecord, ClientWithSecret, NewClient } from './client.contract.ts'
import { getClientRecord, listClientRecords } from './client-record.queries.ts'
import { createClient, rotateClientSecret, setClientActive, updateClientSettings } from './manage-clients.ts'

const tags = ['OAuth clients']
const config = { access: needs('system:manage', permission('rbac.permissions.manage')) }

const switches = [
  {
    verb: 'enable',
    isActive: true,
    summary: 'Enable an OAuth client',
    description: 'The client can get tokens again.',
  },
  {
    verb: 'disable',
    isActive: false,
    summary: 'Disable an OAuth client',
    description:
      'Revokes all tokens of the client at once; it gets no new ones. The first-party client cannot be disabled (409).',
  },
]

/** What the console's `client:` commands do, by the same functions. */
export function clientRoutes(app: App, deps: Deps) {
  app.get(
    '/oauth/clients',
    {
      config,
      schema: {
        tags,
        summary: 'List OAuth clients',
        description:
          'Filter by `search` in names and client IDs, or by `isActive`. Secrets are never listed.',
        querystring: ClientFilters,
        response: { 200: List(ClientRecord) },
      },
    },
    async ({ query }) => listClientRecords(deps, query),
  )

  app.get(
    '/oauth/clients/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Get an OAuth client',
        description: 'Returns the settings of the client without its secret.',
        params: IdParams,
        response: { 200: Item(ClientRecord) },
      },
    },
    async ({ params }) => ({ item: await getClientRecord(deps, params.id) }),
  )

  app.post(
    '/oauth/clients',
    {
      config,
      schema: {
        tags,
        summary: 'Create an OAuth client',
        description:
          'The response contains `clientSecret`, which is shown only this once; a public client has none. It needs a role of level 30 or higher; you cannot grant a client scopes that your own token lacks, or whose permissions you do not have. Users enter their password at every sign-in to a client created here.',
        body: NewClient,
        response: { 200: Item(ClientWithSecret) },
      },
    },
    async request => {
      const { id, clientSecret } = await createClient(deps, request.body, { actor: actorOf(request) })
      return { item: { ...(await getClientRecord(deps, id)), clientSecret } }
    },
  )

  app.put(
    '/oauth/clients/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Update an OAuth client',
        description:
          'Changes the given fields. Removing a scope revokes all tokens of the client; after adding a redirect URI, a grant type or a scope, users enter their password at every sign-in to it. The first-party client is defined by the settings of the service and cannot be updated (409).',
        params: IdParams,
        body: ClientChanges,
        response: { 200: Item(ClientRecord) },
      },
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
    {
      config,
      schema: {
        tags,
        summary: 'Rotate a client secret',
        description:
          'Replaces the secret at once and returns the new one, which is shown only this once. A public client has no secret (422).',
        params: IdParams,
        response: { 200: Item(ClientWithSecret) },
      },
    },
    async request => {
      const { clientId } = await getClientRecord(deps, request.params.id)
      const clientSecret = await rotateClientSecret(deps, clientId, actorOf(request))
      return { item: { ...(await getClientRecord(deps, request.params.id)), clientSecret } }
    },
  )

  for (const { verb, isActive, summary, description } of switches) {
    app.post(
      `/oauth/clients/:id/${verb}`,
      {
        config,
        schema: { tags, summary, description, params: IdParams, response: { 200: Item(ClientRecord) } },
      },
      async request => {
        const { clientId } = await getClientRecord(deps, request.params.id)
        await setClientActive(deps, clientId, isActive, actorOf(request))
        return { item: await getClientRecord(deps, request.params.id) }
      },
    )
  }
}
