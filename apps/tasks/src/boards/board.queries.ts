import { EntityNotFound } from '@atrium/core/errors'
import { orderOf, pageOf } from '@atrium/core/paging'
import { listPage } from '@atrium/database/list-page'
import { prepared } from '@atrium/database/prepared'
import { type NotNull, sql, type Updateable } from 'kysely'
import type { Boards } from '#database.ts'
import type { Database } from '#deps.ts'
import { type Place, selectPlaces } from '#projects/place.queries.ts'
import type { Board, BoardFilters, BoardWithColumns } from './board.contract.ts'
import { listColumns } from './column.queries.ts'

const fields = ['id', 'projectId', 'name', 'description', 'position', 'createdAt', 'updatedAt'] as const

const placesOfBoard = prepared((db: Database, userId: number, id: number) =>
  selectPlaces(db, userId)
    .innerJoin('boards', 'boards.projectId', 'projects.id')
    .where('boards.id', '=', id)
    .select('boards.deletedAt'),
)

export async function findBoardPlace(db: Database, userId: number, id: number) {
  const [place] = await placesOfBoard(db, userId, id)
  return place as Place | undefined
}

/** A deleted board is still in its project: for what restores it. */
export async function findAnyBoardPlace(db: Database, userId: number, id: number) {
  const place = await findBoardPlace(db, userId, id)
  return place && { ...place, deletedAt: null }
}

export async function getBoard(db: Database, id: number): Promise<Board> {
  const board = await selectBoards(db).where('id', '=', id).executeTakeFirst()
  if (!board) throw new EntityNotFound('Board')
  return board
}

export async function getBoardWithColumns(db: Database, id: number): Promise<BoardWithColumns> {
  const [board, columns] = [await getBoard(db, id), await listColumns(db, id)]
  return { ...board, columns }
}

export function listBoards(db: Database, projectId: number, { orderBy, ...query }: BoardFilters) {
  const { field, direction } = orderOf(orderBy)
  const boards = selectBoards(db).where('projectId', '=', projectId)
  return listPage(boards.orderBy(field, direction).orderBy('id'), pageOf(query))
}

/** By position those that are deleted come last, the newest of them first. */
export function listDeletedBoards(db: Database, projectId: number, { orderBy, ...query }: BoardFilters) {
  const { field, direction } = orderOf(orderBy)
  const boards = db
    .selectFrom('boards')
    .where('projectId', '=', projectId)
    .select([...fields, 'deletedAt', tasksDeletedWithIt.as('taskCount')])
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
    .$narrowType<{ position: NotNull }>()
}
