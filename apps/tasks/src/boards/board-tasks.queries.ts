import { GAP } from '@atrium/database/ordered-list'
import { sql } from 'kysely'
import type { Database } from '#database.ts'
import type { LockedColumn } from './column.queries.ts'

// Changes to many tasks at once. Each statement repeats in its own condition what it changes: a task that someone else has
// just moved or deleted is checked again when its row is unlocked, and left alone.

export async function deleteTasksOfBoard(
  tx: Database,
  boardId: number,
  { deletedAt, deletedBy }: { deletedAt: string; deletedBy: number },
) {
  const { numUpdatedRows } = await tx
    .updateTable('tasks')
    .set({ deletedAt, deletedBy, position: null, updatedAt: deletedAt, version: sql`version + 1` })
    .where('boardId', '=', boardId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Puts each task into its old column, by number: a deleted board's columns are empty, and nothing can be added to them. */
export async function restoreTasksOfBoard(tx: Database, boardId: number, deletedAt: string, now: string) {
  const { numAffectedRows } = await sql`
    update tasks set deleted_at = null, deleted_by = null, position = numbered.place,
      version = version + 1, updated_at = ${now}
    from (select id, row_number() over (partition by column_id order by number) * ${sql.lit(GAP)} as place
      from tasks where board_id = ${boardId} and deleted_at = ${deletedAt}) as numbered
    where tasks.id = numbered.id and tasks.deleted_at = ${deletedAt}`.execute(tx)
  return Number(numAffectedRows)
}

/** The column's tasks go below those of the target, in the same order. */
export async function moveTasks(tx: Database, columnId: number, target: LockedColumn, now: string) {
  const { rows } = await sql<MovedTask>`
    with moving as (
      select id, completed_at, position, row_number() over (order by position) as place
      from tasks where column_id = ${columnId} and position is not null
    ), last as (
      select coalesce(max(position), 0) as position from tasks where column_id = ${target.id}
    )
    update tasks set column_id = ${target.id}, board_id = ${target.boardId},
      position = last.position + moving.place * ${sql.lit(GAP)},
      completed_at = ${completedAt(target.isDone, now)},
      version = version + 1, updated_at = ${now},
      field_versions = field_versions || jsonb_build_object('columnId', version + 1)
    from moving, last
    where tasks.id = moving.id and tasks.column_id = ${columnId} and tasks.position is not null
    returning tasks.id, tasks.version, tasks.position, tasks.completed_at,
      moving.position as old_position, moving.completed_at as old_completed_at`.execute(tx)
  return rows.toSorted((a, b) => a.position - b.position)
}

export interface MovedTask {
  id: number
  version: number
  position: number
  completedAt: string | null
  oldPosition: number
  oldCompletedAt: string | null
}

/** The column now completes its tasks, or no longer does. */
export async function completeTasks(tx: Database, columnId: number, isDone: boolean, now: string) {
  await tx
    .updateTable('tasks')
    .set({ completedAt: completedAt(isDone, now), updatedAt: now, version: sql`version + 1` })
    .where('columnId', '=', columnId)
    .where('position', 'is not', null)
    .where('completedAt', isDone ? 'is' : 'is not', null)
    .execute()
}

function completedAt(isDone: boolean, now: string) {
  return isDone ? sql<string>`coalesce(tasks.completed_at, ${now}::timestamptz)` : sql<null>`null`
}
