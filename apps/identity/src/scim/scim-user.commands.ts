import type { Language } from '@atrium/core/language'
import { type Emit, inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#access-control/actor.ts'
import { lockUser } from '#access-control/hierarchy.queries.ts'
import { lockManageableUser } from '#access-control/hierarchy.ts'
import { assignRole } from '#access-control/user-role.queries.ts'
import { audit } from '#audit/audit.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { ValidationFailed } from '#errors.ts'
import type { Event } from '#events.ts'
import { setGroupsOfSource } from '#groups/source-groups.commands.ts'
import { removeWithin } from '#users/offboarding/offboarding.commands.ts'
import { restoreWithin } from '#users/user.commands.ts'
import { insertUser, updateUser } from '#users/user.queries.ts'
import { isId } from './resource-id.ts'
import { SCIM } from './scim-group.queries.ts'
import { findDeletedUser, getScimUser, type StoredScimUser, upsertScimUser } from './scim-user.queries.ts'
import { namesOf, profileChanges, type SentUser } from './scim-user.ts'

/** Who asks: a directory by its service account, with the language of its request for emails. */
interface Directory {
  actor: Actor
  language: Language
}

/** Nobody gets an email: the directory knows the person, and vouches for the address. */
export function createScimUser(deps: Deps, directory: Directory, sent: SentUser): Promise<StoredScimUser> {
  const { userName } = sent
  if (userName === undefined) throw new ValidationFailed({ userName: 'required' })
  return inTransaction(deps, async (tx, emit) => {
    const deleted = await findDeletedUser(tx, userName)
    if (!deleted) return insertScimUser(deps, tx, directory, { ...sent, userName })
    await lockManageableUser(tx, directory.actor, deleted.id)
    await restoreWithin(deps, tx, emit, { actor: directory.actor, id: deleted.id })
    return change(deps, tx, emit, directory, deleted.id, { externalId: '', displayName: '', ...sent })
  })
}

async function insertScimUser(
  deps: Deps,
  tx: Database,
  { actor }: Directory,
  sent: SentUser & { userName: string },
) {
  const { userName: email, externalId, displayName, active = true } = sent
  const now = deps.now().toISOString()
  const person = { email, phone: null, ...namesOf(sent), consentAt: null, consentSource: SCIM }
  const id = await insertUser(tx, { ...person, emailVerifiedAt: now })
  if (!active) await updateUser(tx, id, { archivedAt: now }, now)
  await assignRole(tx, id, 'user')
  await upsertScimUser(tx, id, { externalId: externalId || null, displayName: displayName || null })
  await audit(deps, tx, actor, { action: 'user.provisioned', subjectType: 'user', subjectId: id })
  return getScimUser(tx, id)
}

export function updateScimUser(
  deps: Deps,
  directory: Directory,
  id: string,
  sent: SentUser,
): Promise<StoredScimUser> {
  return inTransaction(deps, (tx, emit) => change(deps, tx, emit, directory, id, sent))
}

/** What the directory calls a user can be written for everyone; anything else only for those whom a client can manage. */
async function change(
  deps: Deps,
  tx: Database,
  emit: Emit<Event>,
  directory: Directory,
  id: string | number,
  sent: SentUser,
) {
  const before = await lockScimUser(tx, id)
  const changes = profileChanges(before, sent)
  const isActive = before.archivedAt === null
  const isSwitched = sent.active !== undefined && sent.active !== isActive
  const { actor } = directory
  if (isSwitched || Object.keys(changes).length > 0) await lockManageableUser(tx, actor, before.id)
  if (Object.keys(changes).length > 0) await changeProfile(deps, tx, emit, directory, before, changes)
  if (isSwitched && isActive) await removeWithin(deps, tx, emit, { actor, id: before.id })
  if (isSwitched && !isActive) await restoreWithin(deps, tx, emit, { actor, id: before.id })
  const { externalId, displayName } = sent
  await upsertScimUser(tx, before.id, {
    ...(externalId !== undefined && { externalId: externalId || null }),
    ...(displayName !== undefined && { displayName: displayName || null }),
  })
  return getScimUser(tx, before.id)
}

/** The owner of the old address learns of a new one, as with any change of an address. */
async function changeProfile(
  deps: Deps,
  tx: Database,
  emit: Emit<Event>,
  { actor, language }: Directory,
  { id: userId, email: oldEmail, emailVerifiedAt }: StoredScimUser,
  changes: ReturnType<typeof profileChanges>,
) {
  const now = deps.now().toISOString()
  const isNewEmail = changes.email !== undefined && changes.email.toLowerCase() !== oldEmail.toLowerCase()
  await updateUser(tx, userId, { ...changes, ...(isNewEmail && { emailVerifiedAt: now }) }, now)
  await audit(deps, tx, actor, {
    action: 'user.updated',
    subjectType: 'user',
    subjectId: userId,
    details: { fields: Object.keys(changes) },
  })
  const wasConfirmed = emailVerifiedAt !== null
  if (isNewEmail) {
    await emit({ type: 'EmailChanged', userId, oldEmail, wasConfirmed, isEmailProven: true, language })
  }
}

/** The user stays in Atrium, archived; SCIM no longer finds them. */
export function deleteScimUser(deps: Deps, actor: Actor, id: string) {
  return inTransaction(deps, async (tx, emit) => {
    const user = await lockScimUser(tx, id)
    await lockManageableUser(tx, actor, user.id)
    if (user.archivedAt === null) await removeWithin(deps, tx, emit, { actor, id: user.id })
    await setGroupsOfSource(deps, tx, emit, { userId: user.id, source: SCIM, groupIds: [], reporter: actor })
    await upsertScimUser(tx, user.id, { deletedAt: deps.now().toISOString() })
    await audit(deps, tx, actor, {
      action: 'user.deprovisioned',
      subjectType: 'user',
      subjectId: user.id,
    })
  })
}

async function lockScimUser(tx: Database, id: string | number) {
  if (isId(id)) await lockUser(tx, Number(id))
  return getScimUser(tx, id)
}
