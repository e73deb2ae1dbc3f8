import { positionBetween } from '@atrium/database/ordered-list'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Database, Deps } from '#deps.ts'
import type { Board, BoardChanges, BoardWithColumns } from './board.contract.ts'
import { getBoardWithColumns, updateBoard } from './board.queries.ts'
import { changedFields } from './changed-fields.ts'
import { holdBoard } from './hold-board.ts'
import { refuseForeignNeighbours } from './refuse-foreign-neighbours.ts'

export function changeBoard(
  deps: Deps,
  actor: Actor,
  id: number,
  { afterBoardId, beforeBoardId, ...fields }: BoardChanges,
): Promise<BoardWithColumns> {
  return inTransaction(deps, async (tx, emit) => {
    const board = await holdBoard(tx, actor, id)
    const position = await newPosition(tx, board, { afterBoardId, beforeBoardId })
    const changes = changedFields(board, { ...fields, position })
    if (changes) {
      await updateBoard(tx, id, { ...changes.after, updatedAt: deps.now().toISOString() })
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
