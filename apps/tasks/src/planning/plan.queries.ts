import { prepared } from '@atrium/database/prepared'
import { sql } from 'kysely'
import type { Database } from '#database.ts'
import { selectAssigneeIds } from '#projects/assigned-people.queries.ts'
import { MAX_PLANNED, type TaskInPlan } from './plan.contract.ts'

/** How many tasks of a plan are read at once. */
const MAX_READ = 1000

/** Rows of completed tasks that are older than this are of no interest to anyone. */
const KEPT_DAYS = 62

/** `limit` are the only projects that count, if there are such. */
export function listPlannedTasks(db: Database, userId: number, from: string, limit: number[] | undefined) {
  return plannedTasks(db, userId, from, limit ?? null)
}

const plannedTasks = prepared(
  (_db: Database, userId: number, from: string, limit: number[] | null) => sql<TaskInPlan>`
    select tasks.id, tasks.project_id, tasks.board_id, tasks.column_id, tasks.number, tasks.title, tasks.priority_id,
      tasks.assignee_id, ${selectAssigneeIds('tasks')} as assignee_ids, tasks.start_date, tasks.due_date, tasks.estimate_seconds, tasks.tracked_seconds, tasks.position,
      tasks.version, tasks.completed_at, projects.key as project_key, planned_tasks.day as planned_for
    from planned_tasks
    join tasks on tasks.project_id = planned_tasks.project_id and tasks.id = planned_tasks.task_id
      and tasks.deleted_at is null
    join projects on projects.id = tasks.project_id and projects.archived_at is null
    where planned_tasks.user_id = ${userId} and (tasks.completed_at is null or planned_tasks.day >= ${from}::date)
      and (${limit}::bigint[] is null or projects.id = any(${limit}::bigint[]))
    order by planned_tasks.day, planned_tasks.position, planned_tasks.task_id limit ${sql.lit(MAX_READ)}`,
)

/** The tasks of the day in their order, without the one to place. All of them stay locked, and that one too. */
export async function lockDay(tx: Database, userId: number, day: string, taskId: number) {
  const { rows } = await sql<{ taskId: number; isOnDay: boolean; position: number }>`
    select task_id, day = ${day}::date as is_on_day, position from planned_tasks
    where user_id = ${userId} and (day = ${day}::date or task_id = ${taskId})
    order by task_id for update`.execute(tx)
  return rows
    .filter(row => row.isOnDay && row.taskId !== taskId)
    .sort((one, other) => one.position - other.position || one.taskId - other.taskId)
    .map(row => row.taskId)
}

interface Planned {
  userId: number
  taskId: number
  projectId: number
  day: string
}

export async function upsertPlan(tx: Database, { userId, taskId, projectId, day }: Planned) {
  await sql`
    insert into planned_tasks (user_id, task_id, project_id, day, position)
    values (${userId}, ${taskId}, ${projectId}, ${day}, 0)
    on conflict (user_id, task_id) do update set day = excluded.day`.execute(tx)
}

/** Numbers the tasks of a day in this order. */
export async function orderDay(tx: Database, userId: number, taskIds: number[]) {
  await sql`
    update planned_tasks set position = placed.place
    from unnest(${taskIds}::bigint[]) with ordinality as placed (task_id, place)
    where user_id = ${userId} and planned_tasks.task_id = placed.task_id and position <> placed.place`.execute(
    tx,
  )
}

export async function deletePlan(tx: Database, userId: number, taskId: number) {
  const { numAffectedRows = 0n } = await sql`
    delete from planned_tasks where user_id = ${userId} and task_id = ${taskId}`.execute(tx)
  return numAffectedRows > 0n
}

/** Forgets what the user did long ago, whenever they plan something: a plan that is not used does not grow either. */
export async function deleteOldPlans(tx: Database, userId: number, today: Date) {
  await sql`
    delete from planned_tasks using tasks
    where user_id = ${userId} and day < ${today.toISOString()}::timestamptz::date - ${sql.lit(KEPT_DAYS)}
      and tasks.project_id = planned_tasks.project_id and tasks.id = planned_tasks.task_id
      and tasks.completed_at is not null`.execute(tx)
}

/** Returns the tasks that have moved to the end of the day, in their order. `limit` are the only projects that count. */
export async function moveEarlierTasks(
  tx: Database,
  userId: number,
  day: string,
  limit: number[] | undefined,
) {
  const { rows } = await sql<{ taskId: number }>`
    with there as (
      select count(*) as count, coalesce(max(position), 0) as last from planned_tasks
      where user_id = ${userId} and day = ${day}::date
    ), late as (
      select task_id, row_number() over (order by day, planned_tasks.position, task_id) as place
      from planned_tasks
      join tasks on tasks.project_id = planned_tasks.project_id and tasks.id = planned_tasks.task_id
        and tasks.completed_at is null and tasks.deleted_at is null
      join projects on projects.id = tasks.project_id and projects.archived_at is null
      where user_id = ${userId} and day < ${day}::date
        and (${limit ?? null}::bigint[] is null or projects.id = any(${limit ?? null}::bigint[]))
    ), moved as (
      update planned_tasks set day = ${day}::date, position = there.last + late.place from late, there
      where user_id = ${userId} and planned_tasks.task_id = late.task_id
        and late.place <= ${sql.lit(MAX_PLANNED)} - there.count
      returning planned_tasks.task_id, planned_tasks.position
    )
    select task_id from moved order by position`.execute(tx)
  return rows.map(({ taskId }) => taskId)
}

export async function deletePlansOfMember(tx: Database, projectId: number, userId: number) {
  const { numAffectedRows = 0n } = await sql`
    delete from planned_tasks where project_id = ${projectId} and user_id = ${userId}`.execute(tx)
  return numAffectedRows > 0n
}

/** Removes the task from the plans of users who are not members of the project. Returns these users. */
export async function deleteOutsidePlans(tx: Database, projectId: number, taskId: number) {
  const { rows } = await sql<{ userId: number }>`
    delete from planned_tasks where project_id = ${projectId} and task_id = ${taskId} and not exists (
      select from project_members
      where project_members.project_id = ${projectId} and project_members.user_id = planned_tasks.user_id)
    returning user_id`.execute(tx)
  return rows.map(({ userId }) => userId)
}
