import { among } from '@atrium/database/conditions'
import { sql } from 'kysely'
import type { Database } from '#database.ts'
import type { TaskEdit } from './task-edit.ts'

/** What would bring a task back to how it was. */
export interface UndoEntry {
  taskId: number
  edit: TaskEdit
}

export interface BulkChangeRow {
  projectId: number
  tasks: UndoEntry[]
  undoneAt: string | null
}

export async function takeBulkChangeId(db: Database) {
  const { rows } = await sql<{ id: number }>`select nextval('bulk_changes_id_seq') as id`.execute(db)
  return Number(rows[0]?.id)
}

export async function insertBulkChange(
  tx: Database,
  { id, userId, createdAt }: { id: number; userId: number; createdAt: string },
  entries: Map<number, UndoEntry[]>,
) {
  const rows = [...entries].map(([projectId, tasks]) => ({
    id,
    projectId,
    userId,
    tasks: JSON.stringify(tasks),
    createdAt,
  }))
  if (rows.length > 0) await tx.insertInto('bulkChanges').values(rows).execute()
}

export async function listBulkChange(db: Database, id: number, userId: number, createdAfter: string) {
  const rows = await db
    .selectFrom('bulkChanges')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('createdAt', '>', createdAfter)
    .select(['projectId', 'tasks', 'undoneAt'])
    .orderBy('projectId')
    .execute()
  return rows as unknown as BulkChangeRow[]
}

/** Returns whether nobody has undone it in any of these projects before. */
export async function markUndone(tx: Database, id: number, projectIds: number[], now: string) {
  const marked = await tx
    .updateTable('bulkChanges')
    .set({ undoneAt: now })
    .where('id', '=', id)
    .where(among('projectId', projectIds))
    .where('undoneAt', 'is', null)
    .returning('projectId')
    .execute()
  return marked.length === projectIds.length
}
