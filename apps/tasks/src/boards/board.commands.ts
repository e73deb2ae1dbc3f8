import { GAP, positionBetween } from '@atrium/database/ordered-list'
import { type Emit, inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict, NotFound, ValidationFailed } from '#errors.ts'
import type { Event } from '#events.ts'
import { lockProject } from '#projects/project.queries.ts'
import { lockProjectWithRight } from '#projects/require-right.ts'
import { texts } from '#texts.ts'
import type { Board, BoardChanges, BoardWithColumns, NewBoard } from './board.contract.ts'
import * as queries from './board.queries.ts'
import { getBoardWithColumns, selectBoards } from './board.queries.ts'
import { deleteTasksOfBoard, restoreTasksOfBoard } from './board-tasks.queries.ts'
import { changedFields } from './changed-fields.ts'
import type { Column } from './column.contract.ts'
import { defaultDoneColumn } from './done-column.contract.ts'
import { refuseForeignNeighbours } from './foreign-neighbours.ts'

export function createBoard(
  deps: Deps,
  actor: Actor,
  projectId: number,
  input: NewBoard,
): Promise<BoardWithColumns> {
  return inTransaction(deps, async (tx, emit) => {
    await lockProjectWithRight(tx, actor, projectId, 'board.write')
    return announceBoard(tx, emit, actor, await insertBoard(tx, projectId, input))
  })
}

/** A board that has just been inserted. */
export async function announceBoard(
  tx: Database,
  emit: Emit<Event>,
  actor: { id: number | null },
  boardId: number,
) {
  const board = await getBoardWithColumns(tx, boardId)
  const { projectId, name, description, position } = board
  const columns = board.columns.map(({ title }) => title)
  const after = { name, description, position, columns }
  await emit({ type: 'board.created', projectId, boardId, actorId: actor.id, after })
  return board
}

interface BoardToInsert {
  name: string
  description?: string | null | undefined
  columns?: string[] | undefined
  doneColumn?: string | null | undefined
}

/** A board with its columns, after the other boards of the project. */
export async function insertBoard(
  tx: Database,
  projectId: number,
  {
    name,
    description = null,
    columns: titles = [...texts('en').boards.first.columns],
    doneColumn,
  }: BoardToInsert,
) {
  const done = doneIndex(titles, doneColumn)
  const columns = titles.map((title, index) => ({ title, isDone: index === done }))
  return insertBoardWith(tx, projectId, { name, description, columns })
}

interface BoardWith {
  name: string
  description: string | null
  background?: Board['background']
  columns: (Pick<Column, 'title'> & {
    [Field in 'isDone' | 'wipLimit' | 'archiveAfterDays']?: Column[Field] | undefined
  })[]
}

/** The same with all that columns have. */
export async function insertBoardWith(
  tx: Database,
  projectId: number,
  { name, description, background = null, columns }: BoardWith,
) {
  await lockProject(tx, projectId)
  const position = await positionBetween(tx, { table: 'boards', of: 'project_id', id: projectId })
  const { id } = await tx
    .insertInto('boards')
    .values({ projectId, name, description, background, position })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (columns.length > 0) {
    await tx
      .insertInto('boardColumns')
      .values(
        columns.map(({ title, isDone = false, wipLimit = null, archiveAfterDays = null }, index) => ({
          boardId: id,
          boardProjectId: projectId,
          title,
          isDone,
          wipLimit,
          archiveAfterDays,
          position: index * GAP,
        })),
      )
      .execute()
  }
  return id
}

function doneIndex(titles: string[], named: string | null | undefined) {
  if (named === null) return -1
  if (named === undefined) return defaultDoneColumn(titles)
  const index = titles.indexOf(named)
  if (index === -1) throw new ValidationFailed({ doneColumn: 'not_a_column_title' })
  return index
}

