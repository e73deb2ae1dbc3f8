import { EntityNotFound } from '@atrium/core/errors'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#access-control/actor.ts'
import { lockManageableUser } from '#access-control/hierarchy.ts'
import { audit } from '#audit/audit.ts'
import type { Deps } from '#deps.ts'
import { revokeFamily, revokeUserTokens } from './revoke-tokens.queries.ts'
import { findSession } from './user-session.queries.ts'

interface SessionOfUser {
  id: number
  sessionId: number
}

export function endSession(deps: Deps, actor: Actor, { id, sessionId }: SessionOfUser) {
  return inTransaction(deps, async (tx, emit) => {
    await lockManageableUser(tx, actor, id)
    if (!(await findSession(tx, sessionId, id))) throw new EntityNotFound('Session')
    await revokeFamily(tx, sessionId, deps.now())
    await audit(deps, tx, actor, {
      action: 'session.ended',
      subjectType: 'user',
      subjectId: id,
      details: { sessionId },
    })
    await emit({ type: 'TokensRevoked', familyId: sessionId })
  })
}

/** Every one of the user, or all but the one that asks. */
export function endSessions(deps: Deps, actor: Actor, id: number, keepCurrent: boolean) {
  return inTransaction(deps, async (tx, emit) => {
    if (!(await lockManageableUser(tx, actor, id))) throw new EntityNotFound('User')
    const revoked = await revokeUserTokens(tx, id, deps.now(), keepCurrent ? actor.familyId : null)
    await audit(deps, tx, actor, {
      action: 'session.all_ended',
      subjectType: 'user',
      subjectId: id,
      details: { keepCurrent },
    })
    await emit({ type: 'TokensRevoked', userId: id })
    return revoked
  })
}
