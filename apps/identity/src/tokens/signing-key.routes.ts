import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import * as commands from './signing-key.commands.ts'
import { listSigningKeys, rotateSigningKey } from './signing-key.contract.ts'
import * as queries from './signing-key.queries.ts'

export function signingKeyRoutes(route: Route, deps: Deps) {
  route(listSigningKeys, {}, ({ query }) => queries.listKeyRecords(deps.db, query, deps.now()))

  route(rotateSigningKey, {}, async ({ actor, body }) => {
    const { kid } = await commands.rotateSigningKey(deps, body.now ? 0 : body.publishedForSeconds, actor)
    return { item: await queries.getKeyRecord(deps.db, kid, deps.now()) }
  })
}
