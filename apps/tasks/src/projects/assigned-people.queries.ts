import { among } from '@atrium/database/conditions'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Selects everyone on a task, the responsible person first. */
export function selectAssigneeIds(table: string): RawBuilder<number[]> {
  const [responsible, others] = [sql.ref(`${table}.assignee_id`), sql.ref(`${table}.other_assignee_ids`)]
  return sql`case when ${responsible} is null then '{}' else ${responsible} || ${others} end`
}

/**
 * Matches tasks that any of these users is on. `isResponsible` compares `tasks.assignee_id` with them, if a statement has a cheaper way
 * than this; the second condition is that of the index over the tasks that have several people.
 */
export function isAssignedTo(userIds: number[], isResponsible = among('tasks.assigneeId', userIds)) {
  return sql<SqlBool>`(${isResponsible}
    or (tasks.other_assignee_ids <> '{}' and tasks.other_assignee_ids && ${userIds}::bigint[]))`
}
