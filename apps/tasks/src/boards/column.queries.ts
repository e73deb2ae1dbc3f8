import { orderOf, pageOf } from '@atrium/core/paging'
import { among } from '@atrium/database/conditions'
import { countRows, listPage } from '@atrium/database/list-page'
import { GAP } from '@atrium/database/ordered-list'
import { prepared, sharedRead } from '@atrium/database/prepared'
import { type Insertable, type NotNull, sql, type Updateable } from 'kysely'
import type { BoardColumns, Database } from '#database.ts'
import { NotFound } from '#errors.ts'
import { type RecordAccess, selectAccess } from '#projects/record-access.queries.ts'
import type { Column, ColumnListQuery } from './column.contract.ts'

/** Whether new tasks of the project may need values of custom fields. */
const hasFields = sql<boolean>`exists(select from custom_fields where custom_fields.project_id = projects.id)`

const accessToColumn = sharedRead((db: Database, userId: number, id: number) =>
  selectAccess(db, userId)
    .innerJoin('boards', 'boards.projectId', 'projects.id')
    .innerJoin('boardColumns', join =>
      join
        .onRef('boardColumns.boardProjectId', '=', 'boards.projectId')
        .onRef('boardColumns.boardId', '=', 'boards.id'),
    )
    .where('boardColumns.id', '=', id)
    .where('boardColumns.deletedAt', 'is', null)
    .select(['boards.deletedAt', 'boardColumns.boardId', 'boardColumns.wipLimit', hasFields.as('hasFields')]),
)

export async function findColumnAccess(db: Database, userId: number, id: number) {
  const [access] = await accessToColumn(db, userId, id)
  return access as
    | (RecordAccess & { boardId: number; wipLimit: number | null; hasFields: boolean })
    | undefined
}

export const columnRecord = { find: findColumnAccess, notFound: 'column_not_found' } as const

/**
 * Locks the order of these columns' tasks until the transaction ends, always in the same sequence so that two moves
 * never wait for each other. Deleted columns are left out, as are those whose board has been deleted: the board's key is
 * locked too, which `lockWholeBoard` waits for.
 */
export const lockColumns: LockColumns = prepared((tx: Database, ids: number[]) =>
  lockableColumns(tx, ids).forNoKeyUpdate('boardColumns').forKeyShare('boards'),
)

/** Keeps the column, its limit and the order of its tasks as they are, except that others can append tasks too. */
export const shareColumns: LockColumns = prepared((tx: Database, ids: number[]) =>
  lockableColumns(tx, ids).forShare('boardColumns').forKeyShare('boards'),
)

/** Does the same without waiting: leaves out columns that another transaction has locked. */
export const shareUnlockedColumns = prepared((tx: Database, projectIds: number[], ids: number[]) =>
  columnsOf(tx, projectIds, ids).modifyEnd(
    sql`for share of board_columns skip locked for key share of boards skip locked`,
  ),
)

export const lockUnlockedColumns = prepared((tx: Database, projectIds: number[], ids: number[]) =>
  columnsOf(tx, projectIds, ids).modifyEnd(
    sql`for no key update of board_columns skip locked for key share of boards skip locked`,
  ),
)

type LockColumns = (tx: Database, ids: number[]) => Promise<LockedColumn[]>

function lockableColumns(tx: Database, ids: number[]) {
  return tx
    .selectFrom('boardColumns')
    .innerJoin('boards', join =>
      join
        .onRef('boards.projectId', '=', 'boardColumns.boardProjectId')
        .onRef('boards.id', '=', 'boardColumns.boardId'),
    )
    .where(among('boardColumns.id', ids))
    .where('boardColumns.deletedAt', 'is', null)
    .where('boards.deletedAt', 'is', null)
    .select([
      'boardColumns.id',
      'boardColumns.boardId',
      'boards.projectId',
      'boardColumns.title',
      'boardColumns.wipLimit',
      'boardColumns.isDone',
    ])
    .orderBy('boardColumns.id')
}

