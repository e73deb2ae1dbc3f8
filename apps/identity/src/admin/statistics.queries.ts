import { sql } from 'kysely'
import type { Database } from '#database.ts'
import type { Statistics } from './statistics.contract.ts'

export async function countUsersByStatus(db: Database): Promise<Statistics['users']> {
  const { rows } = await sql<Statistics['users']>`
    select (select count(*) from users where archived_at is null) as active,
      (select count(*) from users where archived_at is not null) as archived`.execute(db)
  return rows[0] ?? { active: 0, archived: 0 }
}

/** Valid access tokens, and the number of users who have one. */
export async function countActiveTokens(db: Database, now: Date): Promise<Statistics['tokens']> {
  const { rows } = await sql<Statistics['tokens']>`
    select count(*) as alive, count(distinct user_id) as users from access_tokens
    where expires_at > ${now.toISOString()} and revoked_at is null`.execute(db)
  return rows[0] ?? { alive: 0, users: 0 }
}

interface DayCount {
  day: string
  kind: 'newUsers' | 'signIns' | 'failedSignIns'
  count: number
}

/** Without the days on which nothing happened. */
export async function listDayCounts(db: Database, since: string): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`
    select created_at::date as day, 'newUsers' as kind, count(*) as count
    from users where created_at >= ${since} group by 1
    union all
    select at::date, case action when 'sign-in.succeeded' then 'signIns' else 'failedSignIns' end, count(*)
    from audit_entries where at >= ${since} and action in ('sign-in.succeeded', 'sign-in.failed') group by 1, 2`.execute(
    db,
  )
  return rows
}
