import { sql } from 'kysely'
import type { Database } from '#database.ts'
import { insertGroup } from '#groups/group.queries.ts'

export async function findRoles(db: Database, names: string[]) {
  if (names.length === 0) return []
  return db.selectFrom('roles').where('name', 'in', names).select(['name', 'isSystem']).execute()
}

/** Adds a role without permissions, unless there is one with this name. */
export async function ensureRole(tx: Database, name: string, now: string) {
  await tx
    .insertInto('roles')
    .values({ name, level: 1, description: null, createdAt: now, updatedAt: now })
    .onConflict(conflict => conflict.column('name').doNothing())
    .execute()
}

/** Returns the id of the group with this name, in any letter case; creates a group without roles if there is none. */
export async function ensureGroup(tx: Database, name: string, now: string) {
  const found = await tx
    .selectFrom('groups')
    .where(sql`lower(name)`, '=', sql`lower(${name}::text collate natural_order)`)
    .select('id')
    .executeTakeFirst()
  return found?.id ?? insertGroup(tx, { name, createdAt: now, updatedAt: now })
}
