import { describeError } from '@atrium/core/errors'
import type { Language } from '@atrium/core/language'
import type { Actor } from '#access-control/actor.ts'
import type { Deps } from '#deps.ts'
import { errorCatalogue } from '#errors.ts'
import type { Route } from '#route.ts'
import * as commands from './bulk-user.commands.ts'
import type { BulkUserResult } from './bulk-user.contract.ts'
import * as contracts from './bulk-user.contract.ts'
import type { UserOutcome } from './change-users.ts'

export function bulkUserRoutes(route: Route, deps: Deps) {
  const answer =
    <Input>(command: (deps: Deps, actor: Actor, input: Input) => Promise<UserOutcome>) =>
    async ({ actor, body, origin }: { actor: Actor; body: Input; origin: { language: Language } }) => ({
      item: describeOutcome(await command(deps, actor, body), origin.language),
    })

  route(contracts.archiveUsers, {}, answer(commands.archiveUsers))
  route(contracts.restoreUsers, {}, answer(commands.restoreUsers))
  route(contracts.endSessionsOfUsers, {}, answer(commands.endSessionsOfUsers))
  route(contracts.assignRoleToUsers, {}, answer(commands.assignRoleToUsers))
  route(contracts.unassignRoleFromUsers, {}, answer(commands.unassignRoleFromUsers))
  route(contracts.addUsersToGroup, {}, answer(commands.addUsersToGroup))
}

function describeOutcome({ refused, ...ids }: UserOutcome, language: Language): BulkUserResult {
  const refusals = refused.map(({ userId, error }) => ({
    userId,
    code: error.code,
    message: describeError(errorCatalogue, language, error).message,
  }))
  return { ...ids, refusals }
}
