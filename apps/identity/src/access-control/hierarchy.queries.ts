import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#database.ts'

/** Rows that only refer to the user can still be written. */
export async function lockUser(tx: Database, id: number) {
  return tx
    .selectFrom('users')
    .where('id', '=', id)
    .select(['id', 'archivedAt', 'erasedAt'])
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** The level of the user's highest role, including those of their groups. */
export async function getLevel(db: Database, userId: number) {
  const { level } = await db
    .selectFrom('heldRoles')
    .innerJoin('roles', 'roles.id', 'heldRoles.roleId')
    .where('heldRoles.userId', '=', userId)
    .select(({ fn }) => fn.max<number | null>('roles.level').as('level'))
    .executeTakeFirstOrThrow()
  return level ?? 0
}

export async function lockOwnerRole(tx: Database) {
  await tx.selectFrom('roles').where('name', '=', 'owner').select('id').forNoKeyUpdate().execute()
}

/** Whether the role owner was assigned to the user; a group that has it does not count (decision 265). */
export async function isOwner(db: Database, userId: number) {
  return (await owners(db).where('userRoles.userId', '=', userId).executeTakeFirst()) !== undefined
}

/** For a statement that reads more about the user; roles of groups count. */
export function hasOwnerRole(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from held_roles join roles on roles.id = held_roles.role_id
    where held_roles.user_id = ${userId} and roles.name = 'owner')`
}

/** Archived users do not count, and neither do owners by a group: a directory can remove them at any time. */
export async function hasOtherOwner(db: Database, userId: number) {
  const other = await owners(db)
    .innerJoin('users', 'users.id', 'userRoles.userId')
    .where('userRoles.userId', '!=', userId)
    .where('users.archivedAt', 'is', null)
    .executeTakeFirst()
  return other !== undefined
}

function owners(db: Database) {
  return db
    .selectFrom('userRoles')
    .innerJoin('roles', 'roles.id', 'userRoles.roleId')
    .where('roles.name', '=', 'owner')
    .select('userRoles.userId')
}
