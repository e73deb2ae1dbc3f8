import { type Emit, inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#access-control/actor.ts'
import { isOwner } from '#access-control/hierarchy.queries.ts'
import { lockManageableUser, refuseLastOwner } from '#access-control/hierarchy.ts'
import { audit } from '#audit/audit.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict, Forbidden, NotFound, ValidationFailed } from '#errors.ts'
import type { Event } from '#events.ts'
import { recordFile, storeContent } from '#storage/file.commands.ts'
import { revokeUserAccess } from '#tokens/revoke-tokens.queries.ts'
import { changesOf, checkSentProfile } from './check-profile.ts'
import type { ProfileChanges, ProfileForm, User, UserDetails } from './user.contract.ts'
import { deleteOffboarding, getUser, updateUser } from './user.queries.ts'

export async function updateProfile(
  deps: Deps,
  actor: Actor,
  id: number,
  { avatar, clear, ...fields }: ProfileForm,
): Promise<UserDetails> {
  const sent = { ...fields, ...cleared(clear) }
  const stored = await getUser(deps.db, id)
  const changes = changesOf(sent, stored)
  requirePostPermission(actor, changes)
  const errors = await checkSentProfile(deps, sent, stored)
  if (Object.keys(errors).length > 0) throw new ValidationFailed(errors)
  const content = avatar && (await storeContent(deps, avatar, 'avatar', 'avatar'))
  return inTransaction(deps, async tx => {
    await lockExistingUser(tx, actor, id)
    await updateUser(tx, id, changes, deps.now().toISOString())
    if (content) await recordFile(deps, tx, actor, id, content)
    await audit(deps, tx, actor, {
      action: 'user.updated',
      subjectType: 'user',
      subjectId: id,
      details: { fields: Object.keys(changes) },
    })
    return getUser(tx, id)
  })
}

function requirePostPermission({ permissions }: Actor, { postId }: ProfileChanges) {
  const permission = 'users.write.any'
  if (postId === undefined || permissions.has(permission)) return
  throw new Forbidden('post_permission_required', { permission })
}

/** An empty field of a form counts as absent, so `clear` names the fields to clear. */
function cleared(names: ProfileForm['clear'] = []): ProfileChanges {
  return Object.fromEntries(names.map(name => [name, null]))
}

export function archiveUser(deps: Deps, actor: Actor, id: number): Promise<User> {
  return inTransaction(deps, (tx, emit) => archiveWithin(deps, tx, emit, { actor, id }))
}

interface Archiving {
  actor: Actor
  id: number
}

/** Part of a transaction: the user can no longer sign in, and all their sessions end. */
export async function archiveWithin(
  deps: Deps,
  tx: Database,
  emit: Emit<Event>,
  { actor, id }: Archiving,
): Promise<User> {
  const user = await lockExistingUser(tx, actor, id)
  if (user.archivedAt) throw new Conflict('user_archived')
  if (await isOwner(tx, id)) await refuseLastOwner(tx, id)
  const archivedAt = deps.now().toISOString()
  await updateUser(tx, id, { archivedAt }, archivedAt)
  await revokeUserAccess(tx, id, deps.now())
  await audit(deps, tx, actor, { action: 'user.archived', subjectType: 'user', subjectId: id })
  await emit({ type: 'TokensRevoked', userId: id })
  return getUser(tx, id)
}

export function restoreUser(deps: Deps, actor: Actor, id: number): Promise<User> {
  return inTransaction(deps, (tx, emit) => restoreWithin(deps, tx, emit, { actor, id }))
}

/** Part of a transaction: the user can sign in again. */
export async function restoreWithin(
  deps: Deps,
  tx: Database,
  emit: Emit<Event>,
  { actor, id }: Archiving,
): Promise<User> {
  const user = await lockExistingUser(tx, actor, id)
  if (!user.archivedAt) throw new Conflict('user_not_archived')
  await updateUser(tx, id, { archivedAt: null }, deps.now().toISOString())
  await deleteOffboarding(tx, id)
  // A sign-in that was in progress when the user was archived must not become valid now.
  await revokeUserAccess(tx, id, deps.now())
  await audit(deps, tx, actor, { action: 'user.restored', subjectType: 'user', subjectId: id })
  await emit({ type: 'TokensRevoked', userId: id })
  return getUser(tx, id)
}

async function lockExistingUser(tx: Database, actor: Actor, id: number) {
  const user = await lockManageableUser(tx, actor, id)
  if (!user) throw new NotFound('user_not_found')
  return user
}
