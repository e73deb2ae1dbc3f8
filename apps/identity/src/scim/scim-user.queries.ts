import { type SqlBool, sql } from 'kysely'
import type { Database } from '#database.ts'
import { MalformedRequest, NotFound } from '#errors.ts'
import type { Condition } from './filter.ts'
import { isId } from './resource-id.ts'
import { SCIM } from './scim-group.queries.ts'
import { readSlice, type Slice } from './slice.ts'

export type StoredScimUser = Awaited<ReturnType<typeof getScimUser>>

export async function getScimUser(db: Database, id: string | number) {
  const found = isId(id)
    ? await selectUsers(db).where('users.id', '=', Number(id)).executeTakeFirst()
    : undefined
  if (!found) throw new NotFound('scim_resource_not_found', { id: String(id) })
  return found
}

export function listScimUsers(db: Database, conditions: Condition[], slice: Slice) {
  const found = conditions.reduce((users, condition) => users.where(matching(condition)), selectUsers(db))
  return readSlice(found.orderBy('users.id'), slice)
}

/** Finds a user whom the directory has deleted and who still has the address. */
export async function findDeletedUser(tx: Database, email: string) {
  return tx
    .selectFrom('users')
    .innerJoin('scimUsers', 'scimUsers.userId', 'users.id')
    .where(hasEmail(email))
    .where('users.erasedAt', 'is', null)
    .whereRef('scimUsers.deletedAt', '>=', 'users.archivedAt')
    .select('users.id')
    .executeTakeFirst()
}

/** Returns those of the ids whose users SCIM finds. */
export async function listKnownUserIds(db: Database, ids: number[]) {
  if (ids.length === 0) return []
  const rows = await visible(db)
    .where(({ eb }) => eb('users.id', '=', sql<number>`any(${ids}::bigint[])`))
    .select('users.id')
    .execute()
  return rows.map(({ id }) => id)
}

interface ScimFields {
  externalId?: string | null
  displayName?: string | null
  deletedAt?: string | null
}

export async function upsertScimUser(tx: Database, userId: number, fields: ScimFields) {
  await tx
    .insertInto('scimUsers')
    .values({ userId, ...fields })
    .onConflict(conflict => conflict.column('userId').doUpdateSet({ userId, ...fields }))
    .execute()
}

/** Archived users are found unless the directory has deleted them since. */
function visible(db: Database) {
  return db
    .selectFrom('users')
    .leftJoin('scimUsers', 'scimUsers.userId', 'users.id')
    .where('users.erasedAt', 'is', null)
    .where(sql<SqlBool>`(scim_users.deleted_at >= users.archived_at) is not true`)
}

function selectUsers(db: Database) {
  return visible(db).select([
    'users.id',
    'users.email',
    'users.name',
    'users.surname',
    'users.patronymic',
    'users.createdAt',
    'users.updatedAt',
    'users.archivedAt',
    'users.emailVerifiedAt',
    'scimUsers.externalId',
    'scimUsers.displayName',
    sql<{ value: string; display: string }[]>`array(
      select json_build_object('value', groups.id::text, 'display', groups.name)
      from groups join group_members on group_members.group_id = groups.id
      where group_members.user_id = users.id and group_members.source = ${SCIM} and groups.source = ${SCIM}
      order by groups.id)`.as('groups'),
  ])
}

/** What each attribute is compared with; text that is not case-exact in lower case. */
const comparisons: Record<string, (value: Condition['value']) => ReturnType<typeof sql<SqlBool>>> = {
  username: hasEmail,
  emails: hasEmail,
  'emails.value': hasEmail,
  'emails.type': value => sql<SqlBool>`${String(value).toLowerCase() === 'work'}::boolean`,
  'emails.primary': value => sql<SqlBool>`${value === true}::boolean`,
  id: value => sql<SqlBool>`users.id = ${isId(value) ? Number(value) : 0}`,
  externalid: value => sql<SqlBool>`scim_users.external_id = ${String(value)}`,
  active: value => sql<SqlBool>`(users.archived_at is null) = ${String(value).toLowerCase() === 'true'}`,
  'name.givenname': value => sql<SqlBool>`lower(users.name) = ${lower(value)}`,
  'name.familyname': value => sql<SqlBool>`lower(users.surname) = ${lower(value)}`,
  displayname: value =>
    sql<SqlBool>`lower(coalesce(scim_users.display_name, concat_ws(' ', users.name, nullif(users.surname, '')))) = ${lower(value)}`,
}

function matching({ attribute, value }: Condition) {
  const comparison = Object.hasOwn(comparisons, attribute) ? comparisons[attribute] : undefined
  if (!comparison) throw new MalformedRequest('scim_filter_unsupported')
  return comparison(value)
}

function hasEmail(value: Condition['value']) {
  return sql<SqlBool>`lower(users.email) = ${lower(value)}`
}

/** With the collation of the columns that it is compared with. */
function lower(value: Condition['value']) {
  return sql`lower(${String(value)}::text collate natural_order)`
}
