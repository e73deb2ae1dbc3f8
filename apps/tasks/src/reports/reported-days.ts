import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import { ValidationFailed } from '#errors.ts'
import { getTimeZone } from '#time-tracking/day-parts.queries.ts'
import { findCustomFields, withCustomFields } from '#views/custom-fields.ts'
import { matchFilter } from '#views/filter-conditions.ts'
import { isEmpty } from '#views/filter-text.contract.ts'
import { readFilter } from '#views/read-filter.ts'
import type { ReportQuery } from './report.contract.ts'

const DEFAULT_DAYS = 30
const MAX_DAYS = 1100

/** What a report covers: stages of this project on these days. */
export interface Reported {
  projectId: number
  boardId: number | undefined
  /** Which of the project's current tasks; undefined for all, and for tasks that are gone. */
  matchesTask: RawBuilder<SqlBool> | undefined
  timeZone: string
  from: string
  /** Never after today: the state of a day that has not ended is the current one. */
  to: string
}

export async function reportedDays(
  db: Database,
  actor: Actor,
  projectId: number,
  query: ReportQuery,
  now: Date,
): Promise<Reported> {
  const { boardId } = query
  const customFields = await findCustomFields(db, actor, query.filter)
  const filter = readFilter(query.filter, withCustomFields(customFields))
  const [{ timeZone, today }] = await Promise.all([
    getTimeZone(db, actor.id, query.timeZone, now.toISOString()),
    boardId && requireBoard(db, projectId, boardId),
  ])
  const to = query.to ?? laterOf(today, query.from ?? today)
  const from = query.from ?? addDays(to, 1 - DEFAULT_DAYS)
  if (from > to) throw new ValidationFailed({ to: 'to_before_from' })
  if (to > addDays(from, MAX_DAYS)) {
    throw new ValidationFailed({ to: { code: 'report_period_too_long', limit: MAX_DAYS } })
  }
  const matchesTask = isEmpty(filter)
    ? undefined
    : matchFilter(filter, { userId: actor.id, projectIds: [projectId], today, customFields })
  return { projectId, boardId, matchesTask, timeZone, from, to: to < today ? to : today }
}

/** A deleted board too, while it exists: its tasks were there. */
async function requireBoard(db: Database, projectId: number, boardId: number) {
  const board = await db
    .selectFrom('boards')
    .where('id', '=', boardId)
    .where('projectId', '=', projectId)
    .select('id')
    .executeTakeFirst()
  if (!board) throw new ValidationFailed({ boardId: 'does_not_exist' })
}

/** Empty if all of them are in the future. */
export function datesOf({ from, to }: Pick<Reported, 'from' | 'to'>) {
  const dates: string[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) dates.push(date)
  return dates
}

export function addDays(date: string, days: number) {
  const day = new Date(`${date}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + days)
  return day.toISOString().slice(0, 10)
}

export function mondayOf(date: string) {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  return addDays(date, -((weekday + 6) % 7))
}

function laterOf(one: string, other: string) {
  return one > other ? one : other
}

/** The days, by the local clock, on which a task entered a stage, left it, and was completed. */
export function localDays({ timeZone }: Reported) {
  const day = (column: string) => sql<string>`(${sql.ref(column)} at time zone ${timeZone}::text)::date`
  return {
    entered: day('task_stages.entered_at'),
    left: day('task_stages.left_at'),
    completed: day('task_stages.completed_at'),
  }
}

/** Stages that touch these days, whatever the time zone; the index is by when they ended. */
export function touchingDays({ projectId, boardId, from, to }: Reported) {
  return sql<boolean>`task_stages.project_id = ${projectId}
    and task_stages.left_at > ${addDays(from, -1)}::timestamp at time zone 'UTC'
    and task_stages.entered_at < ${addDays(to, 2)}::timestamp at time zone 'UTC'
    ${boardId ? sql`and task_stages.board_id = ${boardId}` : sql``}`
}

/** Whether the filter selects the task of a stage. */
export function ofMatchingTasks({ projectId, matchesTask }: Reported) {
  if (!matchesTask) return sql<boolean>`true`
  return sql<boolean>`task_stages.task_id in (select tasks.id from tasks
    where tasks.project_id = ${projectId} and tasks.deleted_at is null and ${matchesTask})`
}

/** Where the tasks were at the end of the last day, if they were completed on one of the days. */
export function completedTasks(reported: Reported) {
  const { entered, left, completed } = localDays(reported)
  const { from, to } = reported
  return sql<boolean>`${touchingDays({ ...reported, from: to })} and ${ofMatchingTasks(reported)}
    and ${entered} <= ${to}::date and ${left} > ${to}::date
    and ${completed} between ${from}::date and ${to}::date`
}
