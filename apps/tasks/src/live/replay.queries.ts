import { among } from '@atrium/database/conditions'
import { sql } from 'kysely'
import type { Database } from '#database.ts'
import { isVisible } from '#notifications/notification.queries.ts'
import { unlockedTaskEvents } from '#tasks/related/announce-related.ts'
import type { Topic } from './live.contract.ts'

const WINDOW_HOURS = 24
const WINDOW_ROWS = 5000
const PAGE = 200

export interface NotificationRow {
  id: number
  userId: number
  projectId: number | null
  subject: string
  body: string
  context: object
}

/** For several users, each from their own starting point; oldest first. */
export async function listNotificationsAfter(db: Database, readers: { userId: number; after: number }[]) {
  const userIds = readers.map(({ userId }) => userId)
  const cursors = readers.map(({ after }) => after)
  const { rows } = await sql<NotificationRow>`
    select notifications.id, notifications.user_id, notifications.project_id, subject, body, context
    from unnest(${userIds}::bigint[], ${cursors}::bigint[]) as reader (user_id, after_id)
    join notifications on notifications.user_id = reader.user_id and notifications.id > reader.after_id
    where ${isVisible} order by notifications.id`.execute(db)
  return rows
}

/** The next page for one user. */
export async function listMissedNotifications(db: Database, userId: number, after: number) {
  const rows = await db
    .selectFrom('notifications')
    .where('userId', '=', userId)
    .where('id', '>', after)
    .where(isVisible)
    .select(['id', 'userId', 'projectId', 'subject', 'body', 'context'])
    .orderBy('id')
    .limit(sql.lit(PAGE))
    .execute()
  return rows as NotificationRow[]
}

export interface ChangeRow {
  id: number
  type: string
  projectId: number
  boardId: number | null
  taskId: number | null
  actorId: number | null
  taskVersion: number | null
  after: object
}

/**
 * These events are about tasks that their transaction has not locked: a task may have changed boards since then. A client
 * that got the former board would remove the card from the new one.
 */
const boardId = sql<number | null>`case when type in (${sql.join(unlockedTaskEvents.map(sql.lit))})
  then coalesce((select tasks.board_id from tasks where tasks.id = activity.task_id), activity.board_id)
  else activity.board_id end`

export async function listChanges(db: Database, ids: number[]) {
  const rows = await db
    .selectFrom('activity')
    .where(among('id', ids))
    .select(['id', 'type', 'projectId', 'taskId', 'actorId', 'taskVersion', 'after', boardId.as('boardId')])
    .orderBy('id')
    .execute()
  return rows as ChangeRow[]
}

/** Committed a moment ago, so that they should have been announced by now. */
const isRecent = sql<boolean>`created_at between now() - interval '20 s' and now() - interval '2 s'`

export async function listRecentChanges(db: Database) {
  const { rows } = await sql<{ id: number; projectId: number; boards: number[] }>`
    select id, project_id, array_remove(array[board_id, (before ->> 'boardId')::bigint], null) as boards
    from activity where ${isRecent} order by id`.execute(db)
  return rows
}

export async function listRecentlyNotified(db: Database) {
  const rows = await db.selectFrom('notifications').where(isRecent).select('userId').distinct().execute()
  return rows.map(({ userId }) => userId)
}

/**
 * The changes in these topics since then, or undefined if there are too many or one of them is too old. A change may be
 * committed after one with a higher id, however long its transaction takes. Then it was going on when the other one was
 * written, so that its own transaction id is not below `settled_below`.
 */
export async function findChangeIdsSince(db: Database, topics: Topic[], id: number, now: Date) {
  const since = await db
    .selectFrom('activity')
    .where('id', '=', id)
    .select(['createdAt', 'settledBelow'])
    .executeTakeFirst()
  const windowStart = new Date(now.getTime() - WINDOW_HOURS * 3_600_000).toISOString()
  if (!since) return undefined
  if (since.createdAt < windowStart && (await hasChangesBefore(db, topics, id, windowStart))) return undefined
  const rows = await db
    .selectFrom('activity')
    .where('createdAt', '>', windowStart)
    .where(sql<boolean>`(id > ${id} or xid >= ${since.settledBelow}::xid8)`)
    .where(isSeenIn(topics))
    .select('id')
    .orderBy('id')
    .limit(sql.lit(WINDOW_ROWS + 1))
    .execute()
  return rows.length > WINDOW_ROWS ? undefined : rows.map(row => row.id)
}

/** On a quiet board the last change may be weeks old, and still nothing was missed. */
async function hasChangesBefore(db: Database, topics: Topic[], id: number, windowStart: string) {
  const missed = await db
    .selectFrom('activity')
    .where('id', '>', id)
    .where('createdAt', '<=', windowStart)
    .where(isSeenIn(topics))
    .select('id')
    .limit(sql.lit(1))
    .executeTakeFirst()
  return missed !== undefined
}

/** Includes tasks that left one of the boards. */
function isSeenIn(topics: Topic[]) {
  const idsOf = (kind: Topic['kind']) => topics.flatMap(topic => (topic.kind === kind ? [topic.id] : []))
  const projectIds = topics.map(({ projectId }) => projectId)
  return sql<boolean>`(project_id = any(${projectIds}::bigint[]) and (project_id = any(${idsOf('project')}::bigint[])
    or ${boardId} = any(${idsOf('board')}::bigint[])
    or (before ->> 'boardId')::bigint = any(${idsOf('board')}::bigint[])))`
}
