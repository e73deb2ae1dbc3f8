import { orderOf, pageOf } from '@atrium/core/paging'
import { listPage } from '@atrium/database/list-page'
import { sharedRead } from '@atrium/database/prepared'
import { type NotNull, sql, type Updateable } from 'kysely'
import type { Actor } from '#administration/actor.ts'
import type { Boards, Database } from '#database.ts'
import { NotFound } from '#errors.ts'
import { findProjectAccess, type RecordAccess, selectAccess } from '#projects/record-access.queries.ts'
import { requireRight } from '#projects/require-right.ts'
import type { Board, BoardFilters, BoardWithColumns } from './board.contract.ts'
import { listColumns } from './column.queries.ts'

const fields = [
  'id',
  'projectId',
  'name',
  'description',
  'background',
  'position',
  'createdAt',
  'updatedAt',
] as const

const accessToBoard = sharedRead((db: Database, userId: number, id: number) =>
  selectAccess(db, userId)
    .innerJoin('boards', 'boards.projectId', 'projects.id')
    .where('boards.id', '=', id)
    .select('boards.deletedAt'),
)

export async function findBoardAccess(db: Database, userId: number, id: number) {
  const [access] = await accessToBoard(db, userId, id)
  return access as RecordAccess | undefined
}

export const boardRecord = { find: findBoardAccess, notFound: 'board_not_found' } as const

/** A deleted board is still in its project, for the command that restores it. */
export const anyBoardRecord = {
  find: async (db: Database, userId: number, id: number) => {
    const access = await findBoardAccess(db, userId, id)
    return access && { ...access, deletedAt: null }
  },
  notFound: 'board_not_found',
} as const

export async function getBoard(db: Database, id: number): Promise<Board> {
  const board = await selectBoards(db).where('id', '=', id).executeTakeFirst()
  if (!board) throw new NotFound('board_not_found')
  return board
}

export async function getBoardWithColumns(db: Database, id: number): Promise<BoardWithColumns> {
  const [board, columns] = [await getBoard(db, id), await listColumns(db, id)]
  return { ...board, columns }
}

/** Deleted boards are shown to those who can restore them. */
export async function listBoards(db: Database, actor: Actor, projectId: number, filters: BoardFilters) {
  if ((filters.deleted ?? 'false') === 'false') return listActiveBoards(db, projectId, filters)
  const access = await findProjectAccess(db, actor.id, projectId)
  if (!access) throw new NotFound('project_not_found')
  requireRight(actor, access, 'trash.read')
  return listWithDeletedBoards(db, projectId, filters)
}

function listActiveBoards(db: Database, projectId: number, { orderBy, ...query }: BoardFilters) {
  const { field, direction } = orderOf(orderBy)
  const boards = selectBoards(db).where('projectId', '=', projectId)
  return listPage(boards.orderBy(field, direction).orderBy('id'), pageOf(query))
}

/** By position, deleted boards come last, the most recent of them first. */
function listWithDeletedBoards(db: Database, projectId: number, { orderBy, ...query }: BoardFilters) {
  const { field, direction } = orderOf(orderBy)
  const boards = db
    .selectFrom('boards')
    .where('projectId', '=', projectId)
    .select([...fields, 'deletedAt', tasksDeletedWithIt.as('taskCount')])
    .$narrowType<Pick<Board, 'background'>>()
    .orderBy(field, by => by[direction]().nullsLast())
    .orderBy('deletedAt', 'desc')
    .orderBy('id', 'desc')
  const isAll = query.deleted === 'all'
  return listPage(isAll ? boards : boards.where('deletedAt', 'is not', null), pageOf(query))
}

const tasksDeletedWithIt = sql<number>`(select count(*) from tasks
  where tasks.board_id = boards.id and tasks.deleted_at is not distinct from boards.deleted_at)`

export async function updateBoard(tx: Database, id: number, changes: Updateable<Boards>) {
  await tx.updateTable('boards').set(changes).where('id', '=', id).execute()
}

export function selectBoards(db: Database) {
  return db
    .selectFrom('boards')
    .where('deletedAt', 'is', null)
    .select(fields)
    .$narrowType<{ position: NotNull } & Pick<Board, 'background'>>()
}
