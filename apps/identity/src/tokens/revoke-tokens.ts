import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#access-control/actor.ts'
import { insertAuditEntry } from '#audit/audit.queries.ts'
import { audit } from '#audit/audit.ts'
import type { Deps } from '#deps.ts'
import {
  findClientName,
  getClientNumber,
  revokeAccessToken,
  revokeClientTokens,
  revokeFamily,
  revokeUserTokens,
} from './revoke-tokens.queries.ts'
import { findAccessToken } from './token.queries.ts'

/** An access or a refresh token that is on record, however old: it still says which sign-in it came from. */
export async function findIssuedToken({ db, secrets, findRefreshToken }: Deps, token: string) {
  const digest = secrets.digest(token)
  const access = await findAccessToken(db, digest)
  if (access) return access
  const refresh = await findRefreshToken(digest)
  return refresh && { ...refresh, tokenId: '' }
}

interface Issued {
  tokenId: string
  familyId: number | null
  userId: number | null
  clientId: number
}

/** Ends the presented token, and with a user's token the whole sign-in that it came from. */
export function revokePresented(deps: Deps, { tokenId, familyId, userId, clientId }: Issued) {
  return inTransaction(deps, async (tx, emit) => {
    const isEnded = await (familyId === null
      ? revokeAccessToken(tx, tokenId, deps.now())
      : revokeFamily(tx, familyId, deps.now()))
    await emit({ type: 'TokensRevoked', ...(familyId === null ? { tokenId } : { familyId }) })
    if (!isEnded) return
    const subject = userId === null ? subjectOf('client', clientId) : subjectOf('user', userId)
    await insertAuditEntry(tx, {
      at: deps.now().toISOString(),
      action: 'session.signed_out',
      actorId: userId,
      clientId: await findClientName(tx, clientId),
      ...subject,
      details: { sessionId: familyId },
    })
  })
}

/** Ends every sign-in of the user, at every client, or every token of the client that asks. */
export function revokeAllOfActor(deps: Deps, actor: Actor) {
  return inTransaction(deps, async (tx, emit) => {
    const { id: userId, clientId } = actor
    const client = await getClientNumber(tx, clientId)
    const revoked = await (userId === null
      ? revokeClientTokens(tx, client, deps.now())
      : revokeUserTokens(tx, userId, deps.now()))
    await emit({ type: 'TokensRevoked', ...(userId === null ? { clientId } : { userId }) })
    const subject = userId === null ? subjectOf('client', client) : subjectOf('user', userId)
    await audit(deps, tx, actor, { action: 'session.signed_out_everywhere', ...subject })
    return revoked
  })
}

function subjectOf(subjectType: 'user' | 'client', subjectId: number) {
  return { subjectType, subjectId }
}
