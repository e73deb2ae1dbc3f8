import { sql } from 'kysely'
import type { Database } from '#database.ts'
import type { TaskKey } from '../task.queries.ts'

export async function copyChecklist(tx: Database, from: TaskKey, { id, projectId }: TaskKey) {
  await sql`insert into checklist_items (task_id, project_id, title, position)
    select ${id}, ${projectId}, title, position from checklist_items
    where project_id = ${from.projectId} and task_id = ${from.id}`.execute(tx)
}

export async function copyStickers(
  tx: Database,
  from: TaskKey,
  { id, projectId }: TaskKey,
  attachedBy: number,
) {
  await sql`insert into task_stickers (task_id, project_id, sticker_id, attached_by)
    select ${id}, ${projectId}, sticker_id, ${attachedBy} from task_stickers
    where project_id = ${from.projectId} and task_id = ${from.id}`.execute(tx)
}

/**
 * The copies refer to the same stored content, which is removed with the last of them. The caller has locked the task, so
 * none of its attachments is deleted meanwhile. With ids, only those. Returns the id of each copy by the id of its original.
 */
export async function copyAttachments(
  tx: Database,
  from: TaskKey,
  { id, projectId, uploaderId }: TaskKey & { uploaderId: number },
  ids?: number[],
) {
  const { rows } = await sql<{ originalId: number; copyId: number }>`
    with original as materialized (
      select nextval(pg_get_serial_sequence('attachments', 'id')) as copy_id, attachments.*
      from attachments where project_id = ${from.projectId} and task_id = ${from.id}
        and id = any(coalesce(${ids ?? null}::bigint[], array[id])) order by id
    ), copied as (
      insert into attachments (id, task_id, project_id, uploader_id, key, name, type, size, sha256)
      select copy_id, ${id}, ${projectId}, ${uploaderId}, key, name, type, size, sha256 from original
    )
    select id as original_id, copy_id from original`.execute(tx)
  return new Map(rows.map(({ originalId, copyId }) => [originalId, copyId]))
}