function columnsOf(tx: Database, projectIds: number[], ids: number[]) {
  return lockableColumns(tx, ids).where(among('boardColumns.boardProjectId', projectIds))
}

export interface LockedColumn {
  id: number
  boardId: number
  projectId: number
  title: string
  wipLimit: number | null
  isDone: boolean
}

type Where = { boardId: number } | { projectId: number } | { personalOf: number }

/** The column for a task that names none. */
export async function findFirstColumn(db: Database, of: Where) {
  const columns = db
    .selectFrom('boardColumns')
    .innerJoin('boards', 'boards.id', 'boardColumns.boardId')
    .innerJoin('projects', 'projects.id', 'boards.projectId')
    .where('boardColumns.deletedAt', 'is', null)
    .where('boards.deletedAt', 'is', null)
    .select('boardColumns.id')
    .orderBy('projects.id')
    .orderBy('boards.position')
    .orderBy('boardColumns.position')
    .limit(1)
  if ('boardId' in of) return (await columns.where('boards.id', '=', of.boardId).executeTakeFirst())?.id
  if ('projectId' in of) return (await columns.where('projects.id', '=', of.projectId).executeTakeFirst())?.id
  const ofPersonal = columns
    .where('projects.ownerId', '=', of.personalOf)
    .where('projects.type', '=', 'personal')
    .where('projects.archivedAt', 'is', null)
  return (await ofPersonal.executeTakeFirst())?.id
}

export async function getColumn(db: Database, id: number): Promise<Column> {
  const column = await selectColumns(db).where('id', '=', id).executeTakeFirst()
  if (!column) throw new NotFound('column_not_found')
  return column
}

export function listColumns(db: Database, boardId: number): Promise<Column[]> {
  return selectColumns(db).where('boardId', '=', boardId).orderBy('position').execute()
}

export function countColumns(db: Database, boardId: number) {
  return countRows(
    db.selectFrom('boardColumns').where('boardId', '=', boardId).where('deletedAt', 'is', null),
  )
}

export function listColumnPage(db: Database, boardId: number, { orderBy, ...query }: ColumnListQuery) {
  const { field, direction } = orderOf(orderBy)
  const columns = selectColumns(db).where('boardId', '=', boardId)
  return listPage(columns.orderBy(field, direction).orderBy('id'), pageOf(query))
}

export async function insertColumn(tx: Database, column: Insertable<BoardColumns>) {
  const { id } = await tx.insertInto('boardColumns').values(column).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateColumn(tx: Database, id: number, changes: Updateable<BoardColumns>) {
  await tx.updateTable('boardColumns').set(changes).where('id', '=', id).execute()
}

export async function updateColumnOrder(tx: Database, ids: number[], now: string) {
  await sql`update board_columns set position = ordered.place * ${sql.lit(GAP)}, updated_at = ${now}
    from unnest(${ids}::bigint[]) with ordinality as ordered (id, place)
    where board_columns.id = ordered.id`.execute(tx)
}

/**
 * Every task in a column, counted from the index of their positions, which has no projects: to compare theirs, PostgreSQL would read every
 * row. The few that are archived have an index of their own.
 */
export const countCards = sql`(select count(*) from tasks
  where tasks.column_id = board_columns.id and tasks.position is not null)`
export const countArchived = sql`(select count(*) from tasks
  where tasks.project_id = board_columns.board_project_id and tasks.column_id = board_columns.id
    and tasks.position is not null and tasks.archived_at is not null)`

export function selectColumns(db: Database) {
  return db
    .selectFrom('boardColumns')
    .where('deletedAt', 'is', null)
    .select([
      'id',
      'boardId',
      'title',
      'position',
      'wipLimit',
      'isDone',
      'archiveAfterDays',
      sql<number>`(${countCards} - ${countArchived})`.as('taskCount'),
      sql<number>`${countArchived}`.as('archivedCount'),
    ])
    .$narrowType<{ position: NotNull }>()
}
