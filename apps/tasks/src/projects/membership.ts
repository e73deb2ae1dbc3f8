import type { Emit } from '@atrium/database/transaction'
import type { Database } from '#database.ts'
import { Conflict } from '#errors.ts'
import type { Event } from '#events.ts'
import type { JoiningRole } from './member.contract.ts'
import type { MemberRole } from './rights.contract.ts'
import { isAtLeast } from './rights.ts'

/** What makes someone a member of a project: a role of their own, roles of their groups, or both. */
export interface Membership {
  ownRole: MemberRole | null
  /** The highest role of their groups. */
  teamRole: JoiningRole | null
}

/** Managers invite people and see the groups of the installation, which is not for people from outside. */
export async function refuseManagingGuest(tx: Database, userId: number, role: MemberRole) {
  if (!isAtLeast(role, 'manager')) return
  const guest = await tx
    .selectFrom('users')
    .where('id', '=', userId)
    .where('isGuest', '=', true)
    .select('id')
    .executeTakeFirst()
  if (guest) throw new Conflict('guests_manage_nothing')
}

/** The higher role counts. */
export function roleOf({ ownRole, teamRole }: Membership): MemberRole | null {
  if (!ownRole || !teamRole) return ownRole ?? teamRole
  return isAtLeast(ownRole, teamRole) ? ownRole : teamRole
}

export async function findMembership(tx: Database, projectId: number, userId: number) {
  const member = await tx
    .selectFrom('projectMembers')
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .select(['role', 'ownRole', 'teamRole'])
    .executeTakeFirst()
  if (!member) return undefined
  const { role, ownRole, teamRole } = member as Membership & { role: MemberRole }
  return { role, teamRole, ownRole: teamRole ? ownRole : role }
}

interface Saved extends Membership {
  projectId: number
  userId: number
}

/** Stores what a member has; returns the role that counts. Without any they are no member. */
export async function saveMembership(tx: Database, { projectId, userId, ownRole, teamRole }: Saved) {
  const role = roleOf({ ownRole, teamRole })
  if (!role) {
    await tx
      .deleteFrom('projectMembers')
      .where('projectId', '=', projectId)
      .where('userId', '=', userId)
      .execute()
    return null
  }
  const roles = { role, teamRole, ownRole: teamRole ? ownRole : null }
  await tx
    .insertInto('projectMembers')
    .values({ projectId, userId, ...roles })
    .onConflict(conflict => conflict.columns(['projectId', 'userId']).doUpdateSet(roles))
    .execute()
  return role
}

interface RoleChange {
  projectId: number
  actorId: number | null
  userId: number
  before: MemberRole | null
  after: MemberRole | null
}

/** Emits what a change of a role means: joining, leaving, another role, or nothing. */
export async function announceRole(
  emit: Emit<Event>,
  { projectId, actorId, userId, before, after }: RoleChange,
) {
  if (before === after) return
  const common = { projectId, actorId }
  if (!before && after) return emit({ ...common, type: 'member.added', after: { userId, role: after } })
  if (before && !after) return emit({ ...common, type: 'member.removed', before: { userId, role: before } })
  if (before && after) {
    await emit({
      ...common,
      type: 'member.role_changed',
      before: { userId, role: before },
      after: { userId, role: after },
    })
  }
}
