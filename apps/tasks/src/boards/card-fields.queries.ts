import { sql } from 'kysely'

/**
 * What cards show about other tasks, computed once for all cards of a board: the progress of sub-tasks, by the id of their
 * parents, and the blocked tasks. The same as `tasks/related/computed-fields.ts` says for a single task.
 */
export function relatedToCards(projectId: number, boardId: number) {
  return sql`
    subtask as materialized (
      select id, parent_id, completed_at from tasks
      where project_id = ${projectId} and parent_id is not null and deleted_at is null
    ), counted as (
      select parent_id as id, completed_at from subtask where id not in (select parent_id from subtask)
      union all
      select subtask.parent_id, counted.completed_at from counted join subtask on subtask.id = counted.id
    ), progress as materialized (
      select jsonb_object_agg(id, array[total, done]) as by_parent from (
        select id, count(*) as total, count(completed_at) as done from counted group by id) as parent
    ), blocked as materialized (
      select task_relations.to_task_id as id
      from task_relations
      join tasks as card on card.project_id = task_relations.project_id and card.id = task_relations.to_task_id
        and card.board_id = ${boardId}
      join tasks as blocker on blocker.project_id = task_relations.from_project_id
        and blocker.id = task_relations.from_task_id
      where task_relations.project_id = ${projectId} and task_relations.type = 'blocks' and blocker.completed_at is null and blocker.deleted_at is null
    )`
}

/** To be selected from `tasks` in a statement with `relatedToCards`. */
export const relatedFields = {
  subtaskTotal: progress(0),
  subtaskDone: progress(1),
  isBlocked: sql`id in (select id from blocked)`,
}

/** A lookup in one value: a join would be planned for a number of parents that nobody knows. */
function progress(at: number) {
  const byParent = sql`(select by_parent from progress)`
  return sql`case when ${byParent} is null then 0
    else coalesce((${byParent} -> id::text ->> ${sql.lit(at)})::integer, 0) end`
}
