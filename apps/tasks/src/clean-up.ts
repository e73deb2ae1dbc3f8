import { isShipped } from '@atrium/audit/audit-shipping'
import { isForgotten } from '@atrium/database/change-log'
import { type Rule, removeInBatches, repeatBatches } from '@atrium/database/clean-up'
import { isSeenByAll } from '@atrium/database/outbox/outbox'
import { keptSince } from '@atrium/jobs/retention'
import type { Retention } from '@atrium/jobs/service-health.contract'
import { sql } from 'kysely'
import { outbox } from '#projects/activity.queries.ts'
import { isNotHeld } from '#projects/hold/hold.queries.ts'
import { emptyTrash } from '#tasks/trash.commands.ts'
import type { Deps } from './deps.ts'
import type { Settings } from './settings.ts'

const WEBHOOK_DELIVERY_DAYS = 30
const AUTOMATION_RUN_DAYS = 30
const IMPORTS_KEEP_DAYS = 30
/** After the decision. */
const PROPOSALS_KEEP_DAYS = 30
/** Since they were last used; one that only proposes is remembered. */
const AGENTS_KEEP_DAYS = 180
const TRASH_BATCH = 100
/** Git hosts offer to send a delivery again for less than this. */
const DELIVERIES_KEEP_DAYS = 30

/** Tasks in the trash first: a deleted column or board stays as long as one of them can be restored into it. */
export async function cleanUp(deps: Deps) {
  const now = deps.now()
  const trashSince = keptSince(now, deps.settings.TRASH_KEEP_DAYS)
  const empty = (deletedBefore: string) => () => emptyTrash(deps, deletedBefore, TRASH_BATCH)
  let removed = trashSince === undefined ? 0 : await repeatBatches(empty(trashSince), TRASH_BATCH)
  for (const rule of rulesAt(now, deps.settings)) removed += await removeInBatches(deps.db, rule)
  return removed
}

/** The activity of a task stays with the task, and a while longer. Nothing leaves a project on legal hold. */
function rulesAt(now: Date, settings: Settings): Rule[] {
  const before = (days: number) => keptSince(now, days) ?? '-infinity'
  const dayAgo = before(1)
  const trashBefore = before(settings.TRASH_KEEP_DAYS)
  const columnHasNoTask = sql`not exists (select from tasks where column_id = board_columns.id)`
  const boardHasNoTask = sql`not exists (select from tasks where board_id = boards.id)`
  const boardIsNotHeld = sql`board_id not in (select boards.id from boards join projects on projects.id = boards.project_id
    where projects.held_at is not null)`
  const taskIsGone = sql`task_id is not null and not exists (select from tasks where tasks.id = activity.task_id)`
  const notificationIsOld = sql`(created_at < ${before(settings.NOTIFICATIONS_KEEP_DAYS)}
    or created_at < ${before(settings.READ_NOTIFICATIONS_KEEP_DAYS)} and read_at is not null)`
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
    {
      table: 'board_columns',
      key: 'id',
      isOver: sql`deleted_at < ${trashBefore} and ${columnHasNoTask} and ${boardIsNotHeld}`,
    },
    {
      table: 'boards',
      key: 'id',
      isOver: sql`deleted_at < ${trashBefore} and ${boardHasNoTask} and ${isNotHeld('boards.project_id')}`,
    },
    { table: 'bulk_changes', key: ['id', 'project_id'], isOver: sql`created_at < ${dayAgo}` },
    {
      table: 'import_jobs',
      key: 'id',
      isOver: sql`finished_at < ${before(IMPORTS_KEEP_DAYS)} and content_key is null`,
    },
    {
      table: 'git_deliveries',
      key: ['repository_id', 'delivery'],
      isOver: sql`received_at < ${before(DELIVERIES_KEEP_DAYS)}`,
    },
    { table: 'proposals', key: 'id', isOver: sql`decided_at < ${before(PROPOSALS_KEEP_DAYS)}` },
    {
      table: 'agents',
      key: 'id',
      isOver: sql`last_used_at < ${before(AGENTS_KEEP_DAYS)} and (mode = 'acts' or stopped_at is not null)`,
    },
    { table: 'idempotent_requests', key: ['user_id', 'key'], isOver: sql`created_at < ${dayAgo}` },
    { table: 'instances', key: 'instance', isOver: sql`seen_at < ${dayAgo}` },
    {
      table: 'invitations',
      key: 'id',
      isOver: sql`expires_at < ${before(settings.INVITATIONS_KEEP_DAYS)} and ${isNotHeld('invitations.project_id')}`,
    },
    { table: 'notifications', key: 'id', isOver: sql`${notificationIsOld} and not (${isReminder})` },
    {
      table: 'project_changes',
      key: ['project_id', 'xid'],
      isOver: sql`${isForgotten('project_changes', ofSameProject)} or ${projectIsGone}`,
    },
    { table: 'webhook_deliveries', key: 'id', isOver: sql`created_at < ${before(WEBHOOK_DELIVERY_DAYS)}` },
    {
      table: 'automation_runs',
      key: 'id',
      isOver: sql`created_at < ${before(AUTOMATION_RUN_DAYS)} and status <> 'waiting'`,
    },
    { table: 'stream_tokens', key: 'digest', isOver: sql`expires_at < ${now.toISOString()}` },
    { table: 'used_sign_in_states', key: 'digest', isOver: sql`expires_at < ${now.toISOString()}` },
    {
      table: 'activity',
      key: 'id',
      isOver: sql`created_at < ${before(settings.ACTIVITY_KEEP_DAYS)} and ${taskIsGone}
        and ${isNotHeld('activity.project_id')} and ${isSeenByAll(outbox)}`,
    },
    {
      table: 'audit_entries',
      key: 'id',
      isOver: sql`at < ${before(settings.AUDIT_KEEP_DAYS)} and ${isShipped(settings)}`,
    },
  ]
}

/** For the health page. */
export function retentionOf(settings: Settings): Retention[] {
  return [
    { what: 'audit', days: settings.AUDIT_KEEP_DAYS || null },
    { what: 'trash', days: settings.TRASH_KEEP_DAYS || null },
    { what: 'activity', days: settings.ACTIVITY_KEEP_DAYS || null },
    { what: 'notifications', days: settings.NOTIFICATIONS_KEEP_DAYS || null },
    { what: 'readNotifications', days: settings.READ_NOTIFICATIONS_KEEP_DAYS || null },
    { what: 'invitations', days: settings.INVITATIONS_KEEP_DAYS || null },
  ]
}
