import { type AuditEntry, insertAuditEntry } from '@atrium/audit/audit-entry'
import { type Emit, inTransaction } from '@atrium/database/transaction'
import { removeQueuedEmails } from '@atrium/mail/mail-queue'
import { removeOrphanedContents } from '@atrium/storage/orphaned-content'
import type { Actor } from '#access-control/actor.ts'
import { isOwner, lockUser } from '#access-control/hierarchy.queries.ts'
import { lockManageableUser, refuseLastOwner } from '#access-control/hierarchy.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict, NotFound, ValidationFailed } from '#errors.ts'
import type { Event } from '#events.ts'
import { revokeUserAccess } from '#tokens/revoke-tokens.queries.ts'
import { updateUser } from '../user.queries.ts'
import type { Erasure } from './erasure.contract.ts'
import * as queries from './erasure.queries.ts'
import { enqueueErasureReport } from './report-erasures.ts'

type Performer = Pick<AuditEntry, 'actorId' | 'clientId' | 'address'>

export async function eraseUser(
  deps: Deps,
  actor: Actor,
  id: number,
  confirmation: string,
): Promise<Erasure> {
  return inTransaction(deps, async (tx, emit) => {
    if (!(await lockManageableUser(tx, actor, id))) throw new NotFound('user_not_found')
    const { email } = await queries.getPersonalData(tx, id)
    if (confirmation.toLowerCase() !== email.toLowerCase())
      throw new ValidationFailed({ confirmation: 'confirmation_differs' })
    const by = { actorId: actor.id, clientId: actor.clientId, address: actor.address }
    return erase(deps, tx, emit, { id, by })
  })
}

/** From the console: its user is unknown, so the audit entry has no actor. */
export async function eraseAccount(deps: Deps, id: number): Promise<Erasure> {
  return inTransaction(deps, async (tx, emit) => {
    const user = await lockUser(tx, id)
    if (!user) throw new NotFound('user_not_found')
    if (user.erasedAt) throw new Conflict('user_erased')
    return erase(deps, tx, emit, { id, by: { actorId: null } })
  })
}

interface Erasing {
  id: number
  by: Performer
}

/** Part of a transaction that has locked the user. */
async function erase(deps: Deps, tx: Database, emit: Emit<Event>, { id, by }: Erasing): Promise<Erasure> {
  const now = deps.now()
  const at = now.toISOString()
  if (await isOwner(tx, id)) await refuseLastOwner(tx, id)
  const { archivedAt, email, phone } = await queries.getPersonalData(tx, id)
  if (!archivedAt) await updateUser(tx, id, { archivedAt: at }, at)
  // Applications learn that the sessions ended before the rows that name them are deleted.
  await revokeUserAccess(tx, id, now)
  await emit({ type: 'TokensRevoked', userId: id })
  await removeOrphanedContents(tx, await queries.listFileKeys(tx, id))
  await removeQueuedEmails(tx, queries.isEmailFor(id, { email, phone }))
  await queries.overwriteUser(tx, id, at)
  await queries.deletePersonalRows(tx, id)
  await insertAuditEntry(tx, { at, action: 'user.erased', subjectType: 'user', subjectId: id, ...by })
  await queries.forgetInAudit(tx, id, email)
  await queries.forgetInDeliveries(tx, id)
  await emit({ type: 'RightsChanged', userId: id })
  await queries.insertErasure(tx, id, email)
  await enqueueErasureReport(tx)
  return queries.getErasure(tx, id)
}
