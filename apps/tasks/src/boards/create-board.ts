import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { holdPlace } from '#projects/hold-place.ts'
import type { BoardWithColumns, NewBoard } from './board.contract.ts'
import { getBoardWithColumns } from './board.queries.ts'
import { insertBoard } from './insert-board.ts'

export function createBoard(
  deps: Deps,
  actor: Actor,
  projectId: number,
  input: NewBoard,
): Promise<BoardWithColumns> {
  return inTransaction(deps, async (tx, emit) => {
    await holdPlace(tx, actor, projectId, 'board.write')
    const boardId = await insertBoard(tx, projectId, input)
    const board = await getBoardWithColumns(tx, boardId)
    const { name, description, position } = board
    const columns = board.columns.map(({ title }) => title)
    const after = { name, description, position, columns }
    await emit({ type: 'board.created', projectId, boardId, actorId: actor.id, after })
    return board
  })
}
