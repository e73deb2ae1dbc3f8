import { sql } from 'kysely'
import type { Actor } from '#administration/actor.ts'
import { MAX_CYCLE_DAYS } from '#cycles/cycle.contract.ts'
import type { Database } from '#database.ts'
import { ValidationFailed } from '#errors.ts'
import { rolesWith } from '#projects/rights.ts'
import { getTimeZone } from '#time-tracking/day-parts.queries.ts'
import type { BurnDownReport, CapacityReport } from './cycle-report.contract.ts'
import { addDays, datesOf } from './reported-days.ts'

const MAX_PEOPLE = 200

interface Wanted {
  cycleId: number
  timeZone?: string | undefined
}

type Day = BurnDownReport['days'][number]

/** From the stages of tasks: what they were at the end of each day, or just before the cycle was finished. */
export async function getBurnDown(
  db: Database,
  actor: Actor,
  projectId: number,
  { cycleId, timeZone: wanted }: Wanted,
  now: Date,
): Promise<BurnDownReport> {
  const { timeZone, today } = await getTimeZone(db, actor.id, wanted, now.toISOString())
  const { startDate, endDate, createdOn, finishedOn, finishedAt } = await getCycleDays(
    db,
    projectId,
    cycleId,
    timeZone,
  )
  const from = startDate ?? earlierOf(createdOn, endDate ?? createdOn)
  const to = earlierOf(endDate ?? laterOf(from, finishedOn ?? today), addDays(from, MAX_CYCLE_DAYS - 1))
  // A cycle that has not begun has a plan, and one that was finished too late has its last day.
  const last = earlierOf(finishedOn ?? today, to)
  const known = datesOf({ from, to: last })
  const states = await listStates(
    db,
    { projectId, cycleId, timeZone, finishedAt },
    known.length > 0 ? known : [today],
  )
  const first = states[0] ?? noTasks
  const dates = datesOf({ from, to })
  const left = (at: number) => (dates.length > 1 ? 1 - at / (dates.length - 1) : 0)
  const days = dates.map((date, at): Day => {
    const state = known.length > at ? (states[at] ?? noTasks) : unknown
    return {
      date,
      ...state,
      idealCount: rounded(first.scopeCount * left(at)),
      idealSeconds: Math.round(first.scopeSeconds * left(at)),
    }
  })
  return { cycleId, from, to, timeZone, days }
}

const noTasks = {
  scopeCount: 0,
  doneCount: 0,
  remainingCount: 0,
  scopeSeconds: 0,
  doneSeconds: 0,
  remainingSeconds: 0,
}
type State = typeof noTasks
const unknown = Object.fromEntries(Object.keys(noTasks).map(name => [name, null])) as Record<
  keyof State,
  null
>

interface CycleDays {
  startDate: string | null
  endDate: string | null
  createdOn: string
  finishedOn: string | null
  finishedAt: string | null
}

async function getCycleDays(db: Database, projectId: number, cycleId: number, timeZone: string) {
  const { rows } = await sql<CycleDays>`
    select start_date, end_date, (created_at at time zone ${timeZone}::text)::date as created_on,
      (finished_at at time zone ${timeZone}::text)::date as finished_on, finished_at
    from cycles where project_id = ${projectId} and id = ${cycleId}`.execute(db)
  const [cycle] = rows
  if (!cycle) throw new ValidationFailed({ cycleId: 'does_not_exist' })
  return cycle
}

interface Stages {
  projectId: number
  cycleId: number
  timeZone: string
  finishedAt: string | null
}

/** One for each of the days, in their order. */
async function listStates(
  db: Database,
  { projectId, cycleId, timeZone, finishedAt }: Stages,
  days: string[],
) {
  const { rows } = await sql<State>`
    with ends as (
      select day, least((day + 1)::timestamp at time zone ${timeZone}::text, ${finishedAt}::timestamptz) as moment
      from unnest(${days}::date[]) as day
    )
    select count(stage.task_id) as scope_count, count(stage.completed_at) as done_count,
      count(stage.task_id) - count(stage.completed_at) as remaining_count,
      coalesce(sum(stage.estimate_seconds), 0)::bigint as scope_seconds,
      coalesce(sum(stage.estimate_seconds) filter (where stage.completed_at is not null), 0)::bigint as done_seconds,
      coalesce(sum(stage.estimate_seconds) filter (where stage.completed_at is null), 0)::bigint as remaining_seconds
    from ends left join task_stages as stage
      on stage.project_id = ${projectId} and stage.cycle_id = ${cycleId}
        and stage.entered_at < ends.moment and stage.left_at >= ends.moment
    group by ends.day order by ends.day`.execute(db)
  return rows
}

function earlierOf(one: string, other: string) {
  return one < other ? one : other
}

function laterOf(one: string, other: string) {
  return one > other ? one : other
}

function rounded(count: number) {
  return Math.round(count * 100) / 100
}

/** Open estimates are compared with the working hours that people have set for themselves. */
export async function getCapacity(
  db: Database,
  projectId: number,
  { cycleId }: Pick<Wanted, 'cycleId'>,
): Promise<CapacityReport> {
  await getCycleDays(db, projectId, cycleId, 'UTC')
  const roles = rolesWith('task.write')
  const { rows: people } = await sql<CapacityReport['people'][number]>`
    with planned as (
      select assignee_id as user_id, count(*) as task_count, count(completed_at) as done_count,
        count(*) filter (where estimate_seconds is null) as unestimated_count,
        coalesce(sum(estimate_seconds), 0)::bigint as estimate_seconds,
        coalesce(sum(estimate_seconds) filter (where completed_at is null), 0)::bigint as remaining_seconds
      from tasks where project_id = ${projectId} and cycle_id = ${cycleId} and deleted_at is null
      group by assignee_id
    ), free as (
      select user_id from project_members
      where project_id = ${projectId} and role = any(${roles}::text[])
        and user_id not in (select user_id from planned where user_id is not null)
      order by user_id limit ${sql.lit(MAX_PEOPLE)}
    ), people as (
      select * from planned union all select user_id, 0, 0, 0, 0, 0 from free
    )
    select people.*, nullif(concat_ws(' ', users.name, nullif(users.surname, '')), '') as name, (
      select count(*) * coalesce(settings.workday_seconds, 28800)
      from cycles cross join generate_series(cycles.start_date, cycles.end_date, interval '1 day') as day
      where cycles.id = ${cycleId} and people.user_id is not null
        and extract(isodow from day)::smallint = any(coalesce(settings.working_days, '{1,2,3,4,5}'))
      having bool_and(cycles.end_date is not null)
    )::bigint as capacity_seconds
    from people left join users on users.id = people.user_id
    left join user_settings as settings on settings.user_id = people.user_id
    order by users.surname collate natural_order nulls last, users.name collate natural_order, people.user_id`.execute(
    db,
  )
  return { cycleId, people }
}
