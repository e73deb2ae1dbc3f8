import { isoInstant } from '@atrium/database/iso-instant'
import { sql } from 'kysely'
import type { Database } from '#database.ts'
import { headOf } from './flow.queries.ts'
import type { CycleTimeReport, EstimatesReport, ThroughputReport } from './report.contract.ts'
import { completedTasks, datesOf, localDays, mondayOf, type Reported } from './reported-days.ts'

export async function getThroughput(
  db: Database,
  reported: Reported,
  per: ThroughputReport['per'],
): Promise<ThroughputReport> {
  const { completed } = localDays(reported)
  const { rows } = await sql<ThroughputReport['periods'][number]>`
    select ${per === 'day' ? completed : sql`date_trunc('week', ${completed}::timestamp)::date`} as date,
      count(*) as count, coalesce(sum(estimate_seconds), 0)::bigint as estimate_seconds
    from task_stages where ${completedTasks(reported)}
    group by 1`.execute(db)
  const found = new Map(rows.map(row => [row.date, row]))
  const dates = new Set(datesOf(reported).map(date => (per === 'day' ? date : mondayOf(date))))
  return {
    ...headOf(reported),
    per,
    total: rows.reduce((total, { count }) => total + count, 0),
    periods: [...dates].map(date => found.get(date) ?? { date, count: 0, estimateSeconds: 0 }),
  }
}

/** The task as everyone in the project can see it now; none if it is in the trash, in another project or gone. */
const currentTask = sql`tasks on tasks.id = task_stages.task_id and tasks.project_id = task_stages.project_id
  and tasks.deleted_at is null`

export async function getCycleTimes(
  db: Database,
  reported: Reported,
  limit: number,
): Promise<CycleTimeReport> {
  const { completed } = localDays(reported)
  const times = sql`times as materialized (
    select task_id, project_id, completed_at, ${completed} as completed_on,
      ${wholeSeconds(sql`completed_at - created_at`)} as lead_seconds,
      ${wholeSeconds(sql`completed_at - coalesce(started_at, completed_at)`)} as cycle_seconds
    from task_stages where ${completedTasks(reported)})`
  const [totals, tasks] = await Promise.all([
    sql<{ total: number; lead: number[] | null; cycle: number[] | null }>`
      with ${times}
      select count(*) as total, ${percentiles('lead_seconds')} as lead, ${percentiles('cycle_seconds')} as cycle
      from times`.execute(db),
    sql<CycleTimeReport['tasks'][number]>`
      with ${times}
      select task_id, tasks.number, tasks.title, ${isoInstant('task_stages.completed_at')} as completed_at,
        completed_on, lead_seconds, cycle_seconds
      from (select * from times order by completed_at desc, task_id desc limit ${sql.lit(limit)}) as task_stages
      left join ${currentTask}
      order by task_stages.completed_at desc, task_id desc`.execute(db),
  ])
  const { total = 0, lead = null, cycle = null } = totals.rows[0] ?? {}
  return { ...headOf(reported), total, lead: named(lead), cycle: named(cycle), tasks: tasks.rows }
}

function wholeSeconds(duration: ReturnType<typeof sql>) {
  return sql`greatest(0, floor(extract(epoch from ${duration})))::bigint`
}

/** Each is the time of a task: so many percent of the tasks took that long or less. */
function percentiles(column: string) {
  return sql`percentile_disc(array[0.5, 0.85, 0.95]) within group (order by ${sql.ref(column)})`
}

function named(times: number[] | null) {
  if (!times) return null
  const [p50 = 0, p85 = 0, p95 = 0] = times.map(Number)
  return { p50, p85, p95 }
}

export async function getEstimates(
  db: Database,
  reported: Reported,
  limit: number,
): Promise<EstimatesReport> {
  const { completed } = localDays(reported)
  const completedNow = sql`from task_stages join ${currentTask} where ${completedTasks(reported)}`
  const [totals, tasks] = await Promise.all([
    sql<Pick<EstimatesReport, 'total' | 'estimatedCount' | 'estimateSeconds' | 'trackedSeconds'>>`
      select count(*) as total, count(tasks.estimate_seconds) as estimated_count,
        coalesce(sum(tasks.estimate_seconds), 0)::bigint as estimate_seconds,
        coalesce(sum(tasks.tracked_seconds) filter (where tasks.estimate_seconds is not null), 0)::bigint as tracked_seconds
      ${completedNow}`.execute(db),
    sql<EstimatesReport['tasks'][number]>`
      select tasks.id as task_id, tasks.number, tasks.title, ${completed} as completed_on, tasks.estimate_seconds,
        tasks.tracked_seconds
      ${completedNow} and tasks.estimate_seconds is not null
      order by task_stages.completed_at desc, tasks.id desc limit ${sql.lit(limit)}`.execute(db),
  ])
  const found = totals.rows[0] ?? { total: 0, estimatedCount: 0, estimateSeconds: 0, trackedSeconds: 0 }
  return { ...headOf(reported), ...found, tasks: tasks.rows }
}
