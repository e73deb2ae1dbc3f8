import { sql } from 'kysely'
import type { Database } from '#database.ts'

/** Changes nothing if there is no such user. */
export async function turnOffMail(db: Database, userId: number, now: string) {
  await sql`insert into user_settings (user_id, mail, updated_at) select id, 'none', ${now} from users where id = ${userId}
    on conflict (user_id) do update set mail = excluded.mail, updated_at = excluded.updated_at`.execute(db)
}
