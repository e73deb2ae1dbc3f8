import { EntityNotFound } from '@atrium/core/errors'
import { sql } from 'kysely'
import type { Database } from '#deps.ts'
import type { ProfileChanges, User } from './user.contract.ts'

export async function getUser(db: Database, id: number): Promise<User> {
  const row = await selectUsers(db).where('users.id', '=', id).executeTakeFirst()
  if (!row) throw new EntityNotFound('User')
  return toUser(row)
}

export async function markEmailVerified(db: Database, id: number, now: string) {
  await db.updateTable('users').set({ emailVerifiedAt: now, updatedAt: now }).where('id', '=', id).execute()
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

export async function updateUser(db: Database, id: number, changes: UserChanges, now: string) {
  await db
    .updateTable('users')
    .set({ ...changes, updatedAt: now })
    .where('id', '=', id)
    .execute()
}

type UserChanges = ProfileChanges &
  Partial<Pick<User, 'email' | 'phone' | 'emailVerifiedAt' | 'archivedAt'> & { passwordHash: string }>

export function selectUsers(db: Database) {
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
      sql<string | null>`current_setting('atrium.identity_url', true)
        || '/storage/files/' || users.avatar_file_id || '/content'`.as('avatarUrl'),
      sql<string[]>`array(
        select roles.name from user_roles join roles on roles.id = user_roles.role_id
        where user_roles.user_id = users.id order by roles.level, roles.name)`.as('roles'),
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectUsers>['executeTakeFirstOrThrow']>>

export function toUser(row: Row): User {
  return {
    ...row,
    gender: row.gender as User['gender'],
    preferredContact: row.preferredContact as User['preferredContact'],
    isOwner: row.roles.includes('owner'),
    status: row.archivedAt ? 'archived' : 'active',
  }
}
