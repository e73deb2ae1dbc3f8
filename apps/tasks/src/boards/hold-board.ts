import { EntityNotFound } from '@atrium/core/errors'
import type { Actor } from '#administration/actor.ts'
import type { Database } from '#deps.ts'
import { holdPlace } from '#projects/hold-place.ts'
import type { Board } from './board.contract.ts'
import { getBoard, selectBoards } from './board.queries.ts'

/** Holds the project, then the board with the order of its columns, until the transaction ends. Tasks still move. */
export async function holdBoard(tx: Database, actor: Actor, id: number): Promise<Board> {
  const { projectId } = await getBoard(tx, id)
  await holdPlace(tx, actor, projectId, 'board.write')
  const board = await selectBoards(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (!board) throw new EntityNotFound('Board')
  return board
}

/**
 * Holds a board, deleted or not, and every task out of it: whoever would put one in waits (`holdColumns`). For what
 * deletes or restores it.
 */
export async function holdWholeBoard(tx: Database, actor: Actor, id: number) {
  const boards = tx.selectFrom('boards').where('id', '=', id).select(['projectId', 'name', 'deletedAt'])
  const noBoard = () => new EntityNotFound('Board')
  const { projectId } = await boards.executeTakeFirstOrThrow(noBoard)
  await holdPlace(tx, actor, projectId, 'board.write')
  return boards.forUpdate().executeTakeFirstOrThrow(noBoard)
}
