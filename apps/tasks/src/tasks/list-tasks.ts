import { listReply, orderOf, type Page, pageOf } from '@atrium/core/paging'
import { countRows } from '@atrium/database/list-page'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Actor } from '#administration/actor.ts'
import type { DB } from '#database.ts'
import type { Deps } from '#deps.ts'
import type { TaskFilters } from './task.contract.ts'
import { listTasksOf } from './task.queries.ts'
import { matchingTasks } from './task-filters.ts'
import { projectsWithTrash, visibleProjects } from './visible-projects.ts'

/** First which tasks, by as little as decides it; then these few whole. */
export async function listTasks({ db, now }: Deps, actor: Actor, filters: TaskFilters) {
  const projectIds = await visibleProjects(db, actor, filters)
  const trashProjectIds = await projectsWithTrash(db, actor, projectIds, filters)
  const today = now().toISOString().slice(0, 10)
  const page = pageOf(filters)
  const matching = db
    .selectFrom('tasks')
    .where(matchingTasks({ filters, projectIds, trashProjectIds, userId: actor.id, today }))
    .select('tasks.id')
  const find = () => ordered(matching, filters).limit(sql.lit(page.limit)).offset(page.offset).execute()
  const [found, total] = filters.search
    ? await searchOnce(find, () => countRows(matching), page)
    : await Promise.all([find(), countRows(matching)])
  const ids = found.map(({ id }) => id)
  return listReply(await listTasksOf(db, ids), total, page)
}

/** To search is dear, and what is found mostly fits on a page: then nothing needs to be counted. */
async function searchOnce<Row>(find: () => Promise<Row[]>, count: () => Promise<number>, page: Page) {
  const found = await find()
  const isLast = found.length < page.limit && (found.length > 0 || page.offset === 0)
  return [found, isLast ? page.offset + found.length : await count()] as const
}

function ordered<Row>(rows: SelectQueryBuilder<DB, 'tasks', Row>, { orderBy }: TaskFilters) {
  const { field, direction } = orderOf(orderBy)
  return [...orders[field], byId].reduce(
    (sorted, order) => sorted.orderBy(order, by => by[direction]().nullsLast()),
    withTablesOf(field, rows),
  )
}

/** Not in each list: even a join that the order does not look at makes PostgreSQL slower. */
function withTablesOf<Row>(field: keyof typeof orders, rows: SelectQueryBuilder<DB, 'tasks', Row>) {
  const joined = (table: object) => table as typeof rows
  if (field === 'priority')
    return joined(rows.innerJoin('taskPriorities', 'taskPriorities.id', 'tasks.priorityId'))
  if (field === 'position') return joined(rows.innerJoin('boardColumns', 'boardColumns.id', 'tasks.columnId'))
  return rows
}

/** Not the bare column: by its index PostgreSQL would walk through everybody's tasks until it has met enough of ours. */
const byId = sql`(tasks.id + 0)`

/** By position means as a board shows it: column after column. */
const orders = {
  id: [],
  number: [sql`tasks.number`],
  title: [sql`tasks.title collate natural_order`],
  createdAt: [sql`tasks.created_at`],
  updatedAt: [sql`tasks.updated_at`],
  dueDate: [sql`tasks.due_date`],
  priority: [sql`task_priorities.level`],
  position: [sql`tasks.board_id`, sql`board_columns.position`, sql`tasks.position`],
}
