import { insertAuditEntry } from '@atrium/audit/audit-entry'
import { inTransaction } from '@atrium/database/transaction'
import { removeQueuedEmails } from '@atrium/mail/mail-queue'
import { sql } from 'kysely'
import type { Deps } from '#deps.ts'
import { NotAuthenticated } from '#errors.ts'
import type { Erasure } from './erasure.contract.ts'
import * as queries from './erasure.queries.ts'

interface ErasureClaims {
  sub: string
  email?: string
}

/** For the identity service, which signs what it asks for. */
export async function eraseNamedUser(deps: Deps, token: string): Promise<Erasure> {
  const claims = await deps.tokenCheck.verifyStatement<ErasureClaims>(token, 'erasure+jwt')
  if (!claims) throw new NotAuthenticated('invalid_erasure_token')
  return eraseUser(deps, Number(claims.sub), claims.email)
}

/**
 * What describes the user is deleted or overwritten; their work stays. `invitedEmail` is the address that the identity
 * service knew: someone who never signed in here may have been invited.
 */
export function eraseUser(deps: Deps, passportId: number, invitedEmail?: string): Promise<Erasure> {
  const now = deps.now().toISOString()
  return inTransaction(deps, async (tx, emit) => {
    const user = await queries.lockUserToErase(tx, passportId)
    const emails = new Set([invitedEmail, user?.email].filter(email => email !== undefined))
    for (const email of emails) {
      await removeQueuedEmails(
        tx,
        sql<boolean>`(content.payload ->> 'invitationId')::bigint in (
          select id from invitations where lower(email) = lower(${email}))`,
      )
      await queries.deleteInvitationsTo(tx, email, passportId)
    }
    if (!user) return { heldProjectIds: [] }
    await removeQueuedEmails(tx, sql<boolean>`(content.payload ->> 'userId')::bigint = ${user.id}`)
    await queries.forgetInNotifications(tx, user)
    await queries.forgetInActivity(tx, user)
    await queries.forgetInDeliveries(tx, user)
    await queries.deletePersonalRows(tx, user.id)
    await queries.archivePersonalProjects(tx, user.id, now)
    await queries.overwriteUser(tx, user.id, passportId, now)
    await queries.forgetInAudit(tx, passportId)
    await insertAuditEntry(tx, {
      at: now,
      action: 'user.erased',
      actorId: null,
      subjectType: 'user',
      subjectId: passportId,
    })
    await emit({ type: 'RightsChanged', passportId })
    return { heldProjectIds: await queries.listHeldProjectIds(tx, user.id) }
  })
}
