import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { NotFound } from '#errors.ts'
import { hasChanges } from './changes.queries.ts'
import { undoChanges } from './undo.commands.ts'

/** What an agent did in one call; it finds its own calls only. */
export async function undoCall(deps: Deps, actor: Actor, cause: string) {
  const agentId = actor.grant?.agent?.id
  if (agentId === undefined || !(await hasChanges(deps.db, agentId, cause)))
    throw new NotFound('nothing_to_undo')
  return undoChanges(deps, actor, { agentId, cause, since: new Date(0).toISOString() })
}
