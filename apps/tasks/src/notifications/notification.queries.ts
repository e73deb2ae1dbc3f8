import { declaredFields } from '@atrium/core/declared-fields'
import { listReply, pageOf } from '@atrium/core/paging'
import { prepared } from '@atrium/database/prepared'
import { type RawBuilder, sql } from 'kysely'
import { type Actor, tokenProjects } from '#administration/actor.ts'
import { userSummary } from '#administration/user-summary.ts'
import type { Database } from '#database.ts'
import { NotFound } from '#errors.ts'
import {
  type Notification,
  NotificationContext,
  type NotificationFilters,
  type NotificationType,
} from './notification.contract.ts'

/** Types that users outside the project can read. */
export const typesForOutsiders: NotificationType[] = ['project.member_removed', 'invitation.created']

/** Notifications of projects that the user has left are hidden. */
export const isVisible = sql<boolean>`(notifications.type = any(${typesForOutsiders}::text[]) or exists (
  select from project_members as own
  where own.project_id = notifications.project_id and own.user_id = notifications.user_id))`

function isInProjectsOf(actor: Actor) {
  const limit = tokenProjects(actor)
  return limit ? sql<boolean>`notifications.project_id = any(${limit}::bigint[])` : sql<boolean>`true`
}

/** Newest first, with the total in the same statement. */
export async function listNotifications(db: Database, actor: Actor, filters: NotificationFilters) {
  const { unread, type = null, projectId = null } = filters
  const page = pageOf(filters)
  const limits = tokenProjects(actor) ?? null
  const find = pages[unread === undefined ? 'all' : unread ? 'unread' : 'read']
  const rows = await find(db, actor.id, limits, type, projectId, page.limit, page.offset)
  const total = rows[0]?.total ?? (page.offset > 0 ? await countNotifications(db, actor, filters) : 0)
  return listReply(rows.map(presentNotification), total, page)
}

/** A page beyond the end has no row that could have the total. */
async function countNotifications(db: Database, actor: Actor, filters: NotificationFilters): Promise<number> {
  const { _meta } = await listNotifications(db, actor, { ...filters, page: 1, limit: 1 })
  return _meta.total
}

const pages = {
  all: preparePage(sql`true`),
  unread: preparePage(sql`notifications.read_at is null`),
  read: preparePage(sql`notifications.read_at is not null`),
}

function preparePage(isWanted: RawBuilder<unknown>) {
  return prepared(
    (
      db: Database,
      userId: number,
      limits: number[] | null,
      type: string | null,
      projectId: number | null,
      limit: number,
      offset: number,
    ) => {
      const matching = sql`notifications.user_id = ${userId} and ${isVisible} and ${isWanted}
        and (${limits}::bigint[] is null or notifications.project_id = any(${limits}::bigint[]))
        and (${type}::text is null or notifications.type = ${type})
        and (${projectId}::bigint is null or notifications.project_id = ${projectId})`
      const rows = selectNotifications(db)
        .where(sql<boolean>`${matching}`)
        .orderBy('notifications.createdAt', 'desc')
        .orderBy('notifications.id', 'desc')
        .limit(sql<number>`(select ${limit}::bigint)`)
        .offset(sql<number>`(select ${offset}::bigint)`)
      return sql<Notification & { total: number }>`
        with page as materialized (${rows})
        select page.*, case when (select count(*) from page) < ${limit}::bigint
          then ${offset}::bigint + (select count(*) from page)
          else (select count(*) from notifications where ${matching}) end as total
        from page order by created_at desc, id desc`
    },
  )
}

export async function countUnread(db: Database, actor: Actor) {
  const { unread } = await db
    .selectFrom('notifications')
    .where('userId', '=', actor.id)
    .where('readAt', 'is', null)
    .where(isVisible)
    .where(isInProjectsOf(actor))
    .select(({ fn }) => fn.countAll<number>().as('unread'))
    .executeTakeFirstOrThrow()
  return unread
}

export function findNotificationOwner(db: Database, id: number) {
  return db
    .selectFrom('notifications')
    .where('id', '=', id)
    .select(['userId', 'projectId', 'taskId', isVisible.as('isVisible')])
    .executeTakeFirst()
}

export async function getNotification(db: Database, id: number): Promise<Notification> {
  const notification = await selectNotifications(db).where('notifications.id', '=', id).executeTakeFirst()
  if (!notification) throw new NotFound('notification_not_found')
  return presentNotification(notification)
}

/** Keeps the time when it was first read. */
export async function markRead(db: Database, id: number, now: string) {
  await db
    .updateTable('notifications')
    .set({ readAt: now })
    .where('id', '=', id)
    .where('readAt', 'is', null)
    .execute()
}

export async function markAllRead(
  db: Database,
  actor: Actor,
  { projectId }: { projectId?: number | undefined },
  now: string,
) {
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set({ readAt: now })
    .where('userId', '=', actor.id)
    .where('readAt', 'is', null)
    .where(isInProjectsOf(actor))
    .$if(projectId !== undefined, query => query.where('projectId', '=', Number(projectId)))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

function presentNotification(notification: Notification) {
  return { ...notification, context: declaredFields(NotificationContext, notification.context) }
}

function selectNotifications(db: Database) {
  return db
    .selectFrom('notifications')
    .leftJoin('users', 'users.id', 'notifications.actorId')
    .select([
      'notifications.id',
      'notifications.type',
      'notifications.subject',
      'notifications.body',
      'notifications.context',
      'notifications.readAt',
      'notifications.createdAt',
      userSummary.as('actor'),
    ])
    .$castTo<Notification>()
}
