import { sql } from 'kysely'
import type { Database } from '#database.ts'

/**
 * Says whether the user signs in with this browser for the first time, and whether they have signed in with another
 * one before. Of several sign-ins at once one is the first.
 */
export async function rememberBrowser(tx: Database, userId: number, browser: string, now: string) {
  const { rows } = await sql<{ isNew: boolean; hasOthers: boolean }>`
    insert into known_browsers (user_id, browser, seen_at) values (${userId}, ${browser}, ${now})
    on conflict (user_id, browser) do update set seen_at = excluded.seen_at
    returning xmax = 0 as is_new, exists (
      select from known_browsers as other where other.user_id = ${userId} and other.browser != ${browser}) as has_others`.execute(
    tx,
  )
  return rows[0] ?? { isNew: false, hasOthers: false }
}
