import { type Neighbours, type OrderedList, positionBetween } from '@atrium/database/ordered-list'
import { type LockedColumn, lockColumns, shareColumns } from '#boards/column.queries.ts'
import type { Database } from '#database.ts'
import { Conflict, ValidationFailed } from '#errors.ts'
import { countTasksInColumn } from './task.queries.ts'

/** Locks the column with the order of its tasks until the transaction ends. */
export async function lockColumn(tx: Database, id: number): Promise<LockedColumn> {
  const [column] = await lockColumns(tx, [id])
  if (!column) throw new ValidationFailed({ columnId: 'does_not_exist' })
  return column
}

interface Appending {
  /** Whether the task can exceed the WIP limit. */
  force: boolean
  /** Whether the column had a limit a moment ago. */
  isCounted: boolean
}

/**
 * For a new task at the end: the column is not locked against others that are appended, unless they are counted because
 * of a limit. Then it is locked at once: two tasks that both share it first would wait for each other.
 */
export async function lockColumnToAppend(tx: Database, id: number, { force, isCounted }: Appending) {
  const [shared] = isCounted ? [] : await shareColumns(tx, [id])
  if (shared && (shared.wipLimit === null || force)) return shared
  const locked = await lockColumn(tx, id)
  if (!force) await refuseFullColumn(tx, locked)
  return locked
}

interface EnteringTask {
  id?: number
  columnId?: number
  completedAt?: string | null
}

interface Entry {
  neighbours?: Neighbours
  /** Whether it can exceed the WIP limit. */
  force?: boolean | undefined
  now: Date
}

/** The fields of a task that enters a column or moves within it: its position and whether it is completed. */
export async function enterColumn(
  tx: Database,
  column: LockedColumn,
  task: EnteringTask,
  { neighbours = {}, force = false, now }: Entry,
) {
  if (task.columnId !== column.id && !force) await refuseFullColumn(tx, column)
  const position = await positionBetween(tx, tasksOf(column.id), { ...neighbours, movedId: task.id })
  return { ...columnFields(column, task, now), position }
}

/** In their order. */
export function tasksOf(columnId: number): OrderedList {
  return { table: 'tasks', of: 'column_id', id: columnId }
}

export function columnFields({ id, boardId, isDone }: LockedColumn, task: EnteringTask, now: Date) {
  const completedAt = isDone ? (task.completedAt ?? now.toISOString()) : null
  return { columnId: id, boardId, completedAt }
}

async function refuseFullColumn(tx: Database, { id, title, wipLimit }: LockedColumn) {
  if (wipLimit === null) return
  const taskCount = await countTasksInColumn(tx, id)
  if (taskCount >= wipLimit) throw new Conflict('wip_limit_reached', { title, wipLimit, taskCount })
}
