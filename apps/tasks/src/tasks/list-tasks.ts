import { listPage } from '@atrium/database/list-page'
import { orderOf, pageOf } from '@atrium/http/pagination'
import { sql } from 'kysely'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { selectTasks } from './task.queries.ts'
import type { TaskFilters } from './task.schema.ts'
import { matchingTasks } from './task-filters.ts'
import { visibleProjects } from './visible-projects.ts'

export async function listTasks({ db, now }: Deps, actor: Actor, filters: TaskFilters) {
  const projectIds = await visibleProjects(db, actor, filters)
  const today = now().toISOString().slice(0, 10)
  const { field, direction } = orderOf(filters.orderBy)
  const matching = selectTasks(db).where(matchingTasks({ filters, projectIds, userId: actor.id, today }))
  const ordered = orders[field].reduce(
    (rows, order) => rows.orderBy(order, by => by[direction]().nullsLast()),
    matching,
  )
  return listPage(ordered.orderBy('tasks.id', direction), pageOf(filters))
}

/** By position means as a board shows it: column after column. */
const orders = {
  id: [],
  number: [sql`tasks.number`],
  title: [sql`lower(tasks.title)`],
  createdAt: [sql`tasks.created_at`],
  updatedAt: [sql`tasks.updated_at`],
  dueDate: [sql`tasks.due_date`],
  priority: [sql`(select level from task_priorities where task_priorities.id = tasks.priority_id)`],
  position: [
    sql`tasks.board_id`,
    sql`(select position from board_columns where board_columns.id = tasks.column_id)`,
    sql`tasks.position`,
  ],
}
