import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { getClientClaims } from './client.queries.ts'
import { replaceClientClaims } from './client-claim.commands.ts'
import * as contracts from './client-claim.contract.ts'

export function clientClaimRoutes(route: Route, deps: Deps) {
  async function table(id: number) {
    const { claims } = await getClientClaims(deps.db, id)
    return { item: { claims } }
  }

  route(contracts.getClientClaims, {}, ({ params }) => table(params.id))

  route(contracts.replaceClientClaims, {}, async ({ actor, params, body }) => {
    const { clientId } = await getClientClaims(deps.db, params.id)
    await replaceClientClaims(deps, clientId, body.claims, actor)
    return table(params.id)
  })
}
