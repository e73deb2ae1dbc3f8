import type { Actor } from '#access-control/actor.ts'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import * as commands from './client.commands.ts'
import * as contracts from './client.contract.ts'
import * as queries from './client.queries.ts'

export function clientRoutes(route: Route, deps: Deps) {
  const { db, settings } = deps
  const firstPartyId = settings.OAUTH2_CLIENT_ID
  const getRecord = (id: number) => queries.getClientRecord(db, id, firstPartyId)

  async function setActive(actor: Actor, id: number, isActive: boolean) {
    const { clientId } = await getRecord(id)
    await commands.setClientActive(deps, clientId, isActive, actor)
    return { item: await getRecord(id) }
  }

  route(contracts.listClients, {}, ({ query }) => queries.listClientRecords(db, query, firstPartyId))

  route(contracts.getClient, {}, async ({ params }) => ({ item: await getRecord(params.id) }))

  route(contracts.createClient, {}, async ({ actor, body }) => {
    const { id, clientSecret } = await commands.createClient(deps, body, { actor })
    return { item: { ...(await getRecord(id)), clientSecret } }
  })

  route(contracts.updateClient, {}, async ({ actor, params, body }) => {
    const { clientId } = await getRecord(params.id)
    await commands.updateClient(deps, clientId, body, actor)
    return { item: await getRecord(params.id) }
  })

  route(contracts.rotateClientSecret, {}, async ({ actor, params }) => {
    const { clientId } = await getRecord(params.id)
    const clientSecret = await commands.rotateClientSecret(deps, clientId, actor)
    return { item: { ...(await getRecord(params.id)), clientSecret } }
  })

  route(contracts.enableClient, {}, ({ actor, params }) => setActive(actor, params.id, true))

  route(contracts.disableClient, {}, ({ actor, params }) => setActive(actor, params.id, false))
}
