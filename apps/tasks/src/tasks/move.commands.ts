import { type Bounds, freePosition } from '@atrium/database/ordered-list'
import { inTransaction, settleAll } from '@atrium/database/transaction'
import { batchRequests } from '@atrium/http/idempotency/batch-requests'
import type { Actor } from '#administration/actor.ts'
import { type LockedColumn, lockUnlockedColumns } from '#boards/column.queries.ts'
import type { Deps } from '#deps.ts'
import { columnFields } from './enter-column.ts'
import {
  listBounds,
  lockUnlockedTasks,
  type MovableTask,
  type MovedTask,
  updateMovedTasks,
} from './move.queries.ts'
import { moveTask, versionsOf } from './task.commands.ts'
import { moveTask as moveTaskContract, type TaskMove } from './task.contract.ts'
import type { TaskKey } from './task.queries.ts'
import { emitMove } from './task-events.ts'

interface Move extends TaskKey {
  actor: Actor
  input: TaskMove
}

/** Moves a task in one transaction with others that are moved at the same time, or alone if that is not possible. */
export function moveTaskInBatches(deps: Deps) {
  const moveBatched = batchRequests(moveTaskContract, (moves: Move[]) => moveBatch(deps, moves))
  return async (actor: Actor, task: TaskKey, input: TaskMove) => {
    const moved = changesFields(input) ? undefined : await moveBatched({ ...task, actor, input })
    return moved ?? { item: await moveTask(deps, actor, task.id, input) }
  }
}

/** Whether the move also changes fields. */
function changesFields({ assigneeId, assigneeIds, priorityId, parentId, cycleId, fields }: TaskMove) {
  return [assigneeId, assigneeIds, priorityId, parentId, cycleId, fields].some(value => value !== undefined)
}

/**
 * Leaves out tasks that another transaction has locked, and what may be refused. Moves that depend on others belong into
 * the next batch, as do those to a column that is locked: moved alone, they would keep it locked for those that follow.
 */
async function moveBatch(deps: Deps, moves: Move[]) {
  const independent = listIndependent(moves)
  const { columns, updated } = await inTransaction(deps, async (tx, emit, { sendWithCommit }) => {
    const [columns, tasks, bounds] = await settleAll([
      lockUnlockedColumns(
        tx,
        [...new Set(independent.map(({ projectId }) => projectId))],
        [...new Set(independent.map(({ input }) => input.columnId))],
      ),
      lockUnlockedTasks(
        tx,
        independent.map(({ projectId }) => projectId),
        independent.map(({ id }) => id),
      ),
      listBounds(tx, independent),
    ])
    const accepted = independent.flatMap(move => {
      const column = columns.find(({ id }) => id === move.input.columnId)
      const task = tasks.find(({ id }) => id === move.id)
      const between = bounds.find(({ id }) => id === move.id)
      const isAccepted = column && task && between && !between.isForeign && canMove(column, task, move.input)
      return isAccepted ? [{ ...move, column, task, bounds: between }] : []
    })
    const now = deps.now()
    const changes = choosePositions(accepted).map(move => ({ ...move, after: taskAfter(move, now) }))
    const updated = updateMovedTasks(
      tx,
      changes.map(({ after }) => after),
    )
    sendWithCommit(updated)
    for (const { actor, task, after } of changes) await emitMove(emit, actor, task, after)
    return { columns, updated }
  })
  const taskById = new Map((await updated).map(task => [task.id, task]))
  return moves.map(move => {
    const isLocked = !columns.some(({ id }) => id === move.input.columnId)
    if (isLocked || !independent.includes(move)) return 'next'
    const item = taskById.get(move.id)
    return item && { item }
  })
}

/** Leaves out moves that depend on an earlier one: of the same task, next to its task, or into a gap of the same column. */
function listIndependent(moves: Move[]) {
  const independent: Move[] = []
  for (const move of moves) {
    const { columnId, afterTaskId, beforeTaskId } = move.input
    const isDependent = independent.some(
      ({ id, input }) =>
        [move.id, afterTaskId, beforeTaskId].includes(id) ||
        (input.columnId === columnId && (isNextToTask(input) || isNextToTask(move.input))),
    )
    if (!isDependent) independent.push(move)
  }
  return independent
}

function isNextToTask({ afterTaskId, beforeTaskId }: TaskMove) {
  return Boolean(afterTaskId || beforeTaskId)
}

/** A move out of the archive changes more than the place. */
function canMove(column: LockedColumn, task: MovableTask, { version, force }: TaskMove) {
  const isCounted = column.wipLimit !== null && task.columnId !== column.id && !force
  const isStale = version !== undefined && version !== task.version
  return column.projectId === task.projectId && !isCounted && !isStale && task.archivedAt === null
}

/** Tasks that move to the end of the same column are placed there one after another. A move into a gap that has no room is left out. */
function choosePositions<Placed extends { input: TaskMove; bounds: Bounds }>(
  moves: Placed[],
): (Placed & { position: number })[] {
  const ends = new Map<number, number>()
  return moves.flatMap(move => {
    const { bounds, input } = move
    const { lower, upper } = bounds
    const end = ends.get(input.columnId)
    const isLower = end !== undefined && (lower === null || lower < end)
    const position = freePosition({ lower: isLower ? end : lower, upper })
    if (position === undefined) return []
    if (upper === null) ends.set(input.columnId, position)
    return [{ ...move, position }]
  })
}

function taskAfter(
  { task, column, position }: { task: MovableTask; column: LockedColumn; position: number },
  now: Date,
): MovedTask {
  const version = task.version + 1
  return {
    ...task,
    ...columnFields(column, task, now),
    position,
    version,
    fieldVersions: versionsOf(task, task.columnId === column.id ? [] : ['columnId'], version),
    updatedAt: now.toISOString(),
  }
}
