import { toCsv } from '@atrium/core/csv'
import { type AliasedRawBuilder, sql } from 'kysely'
import type { Actor } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import { ValidationFailed } from '#errors.ts'
import { findProjectAccess } from '#projects/record-access.queries.ts'
import { may } from '#projects/rights.ts'
import { getTimeZone, secondsOfPart, selectDayParts, startedAround } from './day-parts.queries.ts'
import type { ReportRow, TimeReport, TimeReportQuery } from './time-report.contract.ts'

const MAX_ROWS = 50_000

/** The time of all users if the actor has `time.any` in the project, else only the actor's own. */
export async function getTimeReport(
  db: Database,
  actor: Actor,
  projectId: number,
  query: TimeReportQuery,
  now: string,
): Promise<TimeReport> {
  const { timeZone, today } = await getTimeZone(db, actor.id, query.timeZone, now)
  const { from, to } = daysOf(query, today)
  if (from > to) throw new ValidationFailed({ to: 'to_before_from' })
  const groupBy = query.groupBy.split(',') as TimeReport['groupBy']
  const access = await findProjectAccess(db, actor.id, projectId)
  const userId = may(actor, access?.role ?? null, 'time.any') ? undefined : actor.id
  const reported = { projectId, userId, from, to, timeZone, now }
  const rows = await listReportRows(db, reported, groupBy, MAX_ROWS + 1)
  if (rows.length > MAX_ROWS) {
    throw new ValidationFailed({ groupBy: { code: 'report_too_long', limit: MAX_ROWS } })
  }
  const totalSeconds = rows.reduce((total, { seconds }) => total + seconds, 0)
  return { from, to, timeZone, groupBy, totalSeconds, rows }
}

/** By default the current month. One bound is enough: it starts with the month of `to`, or ends with the current month. */
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

interface Reported {
  projectId: number
  /** Undefined for all users. */
  userId: number | undefined
  from: string
  to: string
  timeZone: string
  now: string
}

/** Ordered by the groups: by name, by number, by day. */
async function listReportRows(
  db: Database,
  { projectId, userId, from, to, timeZone, now }: Reported,
  groupBy: TimeReport['groupBy'],
  limit: number,
): Promise<ReportRow[]> {
  const columns = groupBy.flatMap(group => groupColumns[group] ?? [])
  const groups = columns.map(({ expression }) => expression)
  return selectDayParts(db, timeZone, now)
    .innerJoin('users', 'users.id', 'timeIntervals.userId')
    .where('tasks.projectId', '=', projectId)
    .where(startedAround(timeZone, from, to))
    .where(sql<boolean>`part.date between ${from}::date and ${to}::date`)
    .where(sql<boolean>`part.ended_at > part.started_at`)
    .$if(userId !== undefined, rows => rows.where('timeIntervals.userId', '=', userId as number))
    .groupBy(groups)
    .orderBy(sql.join(groups))
    .limit(sql.lit(limit))
    .select(columns)
    .select(sql<number>`sum(${secondsOfPart})::bigint`.as('seconds'))
    .$castTo<ReportRow>()
    .execute()
}

const groupColumns: Record<string, AliasedRawBuilder<string | number, keyof ReportRow>[]> = {
  user: [sql<string>`users.name || ' ' || users.surname`.as('name'), sql<number>`users.id`.as('userId')],
  task: [
    sql<number>`tasks.number`.as('number'),
    sql<number>`tasks.id`.as('taskId'),
    sql<string>`tasks.title`.as('title'),
  ],
  day: [sql<string>`part.date`.as('date')],
}

const csvColumns = {
  user: ['userId', 'name'],
  task: ['taskId', 'number', 'title'],
  day: ['date'],
} as const satisfies Record<string, (keyof ReportRow)[]>

export function reportCsv({ groupBy, rows }: TimeReport) {
  const columns = [...groupBy.flatMap<keyof ReportRow>(group => [...csvColumns[group]]), 'seconds' as const]
  return toCsv([columns, ...rows.map(row => columns.map(column => row[column]))])
}
