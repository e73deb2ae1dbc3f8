import { EntityNotFound, Forbidden, ValidationFailed } from '@atrium/core/errors'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#access-control/actor.ts'
import { holdUser } from '#access-control/hierarchy.ts'
import { audit } from '#audit/audit.ts'
import type { Deps } from '#deps.ts'
import { recordFile, storeContent } from '#storage/file.commands.ts'
import { checkProfile } from './check-profile.ts'
import type { ProfileChanges, ProfileForm, User } from './user.contract.ts'
import { getUser, updateUser } from './user.queries.ts'

export async function changeProfile(
  deps: Deps,
  actor: Actor,
  id: number,
  { avatar, clear, ...given }: ProfileForm,
): Promise<User> {
  const changes = { ...given, ...cleared(clear) }
  checkPost(actor, changes)
  const errors = await checkProfile(deps, changes)
  if (Object.keys(errors).length > 0) throw new ValidationFailed(errors)
  const content = avatar && (await storeContent(deps, avatar, 'avatar', 'avatar'))
  return inTransaction(deps, async tx => {
    if (!(await holdUser(tx, actor, id))) throw new EntityNotFound('User')
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

function checkPost({ permissions }: Actor, { postId }: ProfileChanges) {
  const permission = 'users.write.any'
  if (postId === undefined || permissions.has(permission)) return
  throw new Forbidden(`To change a post you need the permission ${permission}`, { details: { permission } })
}

/** An empty field of a form is an absent one, so a form names what it clears. */
function cleared(names: ProfileForm['clear'] = []): ProfileChanges {
  return Object.fromEntries(names.map(name => [name, null]))
}
