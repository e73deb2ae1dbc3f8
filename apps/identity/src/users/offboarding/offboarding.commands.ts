import { type Emit, inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#access-control/actor.ts'
import { lockManageableUser } from '#access-control/hierarchy.ts'
import { audit } from '#audit/audit.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { NotFound, ValidationFailed } from '#errors.ts'
import type { Event } from '#events.ts'
import { findCredentials, findCredentialsOf } from '../credentials.queries.ts'
import { archiveWithin } from '../user.commands.ts'
import { getUser } from '../user.queries.ts'
import { enqueueHandOver, findLeftWork } from './hand-over.ts'
import type { Offboarding } from './offboarding.contract.ts'
import { findOffboarding, listEnding, upsertOffboarding } from './offboarding.queries.ts'

/** What the user leaves, or what has become of it. */
export async function getOffboarding(deps: Deps, id: number): Promise<Offboarding> {
  await getUser(deps.db, id)
  const stored = await findOffboarding(deps.db, id)
  const { successorId = null, requestedAt = null, handedOverAt = null } = stored ?? {}
  return {
    userId: id,
    ending: await listEnding(deps.db, id),
    leftWork: stored?.leftWork ?? (await findLeftWork(deps, id)),
    requestedAt,
    successorId,
    handedOverAt,
  }
}

/** The answer says what ended with the account. */
export async function offboardUser(
  deps: Deps,
  actor: Actor,
  id: number,
  successorId: number | null,
): Promise<Offboarding> {
  const ending = await listEnding(deps.db, id)
  await inTransaction(deps, async (tx, emit) => {
    if (!(await lockManageableUser(tx, actor, id))) throw new NotFound('user_not_found')
    await checkSuccessor(tx, id, successorId)
    await offboardWithin(deps, tx, emit, { actor, id, successorId })
  })
  return { ...(await getOffboarding(deps, id)), ending }
}

interface Leaving {
  actor: Actor
  id: number
  successorId: number | null
}

/**
 * Part of a transaction that has locked the user: archives them, and hands their work over once this is committed. A user who is archived already only gets a successor.
 */
export async function offboardWithin(
  deps: Deps,
  tx: Database,
  emit: Emit<Event>,
  { actor, id, successorId }: Leaving,
) {
  const { archivedAt } = await getUser(tx, id)
  if (!archivedAt) await archiveWithin(deps, tx, emit, { actor, id })
  await upsertOffboarding(tx, { userId: id, successorId, now: deps.now().toISOString() })
  await audit(deps, tx, actor, {
    action: 'user.offboarded',
    subjectType: 'user',
    subjectId: id,
    details: { successorId },
  })
  if (successorId !== null) await enqueueHandOver(tx)
}

/**
 * Part of a transaction that has locked the user: what a directory does that removes someone. Their work goes to the user whom
 * OFFBOARDING_HAND_OVER_TO names, and stays as it is without one (decision 410).
 */
export async function removeWithin(
  deps: Deps,
  tx: Database,
  emit: Emit<Event>,
  { actor, id }: Omit<Leaving, 'successorId'>,
) {
  const successor = await findGeneralSuccessor(deps, tx)
  if (!successor || successor.archivedAt || successor.id === id) {
    await archiveWithin(deps, tx, emit, { actor, id })
    return
  }
  await offboardWithin(deps, tx, emit, { actor, id, successorId: successor.id })
}

/** The user whom OFFBOARDING_HAND_OVER_TO names; `atrium doctor` says if there is none. */
export async function findGeneralSuccessor(
  { settings: { OFFBOARDING_HAND_OVER_TO: email } }: Pick<Deps, 'settings'>,
  db: Database,
) {
  return email?.includes('@') ? findCredentials(db, email) : undefined
}

async function checkSuccessor(tx: Database, id: number, successorId: number | null) {
  if (successorId === null) return
  if (successorId === id) throw new ValidationFailed({ successorId: 'does_not_exist' })
  const successor = await findCredentialsOf(tx, successorId)
  if (!successor || successor.archivedAt) throw new ValidationFailed({ successorId: 'does_not_exist' })
}
