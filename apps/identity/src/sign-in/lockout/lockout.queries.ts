import { sharedRead } from '@atrium/database/prepared'
import { sql } from 'kysely'
import type { Database } from '#database.ts'

export interface FailureLimit {
  subject: string
  /** Failures that are allowed before the first wait. */
  allowed: number
  /** In seconds; each further failure doubles it. */
  firstWait: number
  longestWait: number
  userId?: number | undefined
}

const WINDOW_SECONDS = 900

export function listFailures(db: Database, limits: FailureLimit[]) {
  return failuresOf(
    db,
    limits.map(({ subject }) => subject),
  )
}

const failuresOf = sharedRead((db: Database, subjects: string[]) =>
  db
    .selectFrom('signInFailures')
    .select(['subject', 'blockedUntil'])
    .where(sql<boolean>`subject = any(${subjects})`),
)

/** Counts in the database, so that every instance sees it. False while the subject is blocked: then nothing changes. */
export async function recordFailure(db: Database, limit: FailureLimit, now: Date) {
  const { subject, allowed, firstWait, longestWait, userId = null } = limit
  const at = now.toISOString()
  const isOld = sql`sign_in_failures.first_failed_at < ${at}::timestamptz - make_interval(secs => ${WINDOW_SECONDS})
    and coalesce(sign_in_failures.blocked_until, '-infinity') < ${at}::timestamptz - make_interval(secs => ${WINDOW_SECONDS})`
  const failures = sql`(case when ${isOld} then 1 else sign_in_failures.failures + 1 end)`
  const wait = sql`make_interval(secs => least(
    ${longestWait}::int, ${firstWait}::int * power(2, least(${failures} - ${allowed}::int, 10))))`
  const { rows } = await sql`
    insert into sign_in_failures (subject, user_id, failures, first_failed_at) values (${subject}, ${userId}, 1, ${at})
    on conflict (subject) do update set
      failures = ${failures},
      first_failed_at = case when ${isOld} then ${at} else sign_in_failures.first_failed_at end,
      blocked_until = case when ${failures} >= ${allowed}::int then ${at}::timestamptz + ${wait} end
    where coalesce(sign_in_failures.blocked_until, '-infinity') <= ${at}::timestamptz
    returning subject`.execute(db)
  return rows.length > 0
}

/** Until when this user must wait, from any address. */
export async function getLockout(db: Database, userId: number, now: Date) {
  const { failures, lockedUntil } = await db
    .selectFrom('signInFailures')
    .where('userId', '=', userId)
    .where('subject', 'not like', 'everywhere %') // the same failures again
    .select(({ fn }) => [
      fn.coalesce(fn.sum<number>('failures'), sql<number>`0`).as('failures'),
      fn.max('blockedUntil').filterWhere('blockedUntil', '>', now.toISOString()).as('lockedUntil'),
    ])
    .executeTakeFirstOrThrow()
  return { failures: Number(failures), lockedUntil, isLocked: lockedUntil !== null }
}

export async function clearUserFailures(db: Database, userId: number) {
  const { numDeletedRows } = await db
    .deleteFrom('signInFailures')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function clearFailures(db: Database, subject: string) {
  await db.deleteFrom('signInFailures').where('subject', '=', subject).execute()
}

/** Takes back a failure that turned out not to be one, and with it the wait that it caused. */
export async function returnFailure(db: Database, subject: string) {
  await db
    .updateTable('signInFailures')
    .set(({ eb }) => ({ failures: eb('failures', '-', 1), blockedUntil: null }))
    .where('subject', '=', subject)
    .execute()
}
