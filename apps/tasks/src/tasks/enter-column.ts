import { Conflict, ValidationFailed } from '@atrium/core/errors'
import { type Neighbours, positionBetween } from '@atrium/database/ordered-list'
import { type LockedColumn, lockColumns } from '#boards/column.queries.ts'
import type { Database } from '#deps.ts'

/** The column, with the order of its tasks held until the transaction ends. */
export async function holdColumn(tx: Database, id: number): Promise<LockedColumn> {
  const [column] = await lockColumns(tx, [id])
  if (!column) throw new ValidationFailed({ columnId: ['does not exist'] })
  return column
}

/** The position of a task that comes into a column or moves inside it, and whether it is thereby completed. */
export async function enterColumn(
  tx: Database,
  column: LockedColumn,
  task: { id?: number; columnId?: number; completedAt?: string | null },
  {
    neighbours = {},
    force = false,
    now,
  }: { neighbours?: Neighbours; force?: boolean | undefined; now: Date },
) {
  if (task.columnId !== column.id && !force) await refuseOverLimit(tx, column)
  const position = await positionBetween(
    tx,
    { table: 'tasks', of: 'column_id', id: column.id },
    { ...neighbours, movedId: task.id },
  )
  return {
    columnId: column.id,
    boardId: column.boardId,
    position,
    completedAt: completedAtIn(column, task, now),
  }
}

export function completedAtIn({ isDone }: LockedColumn, task: { completedAt?: string | null }, now: Date) {
  return isDone ? (task.completedAt ?? now.toISOString()) : null
}

async function refuseOverLimit(tx: Database, { id, title, wipLimit }: LockedColumn) {
  if (wipLimit === null) return
  const { taskCount } = await tx
    .selectFrom('tasks')
    .where('columnId', '=', id)
    .where('position', 'is not', null)
    .select(({ fn }) => fn.countAll<number>().as('taskCount'))
    .executeTakeFirstOrThrow()
  if (taskCount < wipLimit) return
  throw new Conflict(
    `The column “${title}” holds its limit of ${wipLimit} tasks; send force: true to exceed it`,
    {
      reason: 'wip_limit',
      wipLimit,
      taskCount,
    },
  )
}
