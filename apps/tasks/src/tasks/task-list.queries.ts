import { orderOf, type Page, pageOf } from '@atrium/core/paging'
import { planned, selectCount } from '@atrium/database/list-page'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Actor } from '#administration/actor.ts'
import type { Database, DB } from '#database.ts'
import { ValidationFailed } from '#errors.ts'
import { customOrder, findCustomFields } from '#views/custom-fields.ts'
import { selectMatchingTasks } from './matching-tasks.queries.ts'
import type { TaskFilters, TaskOrder, TaskSelection } from './task.contract.ts'
import type { TaskCache } from './task-cache.ts'
import { isPlannedEachTime } from './task-filters.ts'
import { findPageByIds, replyOf, selectTaskPage, type TaskPage, versionColumns } from './task-page.ts'
import { findWholePage, isWholeList } from './whole-list.queries.ts'

/** One statement for the tasks of the page and their total, after one for the projects of the user. */
export async function listTasks(
  db: Database,
  actor: Actor,
  filters: TaskFilters,
  { now, taskCache }: { now: Date; taskCache: TaskCache },
) {
  const page = pageOf(filters)
  const found = isWholeList(filters)
    ? await findWholePage(db, actor, filters, page)
    : await findPage(db, actor, filters, page, now)
  return replyOf(db, found, page, taskCache)
}

async function findPage(db: Database, actor: Actor, filters: TaskFilters, page: Page, now: Date) {
  const matching = await selectMatchingTasks(db, actor, filters, now)
  const custom = await customOrderOf(db, actor, filters)
  const sorted = ordered(matching.select(versionColumns), filters, custom).limit(sql.lit(planned(page.limit)))
  // PostgreSQL cannot plan for an offset that it does not know.
  const rows = page.offset > 0 ? sorted.offset(sql<number>`(select ${page.offset}::bigint)`) : sorted
  const limited = sql`select * from (${rows}) as task limit (select ${page.limit}::bigint)`
  const count = sql`${selectCount(matching)}`
  if (isPlannedEachTime(filters)) return findPageByIds(db, limited, count, page)
  const found = await selectTaskPage(limited, count, page).execute(db)
  return found.rows[0] as TaskPage
}

type SortedTasks = TaskSelection & Pick<TaskFilters, 'orderBy'>

/** The ids of all tasks in their order, in lists of this size; as text, which takes a few bytes for each. */
export async function listTaskIds(db: Database, actor: Actor, filters: SortedTasks, now: Date, size: number) {
  const matching = (await selectMatchingTasks(db, actor, filters, now)).select('tasks.id')
  const sorted = ordered(matching, filters, await customOrderOf(db, actor, filters))
  const { rows } = await sql<{ ids: string }>`
    select string_agg(numbered.id::text, ',' order by numbered.place) as ids
    from (select sorted.id, row_number() over () as place from (${sorted}) as sorted) as numbered
    group by (numbered.place - 1) / ${size}::bigint order by min(numbered.place)`.execute(db)
  return rows.values().map(({ ids }) => ids.split(',').map(Number))
}

/** `cf12` is a custom field. */
async function customOrderOf(
  db: Database,
  actor: Actor,
  { orderBy }: SortedTasks,
): Promise<Order | undefined> {
  const { field } = orderOf(orderBy)
  if (!field.startsWith('cf')) return undefined
  const custom = (await findCustomFields(db, actor, field)).get(field)
  if (!custom) throw new ValidationFailed({ orderBy: 'does_not_exist' })
  return { by: [customOrder(custom)] }
}

function ordered<Row>(
  rows: SelectQueryBuilder<DB, 'tasks', Row>,
  { orderBy }: SortedTasks,
  custom: Order | undefined,
) {
  const { field, direction } = orderOf(orderBy)
  const { by, join } = custom ?? orders[field as TaskOrder]
  return [...by, byId].reduce(
    (sorted, order) => sorted.orderBy(order, by => by[direction]().nullsLast()),
    (join?.(rows as Rows) ?? rows) as typeof rows,
  )
}

type Rows = SelectQueryBuilder<DB, 'tasks', object>
interface Order {
  by: RawBuilder<unknown>[]
  /** Only where the order needs it: even an unused join makes PostgreSQL slower. */
  join?: (rows: Rows) => object
}

/**
 * Not the plain column: PostgreSQL would scan its index through the tasks of all users until it has found enough of ours. For
 * the latest ten of 100 projects with 1,000 tasks each that takes 74 ms rather than 3 ms.
 */
const byId = sql`(tasks.id + 0)`

const withColumns = (rows: Rows) => rows.innerJoin('boardColumns', 'boardColumns.id', 'tasks.columnId')

/** What tasks can be sorted by, one entry per field of `TaskFilters`. */
const orders: Record<TaskOrder, Order> = {
  id: { by: [] },
  number: { by: [sql`tasks.number`] },
  title: { by: [sql`tasks.title collate natural_order`] },
  createdAt: { by: [sql`tasks.created_at`] },
  updatedAt: { by: [sql`tasks.updated_at`] },
  completedAt: { by: [sql`tasks.completed_at`] },
  startDate: { by: [sql`tasks.start_date`] },
  dueDate: { by: [sql`tasks.due_date`] },
  estimate: { by: [sql`tasks.estimate_seconds`] },
  tracked: { by: [sql`tasks.tracked_seconds`] },
  votes: { by: [sql`tasks.vote_count`] },
  priority: {
    by: [sql`task_priorities.level`],
    join: rows => rows.innerJoin('taskPriorities', 'taskPriorities.id', 'tasks.priorityId'),
  },
  assignee: {
    by: [sql`users.surname collate natural_order`, sql`users.name collate natural_order`],
    join: rows => rows.leftJoin('users', 'users.id', 'tasks.assigneeId'),
  },
  creator: {
    by: [sql`users.surname collate natural_order`, sql`users.name collate natural_order`],
    join: rows => rows.innerJoin('users', 'users.id', 'tasks.creatorId'),
  },
  project: {
    by: [sql`projects.name collate natural_order`],
    join: rows => rows.innerJoin('projects', 'projects.id', 'tasks.projectId'),
  },
  board: {
    by: [sql`boards.position`, sql`boards.name collate natural_order`],
    join: rows => rows.innerJoin('boards', 'boards.id', 'tasks.boardId'),
  },
  // How far tasks have come, whatever their board.
  column: { by: [sql`board_columns.is_done`, sql`board_columns.position`], join: withColumns },
  // The order of boards.
  position: {
    by: [sql`tasks.board_id`, sql`board_columns.position`, sql`tasks.position`],
    join: withColumns,
  },
}
