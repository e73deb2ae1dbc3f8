import { Conflict, EntityNotFound, ValidationFailed } from '@atrium/core/errors'
import { type Emit, inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import type { Event } from '#events.ts'
import { type MovedTask, moveTasks } from './board-tasks.queries.ts'
import type { Column, ColumnRemoval } from './column.contract.ts'
import { getColumn, type HeldColumn, holdColumns, listColumns, updateColumn } from './column.queries.ts'
import { holdBoard } from './hold-board.ts'

/** What it holds must go somewhere: into another column of the project, whatever WIP limit that has. */
export function deleteColumn(deps: Deps, actor: Actor, id: number, { moveTo }: ColumnRemoval) {
  return inTransaction(deps, async (tx, emit) => {
    const { boardId } = await getColumn(tx, id)
    const { projectId } = await holdBoard(tx, actor, boardId)
    const held = await holdColumns(tx, moveTo ? [id, moveTo] : [id])
    const column = held.find(one => one.id === id)
    if (!column) throw new EntityNotFound('Column')
    const target = targetOf(held, column, moveTo)
    refuseNeeded(await listColumns(tx, boardId), id, target)
    const now = deps.now().toISOString()
    if (target) {
      await emitMoves(emit, actor, { column, target, tasks: await moveTasks(tx, id, target, now) })
    }
    await updateColumn(tx, id, { deletedAt: now, position: null, updatedAt: now })
    const before = { columnId: id, title: column.title }
    await emit({ type: 'column.deleted', projectId, boardId, actorId: actor.id, before })
  })
}

function targetOf(held: HeldColumn[], column: HeldColumn, moveTo: number | undefined) {
  if (!moveTo) return undefined
  if (moveTo === column.id) throw new ValidationFailed({ moveTo: ['must be another column'] })
  const target = held.find(({ id }) => id === moveTo)
  if (!target) throw new ValidationFailed({ moveTo: ['does not exist'] })
  if (target.projectId !== column.projectId)
    throw new ValidationFailed({ moveTo: ['belongs to another project'] })
  return target
}

function refuseNeeded(columns: Column[], id: number, target: HeldColumn | undefined) {
  if (columns.length === 1) throw new Conflict('The last column of a board cannot be deleted')
  const taskCount = columns.find(column => column.id === id)?.taskCount
  if (!taskCount || target) return
  throw new Conflict('The column holds tasks; name the column that gets them as moveTo', { taskCount })
}

async function emitMoves(
  emit: Emit<Event>,
  actor: Actor,
  { column, target, tasks }: { column: HeldColumn; target: HeldColumn; tasks: MovedTask[] },
) {
  const { projectId, boardId } = target
  for (const { id, version, position, completedAt, oldPosition, oldCompletedAt } of tasks) {
    await emit({
      type: 'task.moved',
      projectId,
      boardId,
      taskId: id,
      taskVersion: version,
      actorId: actor.id,
      before: {
        columnId: column.id,
        boardId: column.boardId,
        position: oldPosition,
        completedAt: oldCompletedAt,
      },
      after: { columnId: target.id, boardId, position, completedAt },
    })
  }
}
