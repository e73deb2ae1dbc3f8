import { type AliasedRawBuilder, sql } from 'kysely'
import type { Database } from '#database.ts'
import { beganAround, secondsOfPart, selectDayParts } from './day-parts.queries.ts'
import type { ReportRow, TimeReport } from './time-report.contract.ts'

interface Reported {
  projectId: number
  /** Of everybody, when there is none. */
  userId: number | undefined
  from: string
  to: string
  timeZone: string
  now: string
}

/** In the order of the groups: by name, by number, by day; the first of them up to the limit. */
export async function listReportRows(
  db: Database,
  { projectId, userId, from, to, timeZone, now }: Reported,
  groupBy: TimeReport['groupBy'],
  limit: number,
): Promise<ReportRow[]> {
  const columns = groupBy.flatMap(group => columnsOf[group] ?? [])
  const groups = columns.map(({ expression }) => expression)
  return selectDayParts(db, timeZone, now)
    .innerJoin('users', 'users.id', 'timeIntervals.userId')
    .where('tasks.projectId', '=', projectId)
    .where(beganAround(timeZone, from, to))
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

const columnsOf: Record<string, AliasedRawBuilder<string | number, keyof ReportRow>[]> = {
  user: [sql<string>`users.name || ' ' || users.surname`.as('name'), sql<number>`users.id`.as('userId')],
  task: [
    sql<number>`tasks.number`.as('number'),
    sql<number>`tasks.id`.as('taskId'),
    sql<string>`tasks.title`.as('title'),
  ],
  day: [sql<string>`part.date`.as('date')],
}
