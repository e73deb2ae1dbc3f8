import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#administration/actor.ts'
import { userSummary } from '#administration/user-summary.ts'
import type { Database } from '#database.ts'
import { listActivityOfProject } from '#projects/activity.queries.ts'
import { getProject } from '#projects/project.queries.ts'
import { isBlocked } from '#tasks/related/computed-fields.ts'
import { getTimeZone } from '#time-tracking/day-parts.queries.ts'
import type { Overview, OverviewQuery } from './overview.contract.ts'

const MAX_LISTED = 10

export async function getOverview(
  db: Database,
  actor: Actor,
  projectId: number,
  query: OverviewQuery,
  now: Date,
): Promise<Overview> {
  const { today } = await getTimeZone(db, actor.id, query.timeZone, now.toISOString())
  const [{ goal, startDate, targetDate }, done, load, overdue, blocked, activity] = await Promise.all([
    getProject(db, projectId, actor.id),
    sumCompletedTasks(db, projectId),
    listLoad(db, projectId, today),
    listOpenTasks(db, projectId, sql`tasks.due_date < ${today}::date`),
    listOpenTasks(db, projectId, isBlocked),
    listActivityOfProject(db, actor, projectId, { page: 1, limit: MAX_LISTED, offset: 0 }),
  ])
  const open = load.reduce(
    (sum, { openCount, estimateSeconds }) => ({
      count: sum.count + openCount,
      seconds: sum.seconds + estimateSeconds,
    }),
    { count: 0, seconds: 0 },
  )
  return {
    goal,
    startDate,
    targetDate,
    today,
    progress: {
      doneCount: done.count,
      totalCount: done.count + open.count,
      doneSeconds: done.seconds,
      totalSeconds: done.seconds + open.seconds,
    },
    load,
    overdue,
    blocked,
    activity: activity.items,
  }
}

async function sumCompletedTasks(db: Database, projectId: number) {
  const { rows } = await sql<{ count: number; seconds: number }>`
    select count(*) as count, coalesce(sum(estimate_seconds), 0)::bigint as seconds
    from tasks where project_id = ${projectId} and completed_at is not null and deleted_at is null`.execute(
    db,
  )
  return rows[0] ?? { count: 0, seconds: 0 }
}

/** Members with the most open tasks first; members without any, and unassigned tasks if there are some, at the end. */
async function listLoad(db: Database, projectId: number, today: string) {
  const { rows } = await sql<Overview['load'][number]>`
    with open as (
      select assignee_id, count(*) as open_count, coalesce(sum(estimate_seconds), 0)::bigint as estimate_seconds,
        count(*) filter (where due_date < ${today}::date) as overdue_count
      from tasks where project_id = ${projectId} and completed_at is null and deleted_at is null
      group by assignee_id
    ), members as (
      select user_id from project_members where project_id = ${projectId} and role <> 'viewer'
    )
    select ${userSummary} as user, coalesce(open_count, 0)::bigint as open_count,
      coalesce(estimate_seconds, 0)::bigint as estimate_seconds, coalesce(overdue_count, 0)::bigint as overdue_count
    from members full join open on open.assignee_id = members.user_id
    left join users on users.id = coalesce(members.user_id, open.assignee_id)
    order by users.id is null, open_count desc nulls last, users.name, users.surname, users.id`.execute(db)
  return rows
}

type OpenTask = Overview['overdue']['tasks'][number]

/** The first to be due, and how many there are. */
async function listOpenTasks(db: Database, projectId: number, condition: RawBuilder<unknown>) {
  const { rows } = await sql<OpenTask & { total: number }>`
    select tasks.id, tasks.board_id, tasks.number, tasks.title, tasks.due_date, ${userSummary} as assignee,
      count(*) over () as total
    from tasks left join users on users.id = tasks.assignee_id
    where tasks.project_id = ${projectId} and tasks.completed_at is null and tasks.deleted_at is null and ${condition}
    order by tasks.due_date, tasks.id limit ${sql.lit(MAX_LISTED)}`.execute(db)
  return { count: rows[0]?.total ?? 0, tasks: rows }
}
