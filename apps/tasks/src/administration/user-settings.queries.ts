import { sql } from 'kysely'
import type { Database } from '#database.ts'
import type { UserSettings, UserSettingsChanges } from './user-settings.contract.ts'

const columns = ['timeZone', 'language', 'theme'] as const

export async function getUserSettings(db: Database, userId: number): Promise<UserSettings> {
  const settings = await db
    .selectFrom('userSettings')
    .where('userId', '=', userId)
    .select(columns)
    .executeTakeFirst()
  return (settings ?? { timeZone: null, language: null, theme: null }) as UserSettings
}

export async function updateUserSettings(
  db: Database,
  userId: number,
  changes: UserSettingsChanges,
  now: string,
) {
  const settings = await db
    .insertInto('userSettings')
    .values({ ...changes, userId, updatedAt: now })
    .onConflict(conflict => conflict.column('userId').doUpdateSet({ ...changes, updatedAt: now }))
    .returning(columns)
    .executeTakeFirstOrThrow()
  return settings as UserSettings
}

/** The zone as PostgreSQL writes it. Abbreviations are none: BST is London for one and Dhaka for another. */
export async function findTimeZone(db: Database, name: string) {
  const { rows } = await sql<{ name: string }>`select name from pg_timezone_names
    where lower(name) = lower(${name})`.execute(db)
  return rows[0]?.name
}
