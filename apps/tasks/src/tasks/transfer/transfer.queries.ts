import { among } from '@atrium/database/conditions'
import { sql } from 'kysely'
import type { Database } from '#database.ts'

interface ColumnWish {
  projectId: number
  boardId: number | undefined
  /** The column that the task leaves. */
  fromColumnId: number
  isCompleted: boolean
}

/** On the given or the first board: a column of the same title, or where a completed task belongs, or the first one. */
export async function findColumnLike(
  tx: Database,
  { projectId, boardId, fromColumnId, isCompleted }: ColumnWish,
) {
  const { rows } = await sql<{ id: number }>`
    select board_columns.id
    from board_columns join boards on boards.id = board_columns.board_id
    where boards.project_id = ${projectId} and boards.id = coalesce(${boardId ?? null}::bigint, boards.id)
      and boards.deleted_at is null and board_columns.deleted_at is null
    order by boards.position,
      lower(board_columns.title) is distinct from (select lower(title) from board_columns where id = ${fromColumnId}),
      not (${isCompleted}::boolean and board_columns.is_done), board_columns.position
    limit 1`.execute(tx)
  return rows[0]?.id
}

/**
 * Stickers for all projects stay; those of the old project give way to those of the same name in the new one, or for all
 * projects. Returns the names of the others.
 */
export async function exchangeStickers(tx: Database, taskId: number, projectId: number) {
  const { rows } = await sql<{ stickerId: number; name: string; substituteId: number | null }>`
    select stickers.id as sticker_id, stickers.name, (
      select substitute.id from stickers as substitute
      where lower(substitute.name) = lower(stickers.name)
        and (substitute.project_id = ${projectId} or substitute.project_id is null)
      order by substitute.project_id nulls last limit 1
    ) as substitute_id
    from task_stickers join stickers on stickers.id = task_stickers.sticker_id
    where task_stickers.task_id = ${taskId} and stickers.project_id is not null
    order by stickers.id`.execute(tx)
  const stickerIds = rows.map(row => row.stickerId)
  const substitutes = rows.flatMap(({ stickerId, substituteId }) =>
    substituteId === null ? [] : [{ stickerId, substituteId }],
  )
  await sql`update task_stickers set project_id = ${projectId} where task_id = ${taskId}`.execute(tx)
  if (rows.length === 0) return []
  await sql`insert into task_stickers (task_id, project_id, sticker_id, attached_by, attached_at)
    select ${taskId}, ${projectId}, exchange.substitute_id, task_stickers.attached_by, task_stickers.attached_at
    from unnest(${substitutes.map(one => one.stickerId)}::bigint[],
      ${substitutes.map(one => one.substituteId)}::bigint[]) as exchange (sticker_id, substitute_id)
    join task_stickers on task_stickers.task_id = ${taskId} and task_stickers.sticker_id = exchange.sticker_id
    on conflict do nothing`.execute(tx)
  await tx
    .deleteFrom('taskStickers')
    .where('taskId', '=', taskId)
    .where(among('stickerId', stickerIds))
    .execute()
  return rows.filter(({ substituteId }) => substituteId === null).map(({ name }) => name)
}

/** Sub-tasks in the trash stay in the old project, on their own. */
export async function unlinkFrom(tx: Database, parentIds: number[], projectId: number) {
  await tx
    .updateTable('tasks')
    .set({ parentId: null })
    .where(among('parentId', parentIds))
    .where('projectId', '=', projectId)
    .execute()
}

/**
 * Lists the assignees, the creator and watchers of a task, and everyone with comments, time or files in it, unless they muted it,
 * and whether each is a member of the project that it moves to.
 */
export async function listAffected(tx: Database, taskId: number, toProjectId: number) {
  const { rows } = await sql<{ userId: number; isMember: boolean }>`
    select person.user_id, exists (
      select from project_members as member
      where member.project_id = ${toProjectId} and member.user_id = person.user_id) as is_member
    from (
      select unnest(array[assignee_id, creator_id] || other_assignee_ids) as user_id from tasks where id = ${taskId}
      union select user_id from task_watchers where task_id = ${taskId} and is_watching
      union select author_id from comments where task_id = ${taskId}
      union select user_id from time_intervals where task_id = ${taskId}
      union select uploader_id from attachments where task_id = ${taskId}
    ) as person
    where person.user_id is not null and not exists (
      select from task_watchers as muted
      where muted.task_id = ${taskId} and muted.user_id = person.user_id and not muted.is_watching)
    order by person.user_id`.execute(tx)
  return rows
}

/** Stops watches of users who are not members of the project. Returns the users. */
export async function deleteOutsideWatchers(tx: Database, taskId: number, projectId: number) {
  const { rows } = await sql<{ userId: number; isWatching: boolean }>`
    delete from task_watchers where task_id = ${taskId} and not exists (
      select from project_members
      where project_members.project_id = ${projectId} and project_members.user_id = task_watchers.user_id)
    returning user_id, is_watching`.execute(tx)
  return rows.filter(({ isWatching }) => isWatching).map(({ userId }) => userId)
}
