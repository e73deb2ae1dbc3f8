import { batch, batchBy } from '@atrium/database/batch'
import { isRefusedValue } from '@atrium/database/constraint-errors'
import { type Bounds, freePosition } from '@atrium/database/ordered-list'
import { isInOuterTransaction } from '@atrium/database/outer-transaction'
import { inTransaction, settleAll } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import { type LockedColumn, lockColumns, lockUnlockedColumns } from '#boards/column.queries.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { columnFields } from './enter-column.ts'
import { listBounds, lockUnlockedTasks, type MovableTask, updateMovedTasks } from './move.queries.ts'
import { moveTask, versionsOf } from './task.commands.ts'
import type { Task, TaskMove } from './task.contract.ts'
import { emitMove } from './task-events.ts'

/**
 * Moves a task in one transaction with others that are moved at the same time, or on its own if it cannot be batched.
 * Where another transaction has locked the column, the moves into it wait as one batch: waiting one by one, they would keep it
 * locked for those that follow.
 */
export function moveTaskInBatches(deps: Deps) {
  const moveUnlocked = batch((moves: Move[]) => moveBatch(deps, moves, lockUnlockedColumns))
  const moveWhenUnlocked = batchBy(
    ({ input }: Move) => input.columnId,
    moves => moveBatch(deps, moves, lockColumns),
  )
  return async (actor: Actor, id: number, input: TaskMove): Promise<Task> => {
    const move = { actor, id, input }
    if (isInOuterTransaction() || changesFields(input)) return moveTask(deps, actor, id, input)
    let moved: Outcome
    do {
      moved = await moveUnlocked(move)
      if (moved === 'no column') moved = await moveWhenUnlocked(move)
    } while (moved === 'next')
    return typeof moved === 'object' ? moved : moveTask(deps, actor, id, input)
  }
}

/** Whether the move also changes fields. */
function changesFields({ assigneeId, priorityId, parentId, fields }: TaskMove) {
  return [assigneeId, priorityId, parentId, fields].some(value => value !== undefined)
}

/**
 * `next` if it depends on another move of its batch, `no column` if that has been deleted or may be locked by another
 * transaction, undefined if the task has to be moved alone.
 */
type Outcome = Task | 'next' | 'no column' | undefined

interface Move {
  actor: Actor
  id: number
  input: TaskMove
}

type LockColumns = typeof lockColumns

/** Leaves out tasks that another transaction has locked, and what `moveTask` may refuse. */
async function moveBatch(deps: Deps, moves: Move[], lock: LockColumns): Promise<Outcome[]> {
  const independent = independentOf(moves)
  if (independent.length === 0) return moves.map(() => undefined)
  const outcomes = await moveIndependent(deps, independent, lock).catch(error => {
    if (isRefusedValue(error)) return new Map<number, Outcome>()
    throw error
  })
  return moves.map(move => (independent.includes(move) ? outcomes.get(move.id) : 'next'))
}

/** The first move of each task, unless it goes next to a task that is moved itself. */
function independentOf(moves: Move[]) {
  const byId = new Map(moves.toReversed().map(move => [move.id, move]))
  return [...byId.values()].filter(
    ({ input: { afterTaskId, beforeTaskId } }) => !byId.has(afterTaskId ?? 0) && !byId.has(beforeTaskId ?? 0),
  )
}

/** Returns the outcomes keyed by task id. */
async function moveIndependent(deps: Deps, moves: Move[], lock: LockColumns): Promise<Map<number, Outcome>> {
  const now = deps.now()
  const { left, updated } = await inTransaction(deps, async (tx, emit, { sendWithCommit }) => {
    const [columns, tasks, bounds] = await settleAll([
      lock(tx, [...new Set(moves.map(({ input }) => input.columnId))]),
      lockUnlockedTasks(
        tx,
        moves.map(({ id }) => id),
      ),
      listBounds(tx, moves),
    ])
    const columnById = new Map(columns.map(column => [column.id, column]))
    const taskById = new Map(tasks.map(task => [task.id, task]))
    const accepted = moves.flatMap(move => {
      const column = columnById.get(move.input.columnId)
      const task = taskById.get(move.id)
      const isAccepted =
        column && task && canMove(column, task, move.input) && !bounds.get(move.id)?.isForeign
      return isAccepted ? [{ ...move, column, task }] : []
    })
    const changes = (await placeMoves(tx, accepted, bounds)).map(({ actor, column, task, position }) => {
      const version = task.version + 1
      const after = {
        ...task,
        ...columnFields(column, task, now),
        position,
        version,
        fieldVersions: versionsOf(task, task.columnId === column.id ? [] : ['columnId'], version),
        updatedAt: now.toISOString(),
      }
      return { actor, task, after }
    })
    const updated = updateMovedTasks(
      tx,
      changes.map(({ after }) => after),
    )
    sendWithCommit(updated)
    for (const { actor, task, after } of changes) await emitMove(emit, actor, task, after)
    const left = moves.filter(({ input }) => !columnById.has(input.columnId))
    return { left, updated }
  })
  const withoutColumn = left.map(({ id }) => [id, 'no column'] as const)
  return new Map<number, Outcome>([...withoutColumn, ...(await updated)])
}

function canMove(column: LockedColumn, task: MovableTask, { version, force }: TaskMove) {
  const isCounted = column.wipLimit !== null && task.columnId !== column.id && !force
  const isStale = version !== undefined && version !== task.version
  return column.projectId === task.projectId && !isCounted && !isStale
}

/** The bounds count all of these tasks as moved: if one of them stays, they are read again. */
async function placeMoves<Placed extends Move>(
  tx: Database,
  moves: Placed[],
  bounds: Map<number, Bounds>,
): Promise<(Placed & { position: number })[]> {
  const placed = choosePositions(moves, bounds)
  if (placed.length === bounds.size || placed.length === 0) return placed
  return placeMoves(tx, placed, await listBounds(tx, placed))
}

/**
 * As if one were moved after the other: those next to a named task first, one for each gap, then those to the end. A move
 * into a gap that is taken or has no room is left out.
 */
export function choosePositions<Placed extends Pick<Move, 'id' | 'input'>>(
  moves: Placed[],
  bounds: Map<number, Bounds>,
): (Placed & { position: number })[] {
  const gaps = new Set<string>()
  const ends = new Map<number, number>()
  const { true: named = [], false: toEnd = [] } = Object.groupBy(moves, ({ input }) =>
    String(isNextToTask(input)),
  )
  return [...named, ...toEnd].flatMap(move => {
    const { columnId } = move.input
    const { lower, upper } = bounds.get(move.id) as Bounds
    const gap = `${columnId} ${lower}`
    if (isNextToTask(move.input) && gaps.has(gap)) return []
    const end = upper === null ? ends.get(columnId) : undefined
    const position = freePosition({ lower: end ?? lower, upper })
    if (position === undefined) return []
    gaps.add(gap)
    if (upper === null) ends.set(columnId, position)
    return [{ ...move, position }]
  })
}

function isNextToTask({ afterTaskId, beforeTaskId }: TaskMove) {
  return Boolean(afterTaskId || beforeTaskId)
}
