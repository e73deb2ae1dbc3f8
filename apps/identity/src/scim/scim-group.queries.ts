import { type SqlBool, sql } from 'kysely'
import type { Database } from '#database.ts'
import { MalformedRequest, NotFound } from '#errors.ts'
import type { Condition } from './filter.ts'
import { isId } from './resource-id.ts'
import { readSlice, type Slice } from './slice.ts'

/** The source of groups and memberships that came over SCIM. */
export const SCIM = 'scim'

interface Member {
  id: number
  name: string
}

export type StoredScimGroup = Awaited<ReturnType<typeof getScimGroup>>

export async function getScimGroup(db: Database, id: string | number, withMembers = true) {
  const found = isId(id)
    ? await selectGroups(db, withMembers).where('groups.id', '=', Number(id)).executeTakeFirst()
    : undefined
  if (!found) throw new NotFound('scim_resource_not_found', { id: String(id) })
  return found
}

export function listScimGroups(db: Database, conditions: Condition[], slice: Slice, withMembers: boolean) {
  const found = conditions.reduce(
    (groups, condition) => groups.where(matching(condition)),
    selectGroups(db, withMembers),
  )
  return readSlice(found.orderBy('groups.id'), slice)
}

function selectGroups(db: Database, withMembers: boolean) {
  const members = withMembers
    ? sql<Member[]>`array(
        select json_build_object('id', users.id, 'name', concat_ws(' ', users.name, nullif(users.surname, '')))
        from group_members join users on users.id = group_members.user_id
        where group_members.group_id = groups.id and group_members.source = ${SCIM} order by users.id)`
    : sql<Member[]>`array[]::json[]`
  return db
    .selectFrom('groups')
    .where('groups.source', '=', SCIM)
    .select([
      'groups.id',
      'groups.name',
      'groups.externalId',
      'groups.createdAt',
      'groups.updatedAt',
      members.as('members'),
    ])
}

const comparisons: Record<string, (value: Condition['value']) => ReturnType<typeof sql<SqlBool>>> = {
  displayname: value =>
    sql<SqlBool>`lower(groups.name) = lower(${String(value)}::text collate natural_order)`,
  externalid: value => sql<SqlBool>`groups.external_id = ${String(value)}`,
  id: value => sql<SqlBool>`groups.id = ${isId(value) ? Number(value) : 0}`,
  members: hasMember,
  'members.value': hasMember,
}

function matching({ attribute, value }: Condition) {
  const comparison = Object.hasOwn(comparisons, attribute) ? comparisons[attribute] : undefined
  if (!comparison) throw new MalformedRequest('scim_filter_unsupported')
  return comparison(value)
}

function hasMember(value: Condition['value']) {
  return sql<SqlBool>`exists (select from group_members
    where group_members.group_id = groups.id and group_members.source = ${SCIM}
      and group_members.user_id = ${isId(value) ? Number(value) : 0})`
}
