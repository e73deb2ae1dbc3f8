import { inTransaction } from '@atrium/database/transaction'
import { Conflict } from '@atrium/http/errors'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { holdPlace } from './hold-place.ts'
import { getActiveUser, getMember } from './member.queries.ts'
import type { Member, NewMember } from './member.schema.ts'
import { isMember } from './place.queries.ts'
import { insertMember } from './project.queries.ts'
import { refusePersonal } from './require-right.ts'

export function addMember(
  deps: Deps,
  actor: Actor,
  projectId: number,
  { userId, role }: NewMember,
): Promise<Member> {
  return inTransaction(deps, async (tx, announce) => {
    refusePersonal(await holdPlace(tx, actor, projectId, 'member.write'))
    await getActiveUser(tx, userId)
    if (await isMember(tx, projectId, userId)) throw new Conflict('This user is a member already')
    await insertMember(tx, projectId, userId, role)
    await announce({ name: 'member.added', projectId, actorId: actor.id, after: { userId, role } })
    return getMember(tx, projectId, userId)
  })
}
