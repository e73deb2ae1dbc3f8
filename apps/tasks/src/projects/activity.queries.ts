import type { Page } from '@atrium/core/paging'
import { listPage } from '@atrium/database/list-page'
import type { Consumer as ConsumerOf } from '@atrium/database/outbox/consume'
import type { Outbox } from '@atrium/database/outbox/outbox'
import { prepared } from '@atrium/database/prepared'
import { currentRequest } from '@atrium/http/routes/request-log'
import { sql } from 'kysely'
import { type Actor, originOf } from '#administration/actor.ts'
import type { UserSummary } from '#administration/user.contract.ts'
import { userSummary } from '#administration/user-summary.ts'
import type { Database, DB } from '#database.ts'
import type { ActivityType } from '#events.contract.ts'
import { type ActivityEvent, memberPayloadOf, payloadOf } from '#events.ts'
import type { Activity } from './activity.contract.ts'
import { currentCause } from './activity-cause.ts'
import { findProjectAccess } from './record-access.queries.ts'
import { may } from './rights.ts'

/** All events of projects, and the outbox of consumers: rows are added, and deleted by the clean-up. */
export const outbox: Outbox = {
  table: 'activity',
  fields: sql`id, type, project_id, board_id, task_id, actor_id, application, before, after, created_at,
    automation_run_id`,
}

/** An event as consumers read it. */
export type StoredEvent = Omit<Activity, 'actor' | 'before' | 'after'> & {
  before: object
  after: object
  /** The run of an automation that made the change. */
  automationRunId: number | null
}

/** What reads stored events later; an entry of the list in `consumers.ts`. */
export type Consumer = ConsumerOf<DB, StoredEvent>

/** Signals to streams and caches, which say nothing to a reader. */
const hiddenFromFeed: ActivityType[] = ['task.related_changed']

/** One statement for all; returns their ids in the same order. */
export async function insertActivities(tx: Database, events: ActivityEvent[]) {
  const cause = currentCause()
  const common = { automationRunId: cause?.automationRunId ?? null }
  const origin = cause
    ? { application: cause.application }
    : originOf((currentRequest()?.actor as Actor | null) ?? {})
  const rows = await insertedActivities(
    tx,
    JSON.stringify(events.map(event => ({ ...common, ...withOrigin(event, origin) }))),
  )
  return rows.map(({ id }) => id)
}

/** An event of a batch names its own; it may be of another request. */
function withOrigin(event: ActivityEvent, origin: ReturnType<typeof originOf>) {
  return event.application === undefined ? { ...event, ...origin } : event
}

const insertedActivities = prepared(
  (_tx: Database, events: string) => sql<{ id: number }>`
    insert into activity (project_id, board_id, task_id, task_version, actor_id, type, before, after, application,
      automation_run_id, agent_id, cause, undo)
    select "projectId", "boardId", "taskId", "taskVersion", "actorId", type, coalesce(before, '{}'),
      coalesce(after, '{}'), application, "automationRunId", "agentId", cause, undo
    from rows from (jsonb_to_recordset(${events}::jsonb) as ("projectId" bigint, "boardId" bigint,
      "taskId" bigint, "taskVersion" integer, "actorId" bigint, type text, before jsonb, after jsonb,
      application text, "automationRunId" bigint, "agentId" bigint, cause uuid, undo jsonb))
      with ordinality
    order by ordinality
    returning id`,
)

export async function findLastActivityId(db: Database) {
  const { last } = await db
    .selectFrom('activity')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  return last ?? 0
}

/** Who last changed any of these fields of the task after the version; custom fields are called `field:12`. */
export async function findLastEditor(db: Database, taskId: number, version: number, fields: string[]) {
  const names = fields.map(field => (field.startsWith('field:') ? 'fields' : field))
  const { rows } = await sql<{ editor: UserSummary }>`
    select ${userSummary} as editor from activity join users on users.id = activity.actor_id
    where task_id = ${taskId} and task_version > ${version} and after ?| ${names}::text[]
    order by activity.id desc limit 1`.execute(db)
  return rows[0]?.editor ?? null
}

interface ActivityOptions {
  /** Invited addresses and other people's time are for managers. */
  isManager: boolean
}

/** Newest first. */
export async function listActivity(
  db: Database,
  of: { projectId: number } | { taskId: number },
  page: Page,
  { isManager }: ActivityOptions = { isManager: false },
) {
  const [column, id] =
    'taskId' in of ? (['taskId', of.taskId] as const) : (['projectId', of.projectId] as const)
  const rows = db
    .selectFrom('activity')
    .leftJoin('users', 'users.id', 'activity.actorId')
    .where(`activity.${column}`, '=', id)
    .where('activity.type', 'not in', hiddenFromFeed)
    .select([
      'activity.id',
      'projectId',
      'boardId',
      'taskId',
      'actorId',
      'type',
      'application',
      'activity.createdAt',
      'before',
      'after',
      userSummary.as('actor'),
    ])
    .$castTo<Activity>()
    .orderBy('activity.id', 'desc')
  const { items, ...list } = await listPage(rows, page)
  const present = isManager ? payloadOf : memberPayloadOf
  return { items: items.map(row => ({ ...row, ...present(row) }) as Activity), ...list }
}

export async function listActivityOfProject(db: Database, actor: Actor, projectId: number, page: Page) {
  const access = await findProjectAccess(db, actor.id, projectId)
  const role = access?.role ?? null
  const isManager = may(actor, role, 'invitation.read') && may(actor, role, 'time.any')
  return listActivity(db, { projectId }, page, { isManager })
}
