import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#access-control/actor.ts'
import { holdSubject } from '#access-control/hold-subject.ts'
import type { Database, Deps } from '#deps.ts'
import { checkContactValue } from './contact-value.ts'
import type { ContactChanges, NewContact } from './user-contact.contract.ts'
import {
  deleteContact,
  getContact,
  insertContact,
  unsetPrimaryContact,
  updateContact,
} from './user-contact.queries.ts'

/** Of each type one contact is the primary one: a new one takes the place of the old one. */
export function createContact(deps: Deps, actor: Actor, input: NewContact) {
  const value = checkContactValue(input.type, input.value)
  return inTransaction(deps, async tx => {
    const userId = await holdSubject(tx, actor, input.userId)
    if (input.isPrimary) await unsetPrimaryContact(tx, { userId, type: input.type })
    const now = deps.now().toISOString()
    return insertContact(tx, { ...input, value, userId, createdAt: now, updatedAt: now })
  })
}

export function changeContact(deps: Deps, actor: Actor, id: number, changes: ContactChanges) {
  return inTransaction(deps, async tx => {
    const { userId, type, value, isPrimary } = { ...(await holdContact(tx, actor, id)), ...changes }
    const checked = checkContactValue(type, value)
    if (isPrimary) await unsetPrimaryContact(tx, { userId, type })
    const updatedAt = deps.now().toISOString()
    return updateContact(tx, id, { ...changes, value: checked, isPrimary, updatedAt })
  })
}

export function removeContact(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async tx => {
    await holdContact(tx, actor, id)
    await deleteContact(tx, id)
  })
}

/** Read again once its user is held: from then on nobody else changes it. */
async function holdContact(tx: Database, actor: Actor, id: number) {
  const { userId } = await getContact(tx, id)
  await holdSubject(tx, actor, userId)
  return getContact(tx, id)
}
