import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#access-control/actor.ts'
import { lockSubject } from '#access-control/hierarchy.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { checkContactValue } from './contact-value.ts'
import type { ContactChanges, NewContact } from './user-contact.contract.ts'
import * as queries from './user-contact.queries.ts'

/** One contact of each type is the primary one; a new primary contact replaces the old one. */
export function createContact(deps: Deps, actor: Actor, input: NewContact) {
  const value = checkContactValue(input.type, input.value)
  return inTransaction(deps, async tx => {
    const userId = await lockSubject(tx, actor, input.userId)
    if (input.isPrimary) await queries.unsetPrimaryContact(tx, { userId, type: input.type })
    const now = deps.now().toISOString()
    return queries.insertContact(tx, { ...input, value, userId, createdAt: now, updatedAt: now })
  })
}

export function updateContact(deps: Deps, actor: Actor, id: number, changes: ContactChanges) {
  return inTransaction(deps, async tx => {
    const { userId, type, value, isPrimary } = { ...(await lockContact(tx, actor, id)), ...changes }
    const checked = checkContactValue(type, value)
    if (isPrimary) await queries.unsetPrimaryContact(tx, { userId, type })
    const updatedAt = deps.now().toISOString()
    return queries.updateContact(tx, id, { ...changes, value: checked, isPrimary, updatedAt })
  })
}

export function deleteContact(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async tx => {
    await lockContact(tx, actor, id)
    await queries.deleteContact(tx, id)
  })
}

/** Read again after its user is locked, since it may have changed until then. */
async function lockContact(tx: Database, actor: Actor, id: number) {
  const { userId } = await queries.getContact(tx, id)
  await lockSubject(tx, actor, userId)
  return queries.getContact(tx, id)
}
