import { type Emit, inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import { viewerOf } from '#administration/directory.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict, Forbidden } from '#errors.ts'
import type { Event } from '#events.ts'
import { settleInvitations } from './invitation.commands.ts'
import type { Member, NewMember } from './member.contract.ts'
import { getActiveUser, getMember } from './member.queries.ts'
import { announceRole, findMembership, refuseManagingGuest, saveMembership } from './membership.ts'
import { updateProject } from './project.queries.ts'
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
    const membership = await findMembership(tx, projectId, userId)
    if (membership?.ownRole) throw new Conflict('already_a_member')
    await refuseManagingGuest(tx, userId, role)
    await setOwnRole(tx, emit, { projectId, actor, userId, role })
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
    if (member.ownRole === role) return member
    await refuseManagingGuest(tx, userId, role)
    if (member.role === 'owner') throw new Conflict('owner_required')
    if (role === 'owner') {
      await getActiveUser(tx, userId)
      // First, so that there is never more than one owner.
      await setOwnRole(tx, emit, { projectId, actor, userId: actor.id, role: 'manager' })
      await updateProject(tx, projectId, { ownerId: userId, updatedAt: deps.now().toISOString() })
    }
    await setOwnRole(tx, emit, { projectId, actor, userId, role })
    await settleInvitations(tx, emit, actor, projectId, userId)
    return getMember(tx, viewer, projectId, userId)
  })
}

/** A member can neither change someone above them nor raise anyone above themselves. */
function requireAuthority(own: MemberRole | null, from: MemberRole, to: MemberRole) {
  if (own && isAtLeast(own, from) && isAtLeast(own, to)) return
  throw new Forbidden('only_owner_transfers')
}

interface OwnRole {
  projectId: number
  actor: Actor
  userId: number
  /** Null removes it: the member stays only through groups. */
  role: MemberRole | null
}

/** The roles of the member's groups stay as they are. */
async function setOwnRole(tx: Database, emit: Emit<Event>, { projectId, actor, userId, role }: OwnRole) {
  const { role: before = null, teamRole = null } = (await findMembership(tx, projectId, userId)) ?? {}
  const after = await saveMembership(tx, { projectId, userId, ownRole: role, teamRole })
  await announceRole(emit, { projectId, actorId: actor.id, userId, before, after })
}

/** Everyone but the owner can leave. Their timers and tasks are released by the subscribers of member.removed. */
export function removeMember(deps: Deps, actor: Actor, projectId: number, userId: number) {
  const isLeaving = userId === actor.id
  return inTransaction(deps, async (tx, emit) => {
    await lockProjectWithRight(tx, actor, projectId, isLeaving ? 'member.leave' : 'member.write')
    const { role, ownRole, groups } = await getMember(tx, viewerOf(actor, deps), projectId, userId)
    if (role === 'owner' && isLeaving) throw new Conflict('owner_cannot_leave')
    if (role === 'owner') throw new Forbidden('owner_not_removable')
    if (!ownRole)
      throw new Conflict('member_through_group', { groups: groups.map(({ name }) => name).join(', ') })
    await setOwnRole(tx, emit, { projectId, actor, userId, role: null })
    await settleInvitations(tx, emit, actor, projectId, userId)
  })
}
