import type { Database } from '#database.ts'

export async function findRoles(db: Database, names: string[]) {
  if (names.length === 0) return []
  return db.selectFrom('roles').where('name', 'in', names).select(['name', 'isSystem']).execute()
}

/** Adds a role without permissions, unless there is one with this name. */
export async function insertPlainRole(tx: Database, name: string, now: string) {
  await tx
    .insertInto('roles')
    .values({ name, level: 1, description: null, createdAt: now, updatedAt: now })
    .onConflict(conflict => conflict.column('name').doNothing())
    .execute()
}
