import { EntityNotFound } from '@atrium/http/errors'
import { orderOf, type Page } from '@atrium/http/pagination'
import { type ExpressionBuilder, sql } from 'kysely'
import type { DB } from '#database.ts'
import type { Database } from '#deps.ts'
import type { User, UserFilters } from './user.schema.ts'

export async function getUser(db: Database, id: number): Promise<User> {
  const row = await selectUsers(db).where('users.id', '=', id).executeTakeFirst()
  if (!row) throw new EntityNotFound('User')
  return toUser(row)
}

export async function listUsers(
  db: Database,
  filters: UserFilters,
  { limit, offset }: Page,
): Promise<User[]> {
  const { field, direction } = orderOf(filters.orderBy)
  const rows = await selectUsers(db)
    .where(matching(filters))
    .orderBy(`users.${field}`, direction)
    .orderBy('users.id')
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

export async function hasUsers(db: Database) {
  return (await db.selectFrom('users').select('id').limit(sql.lit(1)).executeTakeFirst()) !== undefined
}

export type NewUser = Pick<User, 'email' | 'phone' | 'surname' | 'name' | 'consentAt'> &
  Partial<
    Pick<User, 'patronymic' | 'birthDate' | 'gender' | 'stack' | 'preferredContact' | 'cityId' | 'languageId'>
  > & {
    consentSource?: string | null
    passwordHash: string
  }

export async function insertUser(db: Database, user: NewUser) {
  const { id } = await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()
  return id
}

function selectUsers(db: Database) {
  return db
    .selectFrom('users')
    .leftJoin('posts', 'posts.id', 'users.postId')
    .select([
      'users.id',
      'users.email',
      'users.phone',
      'users.surname',
      'users.name',
      'users.patronymic',
      'users.birthDate',
      'users.gender',
      'users.stack',
      'users.preferredContact',
      'users.cityId',
      'users.languageId',
      'users.postId',
      'posts.name as post',
      'users.emailVerifiedAt',
      'users.consentAt',
      'users.consentSource',
      'users.createdAt',
      'users.updatedAt',
      'users.archivedAt',
      sql<string[]>`array(
        select roles.name from user_roles join roles on roles.id = user_roles.role_id
        where user_roles.user_id = users.id order by roles.level, roles.name)`.as('roles'),
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectUsers>['executeTakeFirstOrThrow']>>

function toUser(row: Row): User {
  return {
    ...row,
    gender: row.gender as User['gender'],
    preferredContact: row.preferredContact as User['preferredContact'],
    isOwner: row.roles.includes('owner'),
    avatarUrl: null,
    status: row.archivedAt ? 'archived' : 'active',
  }
}

function matching({ search, status }: UserFilters) {
  return ({ eb, and, or }: ExpressionBuilder<DB, 'users'>) => {
    const part = `%${search?.replace(/[\\%_]/g, '\\$&')}%`
    const columns = ['users.surname', 'users.name', 'users.email', 'users.phone'] as const
    return and([
      ...(search ? [or(columns.map(column => eb(column, 'ilike', part)))] : []),
      ...(status === 'all' ? [] : [eb('users.archivedAt', status === 'active' ? 'is' : 'is not', null)]),
    ])
  }
}
