import { sql } from 'kysely'
import type { Actor } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import { selectAssigneeIds } from '#projects/assigned-people.queries.ts'
import { selectMatchingTasks } from '../matching-tasks.queries.ts'
import { isBlocked, subtaskDone, subtaskTotal } from '../related/computed-fields.ts'
import {
  MAX_SCHEDULED,
  type TaskDependency,
  type TaskSchedule,
  type TaskScheduleQuery,
} from './task-schedule.contract.ts'

// These expressions are those of the index tasks_project_days_idx.
const firstDay = sql<string>`coalesce(tasks.start_date, tasks.due_date)`
const lastDay = sql<string>`coalesce(tasks.due_date, tasks.start_date)`

export async function listScheduledTasks(
  db: Database,
  actor: Actor,
  { from = '-infinity', to = 'infinity', dependencies, ...filters }: TaskScheduleQuery,
  now: Date,
): Promise<TaskSchedule> {
  const matching = await selectMatchingTasks(db, actor, filters, now)
  const found = await matching
    .where(lastDay, '>=', from)
    .where(firstDay, '<=', to)
    .innerJoin('projects', 'projects.id', 'tasks.projectId')
    .select([
      'tasks.id',
      'tasks.projectId',
      'tasks.boardId',
      'tasks.columnId',
      'tasks.number',
      'tasks.title',
      'tasks.priorityId',
      'tasks.assigneeId',
      selectAssigneeIds('tasks').as('assigneeIds'),
      'tasks.cycleId',
      'tasks.startDate',
      'tasks.dueDate',
      'tasks.version',
      'tasks.recurrenceId',
      'tasks.parentId',
      subtaskTotal.as('subtaskTotal'),
      subtaskDone.as('subtaskDone'),
      isBlocked.as('isBlocked'),
      'tasks.completedAt',
      'projects.key as projectKey',
    ])
    .orderBy(firstDay)
    .orderBy(lastDay)
    .orderBy('tasks.id')
    .limit(sql.lit(MAX_SCHEDULED + 1))
    .execute()
  const schedule = { tasks: found.slice(0, MAX_SCHEDULED), hasMore: found.length > MAX_SCHEDULED }
  if (!dependencies) return schedule
  const ids = schedule.tasks.map(({ id }) => id)
  return { ...schedule, dependencies: await listDependencies(db, ids) }
}

/** Only among these tasks, which the reader sees: nothing else is named. PostgreSQL would compare each relation with every id. */
async function listDependencies(db: Database, ids: number[]) {
  const { rows } = await sql<TaskDependency>`
    select from_task_id as blocker_id, to_task_id as blocked_id from task_relations
    where to_task_id = any(${ids}::bigint[]) and type = 'blocks' order by id`.execute(db)
  const shown = new Set(ids)
  return rows.filter(({ blockerId }) => shown.has(blockerId))
}