export function updateBoard(
  deps: Deps,
  actor: Actor,
  id: number,
  { afterBoardId, beforeBoardId, ...fields }: BoardChanges,
): Promise<BoardWithColumns> {
  return inTransaction(deps, async (tx, emit) => {
    const board = await lockBoard(tx, actor, id)
    const position = await newPosition(tx, board, { afterBoardId, beforeBoardId })
    const changes = changedFields(board, { ...fields, position })
    if (changes) {
      await queries.updateBoard(tx, id, { ...changes.after, updatedAt: deps.now().toISOString() })
      const { projectId } = board
      await emit({ type: 'board.updated', projectId, boardId: id, actorId: actor.id, ...changes })
    }
    return getBoardWithColumns(tx, id)
  })
}

type Neighbours = Pick<BoardChanges, 'afterBoardId' | 'beforeBoardId'>

async function newPosition(tx: Database, { id, projectId }: Board, neighbours: Neighbours) {
  const { afterBoardId, beforeBoardId } = neighbours
  if (afterBoardId === undefined && beforeBoardId === undefined) return undefined
  const boards = { table: 'boards', of: 'project_id', id: projectId }
  await refuseForeignNeighbours(tx, boards, neighbours)
  return positionBetween(tx, boards, {
    movedId: id,
    afterId: afterBoardId ?? undefined,
    beforeId: beforeBoardId ?? undefined,
  })
}

/** Its tasks get the same deletion time, which identifies them when the board is restored. */
export function deleteBoard(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async (tx, emit) => {
    const { projectId, name, deletedAt } = await lockWholeBoard(tx, actor, id)
    if (deletedAt) throw new NotFound('board_not_found')
    const now = deps.now().toISOString()
    const taskCount = await deleteTasksOfBoard(tx, id, { deletedAt: now, deletedBy: actor.id })
    await queries.updateBoard(tx, id, { deletedAt: now, position: null, updatedAt: now })
    const before = { name, taskCount }
    await emit({ type: 'board.deleted', projectId, boardId: id, actorId: actor.id, before })
  })
}

/** After the project's other boards, with the tasks that were deleted with it but not those deleted before. */
export function restoreBoard(deps: Deps, actor: Actor, id: number): Promise<BoardWithColumns> {
  return inTransaction(deps, async (tx, emit) => {
    const { projectId, name, deletedAt } = await lockWholeBoard(tx, actor, id)
    if (!deletedAt) throw new Conflict('board_not_deleted')
    const now = deps.now().toISOString()
    const position = await positionBetween(tx, { table: 'boards', of: 'project_id', id: projectId })
    await queries.updateBoard(tx, id, { deletedAt: null, position, updatedAt: now })
    const taskCount = await restoreTasksOfBoard(tx, id, deletedAt, now)
    const after = { name, position, taskCount }
    await emit({ type: 'board.restored', projectId, boardId: id, actorId: actor.id, after })
    return getBoardWithColumns(tx, id)
  })
}

/** Locks the project, then the board with the order of its columns, until the transaction ends. Tasks can still move. */
export async function lockBoard(tx: Database, actor: Actor, id: number): Promise<Board> {
  const { projectId } = await queries.getBoard(tx, id)
  await lockProjectWithRight(tx, actor, projectId, 'board.write')
  const board = await selectBoards(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (!board) throw new NotFound('board_not_found')
  return board
}

/** Locks a board, deleted or not, and keeps tasks from entering it: they wait in `lockColumns`. */
async function lockWholeBoard(tx: Database, actor: Actor, id: number) {
  const boards = tx.selectFrom('boards').where('id', '=', id).select(['projectId', 'name', 'deletedAt'])
  const notFound = () => new NotFound('board_not_found')
  const { projectId } = await boards.executeTakeFirstOrThrow(notFound)
  await lockProjectWithRight(tx, actor, projectId, 'board.write')
  return boards.forUpdate().executeTakeFirstOrThrow(notFound)
}
