import { sql } from 'kysely'
import type { Database } from '#database.ts'

/** What a transaction has changed about tasks that others show. */
export interface ChangedTasks {
  actorId: number | null
  /** Completed, reopened, deleted, restored or moved to another project. */
  taskIds: number[]
  /** The completed ones of these. */
  completedIds: number[]
  /** Tasks that have got or lost a sub-task. */
  parentIds: number[]
  /** Boards and columns with many changed tasks at once. */
  boardIds: number[]
  columnIds: number[]
}

export interface RelatedTask {
  id: number
  projectId: number
  boardId: number
  assigneeId: number | null
  otherAssigneeIds: number[]
  isActorInside: boolean
  isBlockedByCompleted: boolean
}

/** Everything above and directly below the changed tasks, and what they are related to. Changed tasks have their own events. */
export async function listRelated(tx: Database, changed: ChangedTasks): Promise<RelatedTask[]> {
  const { actorId, taskIds, completedIds, parentIds, boardIds, columnIds } = changed
  const { rows } = await sql<RelatedTask>`
    with recursive changed as materialized (
      select id, parent_id from tasks where id = any(${taskIds}::bigint[])
      union select id, parent_id from tasks where board_id = any(${boardIds}::bigint[])
      union select id, parent_id from tasks where column_id = any(${columnIds}::bigint[])
    ), above as (
      select id from unnest(${parentIds}::bigint[]) as parent (id)
      union select parent_id from changed where parent_id is not null
      union select tasks.parent_id from above join tasks on tasks.id = above.id where tasks.parent_id is not null
    ), related as (
      select id from above
      union select tasks.id from changed join tasks on tasks.parent_id = changed.id
      union select to_task_id from changed join task_relations on from_task_id = changed.id
      union select from_task_id from changed join task_relations on to_task_id = changed.id
    )
    select tasks.id, tasks.project_id, tasks.board_id, tasks.assignee_id, tasks.other_assignee_ids,
      exists (select from project_members as own
        where own.project_id = tasks.project_id and own.user_id = ${actorId}) as is_actor_inside,
      exists (select from task_relations as blocking
        where blocking.to_task_id = tasks.id and blocking.type = 'blocks'
          and blocking.from_task_id = any(${completedIds}::bigint[])) as is_blocked_by_completed
    from related join tasks on tasks.id = related.id
    where tasks.deleted_at is null and tasks.id not in (select id from changed)
    order by tasks.id`.execute(tx)
  return rows
}

/**
 * Returns the tasks that are open and no longer blocked. Their last two blockers may be completed at the same time: each
 * transaction waits here for the other, and the second one finds both.
 */
export async function lockUnblocked(tx: Database, tasks: RelatedTask[]) {
  const ids = tasks.map(({ id }) => id).sort((one, other) => one - other)
  await sql`select pg_advisory_xact_lock(hashtext('task blockers'), (id % 2147483648)::int)
    from unnest(${ids}::bigint[]) as id`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    select id from tasks
    where id = any(${ids}::bigint[]) and completed_at is null and deleted_at is null and not exists (
      select from task_relations join tasks as blocker on blocker.id = task_relations.from_task_id
      where task_relations.to_task_id = tasks.id and task_relations.type = 'blocks'
        and blocker.completed_at is null and blocker.deleted_at is null)`.execute(tx)
  const unblocked = new Set(rows.map(({ id }) => id))
  return tasks.filter(({ id }) => unblocked.has(id))
}
