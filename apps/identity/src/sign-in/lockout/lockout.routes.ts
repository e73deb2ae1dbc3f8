import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { getUser } from '#users/user.queries.ts'
import * as commands from './lockout.commands.ts'
import { getLockout, unlockUser } from './lockout.contract.ts'
import * as queries from './lockout.queries.ts'

export function lockoutRoutes(route: Route, deps: Deps) {
  const { db } = deps

  route(getLockout, {}, async ({ params }) => {
    const { id } = await getUser(db, params.id)
    return { item: await queries.getLockout(db, id, deps.now()) }
  })

  route(unlockUser, {}, async ({ actor, params }) => {
    await commands.unlockUser(deps, actor, params.id)
    return { message: 'User unlocked' }
  })
}
