import { listPage } from '@atrium/database/list-page'
import { prepared } from '@atrium/database/prepared'
import { EntityNotFound } from '@atrium/http/errors'
import type { Page } from '@atrium/http/pagination'
import { type NotNull, sql, type Updateable } from 'kysely'
import type { Boards } from '#database.ts'
import type { Database } from '#deps.ts'
import { type Place, selectPlaces } from '#projects/place.queries.ts'
import type { Board, BoardWithColumns } from './board.schema.ts'
import { listColumns } from './column.queries.ts'

const fields = ['id', 'projectId', 'name', 'description', 'position', 'createdAt', 'updatedAt'] as const

const placesOfBoard = prepared((db: Database, userId: number, id: number) =>
  selectPlaces(db, userId)
    .innerJoin('boards', 'boards.projectId', 'projects.id')
    .where('boards.id', '=', id)
    .where('boards.deletedAt', 'is', null),
)

export async function findBoardPlace(db: Database, userId: number, id: number) {
  const [place] = await placesOfBoard(db, userId, id)
  return place as Place | undefined
}

/** A deleted board is still in its project: for what restores it. */
export async function findAnyBoardPlace(db: Database, userId: number, id: number) {
  const place = await selectPlaces(db, userId)
    .innerJoin('boards', 'boards.projectId', 'projects.id')
    .where('boards.id', '=', id)
    .executeTakeFirst()
  return place as Place | undefined
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

export function listBoards(db: Database, projectId: number, page: Page) {
  return listPage(selectBoards(db).where('projectId', '=', projectId).orderBy('position'), page)
}

/** Those that are deleted come last, the newest of them first. */
export function listDeletedBoards(db: Database, projectId: number, isAll: boolean, page: Page) {
  const boards = db
    .selectFrom('boards')
    .where('projectId', '=', projectId)
    .select([...fields, 'deletedAt', tasksDeletedWithIt.as('taskCount')])
    .orderBy('position', by => by.asc().nullsLast())
    .orderBy('deletedAt', 'desc')
    .orderBy('id', 'desc')
  return listPage(isAll ? boards : boards.where('deletedAt', 'is not', null), page)
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
