import { Conflict, Forbidden } from '@atrium/core/errors'
import { type Emit, inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import { viewerOf } from '#administration/directory.ts'
import type { Database, Deps } from '#deps.ts'
import type { Event } from '#events.ts'
import { holdPlace } from './hold-place.ts'
import type { Member } from './member.contract.ts'
import { getActiveUser, getMember, updateMemberRole } from './member.queries.ts'
import type { MemberRole } from './project.contract.ts'
import { updateProject } from './project.queries.ts'
import { settleInvitations } from './revoke-pending.ts'
import { actingRole, isAtLeast } from './rights.ts'

interface RoleChange {
  userId: number
  role: MemberRole
}

export function changeMemberRole(
  deps: Deps,
  actor: Actor,
  projectId: number,
  { userId, role }: RoleChange,
): Promise<Member> {
  return inTransaction(deps, async (tx, emit) => {
    const place = await holdPlace(tx, actor, projectId, 'member.write')
    const viewer = viewerOf(actor, deps)
    const member = await getMember(tx, viewer, projectId, userId)
    requireAuthority(actingRole(actor, place.role), member.role, role)
    if (member.role === role) return member
    if (member.role === 'owner') {
      throw new Conflict('A project always has an owner; hand the ownership over to another member')
    }
    const change = changing(tx, emit, actor, projectId)
    if (role === 'owner') {
      await getActiveUser(tx, userId)
      await change(actor.id, 'owner', 'manager') // first: there is one owner at any moment
      await updateProject(tx, projectId, { ownerId: userId, updatedAt: deps.now().toISOString() })
    }
    await change(userId, member.role, role)
    await settleInvitations(tx, emit, actor, projectId, userId)
    return getMember(tx, viewer, projectId, userId)
  })
}

/** Nobody changes somebody who is above them, nor raises anybody above themselves. */
function requireAuthority(own: MemberRole | null, from: MemberRole, to: MemberRole) {
  if (own && isAtLeast(own, from) && isAtLeast(own, to)) return
  throw new Forbidden('Only the owner of the project changes who its owner is')
}

function changing(tx: Database, emit: Emit<Event>, actor: Actor, projectId: number) {
  return async (userId: number, from: MemberRole, to: MemberRole) => {
    await updateMemberRole(tx, projectId, userId, to)
    await emit({
      type: 'member.role_changed',
      projectId,
      actorId: actor.id,
      before: { userId, role: from },
      after: { userId, role: to },
    })
  }
}
