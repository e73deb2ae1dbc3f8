import { isForgotten } from '@atrium/database/change-log'
import { type Rule, removeInBatches, repeatBatches } from '@atrium/database/clean-up'
import { sql } from 'kysely'
import { emptyTrash } from '#tasks/trash.commands.ts'
import type { Deps } from './deps.ts'

const DAY_MS = 86_400_000
const TRASH_DAYS = 30
const TRASH_BATCH = 100
const INVITATION_DAYS = 90
const ACTIVITY_DAYS = 365
const READ_DAYS = 90
const UNREAD_DAYS = 180

/** Tasks in the trash first: a deleted column or board stays as long as one of them can be restored into it. */
export async function cleanUp(deps: Deps) {
  const now = deps.now()
  const deletedBefore = daysBefore(now, TRASH_DAYS)
  let removed = await repeatBatches(() => emptyTrash(deps, deletedBefore, TRASH_BATCH), TRASH_BATCH)
  for (const rule of rulesAt(now)) removed += await removeInBatches(deps.db, rule)
  return removed
}

/** The activity of a task stays with the task, and a year longer. */
function rulesAt(now: Date): Rule[] {
  const dayAgo = daysBefore(now, 1)
  const trashBefore = daysBefore(now, TRASH_DAYS)
  const invitationsBefore = daysBefore(now, INVITATION_DAYS)
  const activityBefore = daysBefore(now, ACTIVITY_DAYS)
  const columnHasNoTask = sql`not exists (select from tasks where column_id = board_columns.id)`
  const boardHasNoTask = sql`not exists (select from tasks where board_id = boards.id)`
  const taskIsGone = sql`task_id is not null and not exists (select from tasks where tasks.id = activity.task_id)`
  const notificationIsOld = sql`(created_at < ${daysBefore(now, UNREAD_DAYS)}
    or created_at < ${daysBefore(now, READ_DAYS)} and read_at is not null)`
  // Without it, an open task would be reported as due again.
  const isReminder = sql`type in ('task.due_soon', 'task.overdue') and exists (select from tasks
    where tasks.id = notifications.task_id and completed_at is null and deleted_at is null)`
  const ofSameBoard = sql`later.board_id = board_changes.board_id`
  const ofSameProject = sql`later.project_id = project_changes.project_id`
  const projectIsGone = sql`not exists (select from projects where projects.id = project_id)`
  const boardIsGone = sql`not exists (select from boards where boards.id = board_id)`
  return [
    {
      table: 'board_changes',
      key: ['board_id', 'xid'],
      isOver: sql`${isForgotten('board_changes', ofSameBoard)} or ${boardIsGone}`,
    },
    { table: 'board_columns', key: 'id', isOver: sql`deleted_at < ${trashBefore} and ${columnHasNoTask}` },
    { table: 'boards', key: 'id', isOver: sql`deleted_at < ${trashBefore} and ${boardHasNoTask}` },
    { table: 'bulk_changes', key: ['id', 'project_id'], isOver: sql`created_at < ${dayAgo}` },
    { table: 'idempotent_requests', key: ['user_id', 'key'], isOver: sql`created_at < ${dayAgo}` },
    { table: 'instances', key: 'instance', isOver: sql`seen_at < ${dayAgo}` },
    { table: 'invitations', key: 'id', isOver: sql`expires_at < ${invitationsBefore}` },
    { table: 'notifications', key: 'id', isOver: sql`${notificationIsOld} and not (${isReminder})` },
    {
      table: 'project_changes',
      key: ['project_id', 'xid'],
      isOver: sql`${isForgotten('project_changes', ofSameProject)} or ${projectIsGone}`,
    },
    { table: 'stream_tokens', key: 'digest', isOver: sql`expires_at < ${now.toISOString()}` },
    { table: 'used_sign_in_states', key: 'digest', isOver: sql`expires_at < ${now.toISOString()}` },
    { table: 'activity', key: 'id', isOver: sql`created_at < ${activityBefore} and ${taskIsGone}` },
  ]
}

function daysBefore(now: Date, days: number) {
  return new Date(now.getTime() - days * DAY_MS).toISOString()
}
