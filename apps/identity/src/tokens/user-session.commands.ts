import { insertAuditEntry } from '@atrium/audit/audit-entry'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#access-control/actor.ts'
import { lockUser } from '#access-control/hierarchy.queries.ts'
import { lockManageableUser } from '#access-control/hierarchy.ts'
import { audit } from '#audit/audit.ts'
import type { Deps } from '#deps.ts'
import { NotFound } from '#errors.ts'
import {
  findOAuthClientId,
  getClientRowId,
  revokeAccessToken,
  revokeClientTokens,
  revokeFamily,
  revokeUserTokens,
} from './revoke-tokens.queries.ts'
import { findAccessToken } from './token.queries.ts'
import { findSession } from './user-session.queries.ts'

export function endSession(deps: Deps, actor: Actor, userId: number, sessionId: number) {
  return inTransaction(deps, async (tx, emit) => {
    await lockManageableUser(tx, actor, userId)
    if (!(await findSession(tx, sessionId, userId))) throw new NotFound('session_not_found')
    await revokeFamily(tx, sessionId, deps.now())
    await audit(deps, tx, actor, { action: 'session.ended', ...userSubject(userId), details: { sessionId } })
    await emit({ type: 'TokensRevoked', familyId: sessionId, isSignOut: true })
  })
}

/** All sessions of the user, or all except that of the request. */
export function endSessions(deps: Deps, actor: Actor, userId: number, keepCurrent: boolean) {
  return inTransaction(deps, async (tx, emit) => {
    if (!(await lockManageableUser(tx, actor, userId))) throw new NotFound('user_not_found')
    const revoked = await revokeUserTokens(tx, userId, deps.now(), keepCurrent ? actor.familyId : null)
    await audit(deps, tx, actor, {
      action: 'session.all_ended',
      ...userSubject(userId),
      details: { keepCurrent },
    })
    await emit({ type: 'TokensRevoked', userId })
    return revoked
  })
}

interface IssuedToken {
  tokenId: string
  familyId: number | null
  userId: number | null
  clientId: number
}

/** An access or refresh token that is stored, expired or not: it still identifies the session. */
export async function findIssuedToken(
  { db, secrets, findRefreshToken }: Deps,
  token: string,
): Promise<IssuedToken | undefined> {
  const digest = secrets.digest(token)
  const access = await findAccessToken(db, digest)
  if (access) return access
  const refresh = await findRefreshToken(digest)
  return refresh && { ...refresh, tokenId: '' }
}

/** Ends the whole session that the token belongs to; a client's token has none and is revoked alone. */
export function revokeIssuedToken(deps: Deps, { tokenId, familyId, userId, clientId }: IssuedToken) {
  return inTransaction(deps, async (tx, emit) => {
    const isEnded = await (familyId === null
      ? revokeAccessToken(tx, tokenId, deps.now())
      : revokeFamily(tx, familyId, deps.now()))
    await emit({
      type: 'TokensRevoked',
      ...(familyId === null ? { tokenId } : { familyId, isByHolder: true }),
    })
    if (!isEnded) return
    await insertAuditEntry(tx, {
      at: deps.now().toISOString(),
      action: 'session.signed_out',
      actorId: userId,
      clientId: await findOAuthClientId(tx, clientId),
      ...(userId === null ? clientSubject(clientId) : userSubject(userId)),
      details: { sessionId: familyId },
    })
  })
}

/** All sessions of the user, in every application, or all tokens of the client that sends the request. */
export function endAllSessions(deps: Deps, actor: Actor) {
  return inTransaction(deps, async (tx, emit) => {
    const { id: userId, clientId } = actor
    const clientRowId = await getClientRowId(tx, clientId)
    if (userId !== null) await lockUser(tx, userId)
    const revoked = await (userId === null
      ? revokeClientTokens(tx, clientRowId, deps.now())
      : revokeUserTokens(tx, userId, deps.now()))
    await emit({ type: 'TokensRevoked', ...(userId === null ? { clientId } : { userId }) })
    const subject = userId === null ? clientSubject(clientRowId) : userSubject(userId)
    await audit(deps, tx, actor, { action: 'session.signed_out_everywhere', ...subject })
    return revoked
  })
}

function userSubject(subjectId: number) {
  return { subjectType: 'user' as const, subjectId }
}

function clientSubject(subjectId: number) {
  return { subjectType: 'client' as const, subjectId }
}
