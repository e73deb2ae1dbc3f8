import { inTransaction } from '@atrium/database/transaction'
import { EntityNotFound, Forbidden, ValidationFailed } from '@atrium/http/errors'
import type { Actor } from '#access-control/actor.ts'
import { holdUser } from '#access-control/hierarchy.ts'
import { audit } from '#audit/audit.ts'
import type { Deps } from '#deps.ts'
import { keepContent, recordFile } from '#storage/keep-file.ts'
import { birthDateFault } from './birth-date.ts'
import { getUser, updateUser } from './user.queries.ts'
import type { ProfileChanges, ProfileForm, User } from './user.schema.ts'

export async function changeProfile(
  deps: Deps,
  actor: Actor,
  id: number,
  { avatar, ...changes }: ProfileForm,
): Promise<User> {
  checkProfile(deps, actor, changes)
  const content = avatar && (await keepContent(deps, avatar, 'avatar', 'avatar'))
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

function checkProfile({ now }: Deps, { permissions }: Actor, { postId, birthDate }: ProfileChanges) {
  const permission = 'users.write.any'
  if (postId !== undefined && !permissions.has(permission)) {
    throw new Forbidden(`To change a post you need the permission ${permission}`, { details: { permission } })
  }
  const fault = birthDate && birthDateFault(birthDate, now())
  if (fault) throw new ValidationFailed({ birthDate: [fault] })
}
