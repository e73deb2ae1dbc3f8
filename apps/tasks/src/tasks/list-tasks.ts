import { countRows } from '@atrium/database/list-page'
import { listReply, orderOf, pageOf } from '@atrium/http/pagination'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Actor } from '#administration/actor.ts'
import type { DB } from '#database.ts'
import type { Deps } from '#deps.ts'
import { listTasksOf } from './task.queries.ts'
import type { TaskFilters } from './task.schema.ts'
import { matchingTasks } from './task-filters.ts'
import { visibleProjects } from './visible-projects.ts'

/** First which tasks, by as little as decides it, and how many in all; then these few whole. */
export async function listTasks({ db, now }: Deps, actor: Actor, filters: TaskFilters) {
  const projectIds = await visibleProjects(db, actor, filters)
  const today = now().toISOString().slice(0, 10)
  const page = pageOf(filters)
  const matching = db
    .selectFrom('tasks')
    .where(matchingTasks({ filters, projectIds, userId: actor.id, today }))
    .select(['tasks.id', sql<number>`count(*) over ()`.as('total')])
  const found = await ordered(matching, filters).limit(sql.lit(page.limit)).offset(page.offset).execute()
  const items = await listTasksOf(
    db,
    found.map(({ id }) => id),
  )
  const total = found[0]?.total ?? (page.offset > 0 ? await countRows(matching) : 0)
  return listReply(items, total, page)
}

function ordered<Row>(rows: SelectQueryBuilder<DB, 'tasks', Row>, { orderBy }: TaskFilters) {
  const { field, direction } = orderOf(orderBy)
  return [...orders[field], byId].reduce(
    (sorted, order) => sorted.orderBy(order, by => by[direction]().nullsLast()),
    rows,
  )
}

/** Not the bare column: by its index PostgreSQL would walk through everybody's tasks until it has met enough of ours. */
const byId = sql`(tasks.id + 0)`

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
