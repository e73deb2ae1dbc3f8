import { type Emit, inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import { viewerOf } from '#administration/directory.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict, Forbidden } from '#errors.ts'
import type { Event } from '#events.ts'
import { settleInvitations } from './invitation.commands.ts'
import type { Member, NewMember } from './member.contract.ts'
import * as queries from './member.queries.ts'
import { getActiveUser, getMember } from './member.queries.ts'
import { insertMember, updateProject } from './project.queries.ts'
import { isMember } from './record-access.queries.ts'
import { lockProjectWithRight, refusePersonal } from './require-right.ts'
import type { MemberRole } from './rights.contract.ts'
import { actingRole, isAtLeast } from './rights.ts'

export function addMember(
  deps: Deps,
  actor: Actor,
  projectId: number,
  { userId, role }: NewMember,
): Promise<Member> {
  return inTransaction(deps, async (tx, emit) => {
    refusePersonal(await lockProjectWithRight(tx, actor, projectId, 'member.write'))
    const viewer = viewerOf(actor, deps)
    await getActiveUser(tx, userId, viewer)
    if (await isMember(tx, projectId, userId)) throw new Conflict('already_a_member')
    await insertMember(tx, projectId, userId, role)
    await emit({ type: 'member.added', projectId, actorId: actor.id, after: { userId, role } })
    await settleInvitations(tx, emit, actor, projectId, userId)
    return getMember(tx, viewer, projectId, userId)
  })
}

interface RoleChange {
  userId: number
  role: MemberRole
}

export function updateMemberRole(
  deps: Deps,
  actor: Actor,
  projectId: number,
  { userId, role }: RoleChange,
): Promise<Member> {
  return inTransaction(deps, async (tx, emit) => {
    const access = await lockProjectWithRight(tx, actor, projectId, 'member.write')
    const viewer = viewerOf(actor, deps)
    const member = await getMember(tx, viewer, projectId, userId)
    requireAuthority(actingRole(actor, access.role), member.role, role)
    if (member.role === role) return member
    if (member.role === 'owner') throw new Conflict('owner_required')
    const change = roleChange(tx, emit, actor, projectId)
    if (role === 'owner') {
      await getActiveUser(tx, userId)
      await change(actor.id, 'owner', 'manager') // first, so that there is never more than one owner
      await updateProject(tx, projectId, { ownerId: userId, updatedAt: deps.now().toISOString() })
    }
    await change(userId, member.role, role)
    await settleInvitations(tx, emit, actor, projectId, userId)
    return getMember(tx, viewer, projectId, userId)
  })
}

/** A member can neither change someone above them nor raise anyone above themselves. */
function requireAuthority(own: MemberRole | null, from: MemberRole, to: MemberRole) {
  if (own && isAtLeast(own, from) && isAtLeast(own, to)) return
  throw new Forbidden('only_owner_transfers')
}

function roleChange(tx: Database, emit: Emit<Event>, actor: Actor, projectId: number) {
  return async (userId: number, from: MemberRole, to: MemberRole) => {
    await queries.updateMemberRole(tx, projectId, userId, to)
    await emit({
      type: 'member.role_changed',
      projectId,
      actorId: actor.id,
      before: { userId, role: from },
      after: { userId, role: to },
    })
  }
}

/** Everyone but the owner can leave. Their timers and tasks are released by the subscribers of member.removed. */
export function removeMember(deps: Deps, actor: Actor, projectId: number, userId: number) {
  const isLeaving = userId === actor.id
  return inTransaction(deps, async (tx, emit) => {
    await lockProjectWithRight(tx, actor, projectId, isLeaving ? 'member.leave' : 'member.write')
    const { role } = await getMember(tx, viewerOf(actor, deps), projectId, userId)
    if (role === 'owner' && isLeaving) throw new Conflict('owner_cannot_leave')
    if (role === 'owner') throw new Forbidden('owner_not_removable')
    await queries.deleteMember(tx, projectId, userId)
    await emit({ type: 'member.removed', projectId, actorId: actor.id, before: { userId, role } })
    await settleInvitations(tx, emit, actor, projectId, userId)
  })
}
