import { ValidationFailed } from '@atrium/core/errors'
import { sql } from 'kysely'
import { NO_TIME_ZONE } from '#administration/user-settings.contract.ts'
import type { Database } from '#database.ts'

const UNKNOWN_ZONE = '22023'

/** The zone that is asked for, else the user's own, else UTC; and which day it is there. */
export async function zoneFor(db: Database, userId: number, asked: string | undefined, now: string) {
  if (asked !== undefined && !isZone(asked)) throw unknownZone()
  try {
    const { rows } = await sql<{ timeZone: string; today: string }>`
      select time_zone, (${now}::timestamptz at time zone time_zone)::date as today
      from (select coalesce(${asked ?? null}::text, (select time_zone from user_settings where user_id = ${userId}),
        'UTC') as time_zone) as zone`.execute(db)
    return rows[0] as { timeZone: string; today: string }
  } catch (error) {
    if ((error as { code?: string }).code === UNKNOWN_ZONE) throw unknownZone()
    throw error
  }
}

/** Strict, because PostgreSQL takes any word with a number behind it for a zone. */
function isZone(name: string) {
  try {
    return /^[A-Za-z]/.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

function unknownZone() {
  return new ValidationFailed({ timeZone: [NO_TIME_ZONE] })
}
