import { listReply, orderOf, pageOf } from '@atrium/core/paging'
import { among } from '@atrium/database/conditions'
import { countRows, totalOf } from '@atrium/database/list-page'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Actor } from '#administration/actor.ts'
import { idsOf } from '#administration/list-filters.ts'
import type { Database, DB } from '#database.ts'
import { NotFound } from '#errors.ts'
import { listProjectIds, type Place, selectPlaces } from '#projects/place.queries.ts'
import { requireRight } from '#projects/require-right.ts'
import type { Right } from '#projects/rights.contract.ts'
import { may, rolesWith } from '#projects/rights.ts'
import type { TaskFilters } from './task.contract.ts'
import { listTasksOf } from './task.queries.ts'
import { matchTasks } from './task-filters.ts'

/** First the ids of the page, with as few columns as possible; then these few tasks in full. */
export async function listTasks(db: Database, actor: Actor, filters: TaskFilters, now: Date) {
  const projectIds = await listVisibleProjects(db, actor, filters)
  const trashProjectIds = await listProjectsWithTrash(db, actor, projectIds, filters)
  const today = now.toISOString().slice(0, 10)
  const page = pageOf(filters)
  const matching = db
    .selectFrom('tasks')
    .where(matchTasks({ filters, projectIds, trashProjectIds, userId: actor.id, today }))
    .select('tasks.id')
  const found = await ordered(matching, filters).limit(sql.lit(page.limit)).offset(page.offset).execute()
  const ids = found.map(({ id }) => id)
  const [tasks, total] = await Promise.all([
    listTasksOf(db, ids),
    totalOf(found, page, () => countRows(matching)),
  ])
  return listReply(tasks, total, page)
}

function ordered<Row>(rows: SelectQueryBuilder<DB, 'tasks', Row>, { orderBy }: TaskFilters) {
  const { field, direction } = orderOf(orderBy)
  return [...orders[field], byId].reduce(
    (sorted, order) => sorted.orderBy(order, by => by[direction]().nullsLast()),
    withTablesOf(field, rows),
  )
}

/** Only where the order needs them: even an unused join makes PostgreSQL slower. */
function withTablesOf<Row>(field: keyof typeof orders, rows: SelectQueryBuilder<DB, 'tasks', Row>) {
  const joined = (table: object) => table as typeof rows
  if (field === 'priority')
    return joined(rows.innerJoin('taskPriorities', 'taskPriorities.id', 'tasks.priorityId'))
  if (field === 'position') return joined(rows.innerJoin('boardColumns', 'boardColumns.id', 'tasks.columnId'))
  return rows
}

/** Not the plain column: PostgreSQL would scan its index through the tasks of all users until it has found enough of ours. */
const byId = sql`(tasks.id + 0)`

/** By position, as a board shows it: column by column. */
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

const notFound = {
  projectId: 'project_not_found',
  boardId: 'board_not_found',
  columnId: 'column_not_found',
  stickerId: 'sticker_not_found',
} as const
type Kind = keyof typeof notFound

/** The projects that the filters name, or all projects of the user. */
async function listVisibleProjects(db: Database, actor: Actor, filters: TaskFilters): Promise<number[]> {
  const right = isTrash(filters) ? 'task.write' : 'project.read'
  const kinds = (Object.keys(notFound) as Kind[]).filter(kind => filters[kind])
  const found = await Promise.all(
    kinds.map(kind => requireEach(db, actor, kind, idsOf(filters[kind] ?? ''), right)),
  )
  const places = found.find((_, index) => kinds[index] !== 'stickerId')
  return places?.map(({ projectId }) => projectId) ?? listProjectIds(db, actor, rolesWith(right))
}

/** The projects where the user sees the entire trash; in others, only tasks they deleted themselves. */
async function listProjectsWithTrash(db: Database, actor: Actor, projectIds: number[], filters: TaskFilters) {
  if (!isTrash(filters)) return []
  const places = await selectPlaces(db, actor.id).where(among('projects.id', projectIds)).execute()
  return places
    .filter(({ role }) => may(actor, role as Place['role'], 'trash.read'))
    .map(place => place.projectId)
}

function isTrash({ deleted }: TaskFilters) {
  return deleted === 'true' || deleted === 'all'
}

/** A filter that names a record the user can't read is refused, not silently empty. */
async function requireEach(db: Database, actor: Actor, kind: Kind, ids: number[], right: Right) {
  const places = await placesOf(db, actor.id, kind, ids)
  if (ids.some(id => !places.some(place => place.id === id))) throw new NotFound(notFound[kind])
  for (const place of places) {
    if (place.projectId) requireRight(actor, { ...place, archivedAt: null }, right)
  }
  return places
}

async function placesOf(db: Database, userId: number, kind: Kind, ids: number[]) {
  const places = selectPlaces(db, userId)
  const found = {
    projectId: () => places.where(among('projects.id', ids)).select('projects.id'),
    boardId: () =>
      places
        .innerJoin('boards', 'boards.projectId', 'projects.id')
        .where(among('boards.id', ids))
        .select('boards.id'),
    columnId: () =>
      places
        .innerJoin('boards', 'boards.projectId', 'projects.id')
        .innerJoin('boardColumns', 'boardColumns.boardId', 'boards.id')
        .where(among('boardColumns.id', ids))
        .select('boardColumns.id'),
    stickerId: () =>
      places
        .rightJoin('stickers', 'stickers.projectId', 'projects.id')
        .where(among('stickers.id', ids))
        .select('stickers.id'),
  }
  return (await found[kind]().execute()) as (Place & { id: number })[]
}
