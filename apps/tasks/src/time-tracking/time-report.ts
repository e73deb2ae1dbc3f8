import { ValidationFailed } from '@atrium/core/errors'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { findProjectPlace } from '#projects/place.queries.ts'
import { may } from '#projects/rights.ts'
import { wholeSecond } from './interval-times.ts'
import type { TimeReport, TimeReportQuery } from './time-report.contract.ts'
import { listReportRows } from './time-report.queries.ts'
import { zoneFor } from './time-zone.ts'

const MOST_ROWS = 50_000

/** Everybody's time in a project for those who have time.any, one's own for the others. */
export async function timeReport(
  { db, now }: Deps,
  actor: Actor,
  projectId: number,
  query: TimeReportQuery,
): Promise<TimeReport> {
  const at = wholeSecond(now())
  const { timeZone, today } = await zoneFor(db, actor.id, query.timeZone, at)
  const { from, to } = daysOf(query, today)
  if (from > to) throw new ValidationFailed({ to: ['must not be before from'] })
  const groupBy = query.groupBy.split(',') as TimeReport['groupBy']
  const place = await findProjectPlace(db, actor.id, projectId)
  const userId = may(actor, place?.role ?? null, 'time.any') ? undefined : actor.id
  const reported = { projectId, userId, from, to, timeZone, now: at }
  const rows = await listReportRows(db, reported, groupBy, MOST_ROWS + 1)
  if (rows.length > MOST_ROWS) {
    throw new ValidationFailed({
      groupBy: [`gives more than ${MOST_ROWS} rows; choose fewer days or groups`],
    })
  }
  const totalSeconds = rows.reduce((total, { seconds }) => total + seconds, 0)
  return { from, to, timeZone, groupBy, totalSeconds, rows }
}

/** The current month; one bound alone takes the month around it, or what lies between it and today. */
function daysOf({ from: givenFrom, to: givenTo }: TimeReportQuery, today: string) {
  const from = givenFrom ?? `${(givenTo ?? today).slice(0, 7)}-01`
  const to = givenTo ?? lastOfMonth(from > today ? from : today)
  return { from, to }
}

function lastOfMonth(date: string) {
  const [year = 0, month = 0] = date.split('-').map(Number)
  const last = new Date(Date.UTC(2000, month, 0))
  last.setUTCFullYear(year, month, 0)
  return last.toISOString().slice(0, 10)
}
