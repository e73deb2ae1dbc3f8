import { sql } from 'kysely'
import type { Database } from '#deps.ts'

export interface FailureLimit {
  subject: string
  /** Failures that are allowed before the first wait. */
  allowed: number
  userId?: number
}

const WINDOW_SECONDS = 900
const FIRST_WAIT_SECONDS = 30
const LONGEST_WAIT_SECONDS = 900

export async function listFailures(db: Database, limits: FailureLimit[]) {
  const [account, address] = limits.map(({ subject }) => subject)
  const { rows } = await sql<{ subject: string; blockedUntil: string | null }>`
    select subject, blocked_until from sign_in_failures where subject in (${account}, ${address})`.execute(db)
  return rows
}

/** Counts in the database, so that every instance sees it; each failure beyond the allowed doubles the wait. */
export async function recordFailure(db: Database, limit: FailureLimit, now: Date) {
  const { subject, allowed, userId = null } = limit
  const at = now.toISOString()
  const isOld = sql`sign_in_failures.first_failed_at < ${at}::timestamptz - make_interval(secs => ${WINDOW_SECONDS})
    and coalesce(sign_in_failures.blocked_until, '-infinity') < ${at}::timestamptz - make_interval(secs => ${WINDOW_SECONDS})`
  const failures = sql`(case when ${isOld} then 1 else sign_in_failures.failures + 1 end)`
  const wait = sql`make_interval(secs => least(
    ${LONGEST_WAIT_SECONDS}, ${FIRST_WAIT_SECONDS} * power(2, least(${failures} - ${allowed}::int, 10))))`
  await sql`
    insert into sign_in_failures (subject, user_id, failures, first_failed_at) values (${subject}, ${userId}, 1, ${at})
    on conflict (subject) do update set
      failures = ${failures},
      first_failed_at = case when ${isOld} then ${at} else sign_in_failures.first_failed_at end,
      blocked_until = case when ${failures} >= ${allowed}::int then ${at}::timestamptz + ${wait} end`.execute(
    db,
  )
}

/** Until when this user must wait, at whatever address they are. */
export async function findLockout(db: Database, userId: number, now: Date) {
  const { failures, lockedUntil } = await db
    .selectFrom('signInFailures')
    .where('userId', '=', userId)
    .select(({ fn }) => [
      fn.coalesce(fn.sum<number>('failures'), sql<number>`0`).as('failures'),
      fn.max('blockedUntil').filterWhere('blockedUntil', '>', now.toISOString()).as('lockedUntil'),
    ])
    .executeTakeFirstOrThrow()
  return { failures: Number(failures), lockedUntil, isLocked: lockedUntil !== null }
}

export async function clearFailuresOf(db: Database, userId: number) {
  const { numDeletedRows } = await db
    .deleteFrom('signInFailures')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function clearFailures(db: Database, subject: string) {
  await db.deleteFrom('signInFailures').where('subject', '=', subject).execute()
}
