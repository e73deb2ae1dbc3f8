import { type Emit, inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#access-control/actor.ts'
import { lockManageableUser, refuseAbove, refuseRoleBeyond } from '#access-control/hierarchy.ts'
import { getRole } from '#access-control/role.queries.ts'
import { audit } from '#audit/audit.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict, NotFound } from '#errors.ts'
import type { Event } from '#events.ts'
import type {
  Group,
  GroupChanges,
  GroupMember,
  GroupRoleParams,
  MemberParams,
  NewGroup,
} from './group.contract.ts'
import { LOCAL } from './group.contract.ts'
import * as queries from './group.queries.ts'
import { deleteMemberships, findGroupMember, insertMemberships } from './group-member.queries.ts'

export function createGroup(deps: Deps, actor: Actor, input: NewGroup): Promise<Group> {
  return inTransaction(deps, async tx => {
    const now = deps.now().toISOString()
    const id = await queries.insertGroup(tx, { ...input, createdAt: now, updatedAt: now })
    await audit(deps, tx, actor, record('group.created', id, input))
    return queries.getGroup(tx, id)
  })
}

export function updateGroup(deps: Deps, actor: Actor, id: number, changes: GroupChanges): Promise<Group> {
  return inTransaction(deps, async (tx, emit) => {
    const group = await queries.lockGroup(tx, id)
    refuseGroupAbove(actor, group)
    const isRenamed = changes.name !== undefined && changes.name !== group.name
    if (isRenamed && group.source !== LOCAL) {
      throw new Conflict('group_managed_elsewhere', { source: group.source })
    }
    await queries.updateGroup(tx, id, { ...changes, updatedAt: deps.now().toISOString() })
    await audit(deps, tx, actor, record('group.updated', id, changes))
    if (isRenamed) await emit({ type: 'RightsChanged', groupId: id })
    return queries.getGroup(tx, id)
  })
}

export function deleteGroup(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, (tx, emit) => deleteWithin(deps, tx, emit, { actor, id }))
}

/** Part of a transaction: the members lose what they have by the group. */
export async function deleteWithin(
  deps: Deps,
  tx: Database,
  emit: Emit<Event>,
  { actor, id }: { actor: Actor; id: number },
) {
  const group = await queries.lockGroup(tx, id)
  refuseGroupAbove(actor, group)
  await queries.deleteGroup(tx, id)
  await audit(deps, tx, actor, record('group.deleted', id, { name: group.name, source: group.source }))
  await emit({ type: 'RightsChanged', groupId: id })
}

export function addGroupMember(
  deps: Deps,
  actor: Actor,
  { id: groupId, userId }: MemberParams,
): Promise<GroupMember> {
  return inTransaction(deps, async (tx, emit) => {
    const group = await lockGroupWithUser(tx, actor, groupId, userId)
    for (const { id } of group.roles) refuseRoleBeyond(actor, await getRole(tx, id))
    const membership = { groupId, source: LOCAL, addedBy: actor.id, addedAt: deps.now().toISOString() }
    const added = await insertMemberships(tx, membership, [userId])
    if (added.length > 0) {
      await audit(deps, tx, actor, recordMember('group.member_added', group, userId))
      await emit({ type: 'RightsChanged', userId, groupId })
    }
    return getGroupMember(tx, groupId, userId)
  })
}

export function removeGroupMember(deps: Deps, actor: Actor, { id: groupId, userId }: MemberParams) {
  return inTransaction(deps, async (tx, emit) => {
    const group = await lockGroupWithUser(tx, actor, groupId, userId, 'group_member_not_found')
    const { source } = await getGroupMember(tx, groupId, userId)
    if (source !== LOCAL) throw new Conflict('membership_managed_elsewhere', { source })
    await deleteMemberships(tx, groupId, LOCAL, [userId])
    await audit(deps, tx, actor, recordMember('group.member_removed', group, userId))
    await emit({ type: 'RightsChanged', userId, groupId })
  })
}

export function assignGroupRole(deps: Deps, actor: Actor, { id, roleId }: GroupRoleParams): Promise<Group> {
  return inTransaction(deps, async (tx, emit) => {
    await queries.lockGroup(tx, id)
    const role = await getRole(tx, roleId)
    refuseAbove(actor, role.level, 'role')
    refuseRoleBeyond(actor, role)
    const assignment = { groupId: id, roleId, assignedBy: actor.id, assignedAt: deps.now().toISOString() }
    if (await queries.insertGroupRole(tx, assignment)) {
      await audit(deps, tx, actor, record('group.role_assigned', id, { roleId, role: role.name }))
      await emit({ type: 'RightsChanged' })
    }
    return queries.getGroup(tx, id)
  })
}

export function unassignGroupRole(deps: Deps, actor: Actor, { id, roleId }: GroupRoleParams): Promise<Group> {
  return inTransaction(deps, async (tx, emit) => {
    const { roles } = await queries.lockGroup(tx, id)
    const role = roles.find(each => each.id === roleId)
    if (!role) throw new NotFound('group_role_not_found')
    refuseAbove(actor, role.level, 'role')
    await queries.deleteGroupRole(tx, id, roleId)
    await audit(deps, tx, actor, record('group.role_removed', id, { roleId, role: role.name }))
    await emit({ type: 'RightsChanged' })
    return queries.getGroup(tx, id)
  })
}

/** Locks first the user, then the group, as every transaction that needs both does. */
async function lockGroupWithUser(
  tx: Database,
  actor: Actor,
  groupId: number,
  userId: number,
  notFound: 'user_not_found' | 'group_member_not_found' = 'user_not_found',
) {
  await queries.getGroup(tx, groupId)
  if (!(await lockManageableUser(tx, actor, userId))) throw new NotFound(notFound)
  const group = await queries.lockGroup(tx, groupId)
  refuseGroupAbove(actor, group)
  return group
}

async function getGroupMember(tx: Database, groupId: number, userId: number) {
  const member = await findGroupMember(tx, groupId, userId)
  if (!member) throw new NotFound('group_member_not_found')
  return member
}

/** A group is as high as its highest role. */
export function refuseGroupAbove(actor: Actor, { roles }: Group) {
  refuseAbove(actor, Math.max(0, ...roles.map(({ level }) => level)), 'role')
}

function record(action: string, subjectId: number, details: Record<string, unknown>) {
  return { action, subjectType: 'group' as const, subjectId, details }
}

function recordMember(action: string, { id, name, source }: Group, userId: number) {
  return record(action, id, { userId, group: name, source })
}
