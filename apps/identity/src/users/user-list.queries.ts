import { endOf, orderOf, type Page, startOf } from '@atrium/core/paging'
import { containing, wordsOf } from '@atrium/database/containing'
import { type ExpressionBuilder, sql } from 'kysely'
import type { DB } from '#database.ts'
import type { Database } from '#deps.ts'
import { parsePhone } from './phone.ts'
import type { User, UserFilters } from './user.contract.ts'
import { selectUsers, toUser } from './user.queries.ts'

export async function listUsers(
  db: Database,
  filters: UserFilters,
  { limit, offset }: Page,
): Promise<User[]> {
  const { field, direction } = orderOf(filters.orderBy)
  const rows = await selectUsers(db)
    .where(matching(filters))
    .orderBy(`users.${field}`, direction)
    .orderBy('users.id', direction) // as the indexes have it, forwards and backwards
    .limit(sql.lit(limit))
    .offset(offset)
    .execute()
  return rows.map(toUser)
}

export async function countUsers(db: Database, filters: UserFilters) {
  const { total } = await db
    .selectFrom('users')
    .where(matching(filters))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

type Users = ExpressionBuilder<DB, 'users'>

function matching(filters: UserFilters) {
  return (users: Users) => users.and([...withText(users, filters), ...withState(users, filters)])
}

function withText({ eb }: Users, { search, email, phone }: UserFilters) {
  return [
    ...wordsOf(search).map(word => eb('users.searchText', 'like', lower(containing(word)))),
    ...(email ? [eb(sql`lower(users.email)`, '=', lower(email))] : []),
    ...(phone ? [eb('users.phone', '=', asStored(phone))] : []),
  ]
}

/** By the rules of the columns that it is compared with. */
function lower(text: string) {
  return sql<string>`lower(${text}::text collate natural_order)`
}

function withState({ eb, exists, selectFrom }: Users, filters: UserFilters) {
  const { roleId, status, cityId, postId, createdFrom, createdTo } = filters
  const roles = selectFrom('userRoles').whereRef('userRoles.userId', '=', 'users.id').select('userRoles.id')
  return [
    ...(status === 'all' ? [] : [eb('users.archivedAt', status === 'active' ? 'is' : 'is not', null)]),
    ...(roleId ? [exists(roles.where('userRoles.roleId', '=', roleId))] : []),
    ...(cityId ? [eb('users.cityId', '=', cityId)] : []),
    ...(postId ? [eb('users.postId', '=', postId)] : []),
    ...(createdFrom ? [eb('users.createdAt', '>=', startOf(createdFrom))] : []),
    ...(createdTo ? [eb('users.createdAt', '<=', endOf(createdTo))] : []),
  ]
}

/** The plus of an address that was not encoded comes as a space. */
function asStored(phone: string) {
  return parsePhone(phone.replace(/^ /, '+')) ?? phone
}
