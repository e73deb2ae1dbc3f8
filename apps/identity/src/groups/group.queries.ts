import { orderOf, pageOf } from '@atrium/core/paging'
import { containing } from '@atrium/database/conditions'
import { listPage } from '@atrium/database/list-page'
import { sql } from 'kysely'
import type { Database } from '#database.ts'
import { NotFound } from '#errors.ts'
import type { Group, GroupChanges, GroupFilters, NewGroup } from './group.contract.ts'

export async function findGroup(db: Database, id: number): Promise<Group | undefined> {
  return selectGroups(db).where('groups.id', '=', id).executeTakeFirst()
}

export async function getGroup(db: Database, id: number): Promise<Group> {
  const group = await findGroup(db, id)
  if (!group) throw new NotFound('group_not_found')
  return group
}

/** Changes of a group, its members and its roles wait for each other, so that each is checked against what is stored. */
export async function lockGroup(tx: Database, id: number): Promise<Group> {
  await tx.selectFrom('groups').where('id', '=', id).select('id').forNoKeyUpdate().execute()
  return getGroup(tx, id)
}

export function listGroups(db: Database, { search, source, userId, ...filters }: GroupFilters) {
  const { field, direction } = orderOf(filters.orderBy)
  const groups = selectGroups(db)
    .$if(Boolean(search), found => found.where('groups.name', 'ilike', containing(search ?? '')))
    .$if(source !== undefined, found => found.where('groups.source', '=', source ?? ''))
    .$if(userId !== undefined, found =>
      found.where('groups.id', 'in', ({ selectFrom }) =>
        selectFrom('groupMembers')
          .where('userId', '=', userId ?? 0)
          .select('groupId'),
      ),
    )
    .orderBy(`groups.${field}`, direction)
    .orderBy('groups.id', direction)
  return listPage(groups, pageOf(filters))
}

/** For the export of a user's data. */
export async function listGroupsOf(db: Database, userId: number) {
  return db
    .selectFrom('groupMembers')
    .innerJoin('groups', 'groups.id', 'groupMembers.groupId')
    .where('groupMembers.userId', '=', userId)
    .select(['groups.id', 'groups.name', 'groupMembers.source', 'groupMembers.addedAt'])
    .orderBy('groups.name')
    .orderBy('groupMembers.source')
    .execute()
}

/** The names of the user's groups, for the claim `groups`. */
export async function listGroupNames(db: Database, userId: number) {
  const groups = await db
    .selectFrom('groups')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('groupMembers').where('userId', '=', userId).select('groupId'),
    )
    .select('name')
    .orderBy('name')
    .execute()
  return groups.map(({ name }) => name)
}

export async function insertGroup(
  tx: Database,
  group: NewGroup & { source?: string; externalId?: string | null; createdAt: string; updatedAt: string },
) {
  const { id } = await tx.insertInto('groups').values(group).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateGroup(
  tx: Database,
  id: number,
  changes: GroupChanges & { externalId?: string | null; updatedAt: string },
) {
  await tx.updateTable('groups').set(changes).where('id', '=', id).execute()
}

/** Its memberships and roles are deleted with it. */
export async function deleteGroup(tx: Database, id: number) {
  await tx.deleteFrom('groups').where('id', '=', id).execute()
}

/** Returns whether the group did not have the role yet. */
export async function insertGroupRole(
  tx: Database,
  role: { groupId: number; roleId: number; assignedBy: number | null; assignedAt: string },
) {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('groupRoles')
    .values(role)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function deleteGroupRole(tx: Database, groupId: number, roleId: number) {
  await tx.deleteFrom('groupRoles').where('groupId', '=', groupId).where('roleId', '=', roleId).execute()
}

function selectGroups(db: Database) {
  return db.selectFrom('groups').select([
    'groups.id',
    'groups.name',
    'groups.description',
    'groups.source',
    'groups.externalId',
    'groups.createdAt',
    'groups.updatedAt',
    sql<number>`(select count(distinct user_id) from group_members where group_id = groups.id)`.as(
      'memberCount',
    ),
    sql<Group['roles']>`array(
        select json_build_object('id', roles.id, 'name', roles.name, 'level', roles.level)
        from group_roles join roles on roles.id = group_roles.role_id
        where group_roles.group_id = groups.id order by roles.level, roles.name)`.as('roles'),
  ])
}

/** Whether all of these groups exist. */
export async function hasGroups(db: Database, ids: number[]) {
  if (ids.length === 0) return true
  const found = await db.selectFrom('groups').where('id', 'in', ids).select('id').execute()
  return found.length === new Set(ids).size
}
