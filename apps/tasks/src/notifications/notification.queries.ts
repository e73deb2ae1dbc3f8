import { declaredFields } from '@atrium/core/declared-fields'
import { pageOf } from '@atrium/core/paging'
import { listPage } from '@atrium/database/list-page'
import { sql } from 'kysely'
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

/** Newest first. */
export async function listNotifications(db: Database, actor: Actor, filters: NotificationFilters) {
  const { unread, type, projectId } = filters
  const notifications = selectNotifications(db)
    .where('notifications.userId', '=', actor.id)
    .where(isVisible)
    .where(isInProjectsOf(actor))
    .$if(unread !== undefined, query => query.where('notifications.readAt', unread ? 'is' : 'is not', null))
    .$if(type !== undefined, query => query.where('notifications.type', '=', String(type)))
    .$if(projectId !== undefined, query => query.where('notifications.projectId', '=', Number(projectId)))
    .orderBy('notifications.createdAt', 'desc')
    .orderBy('notifications.id', 'desc')
  const page = await listPage(notifications, pageOf(filters))
  return { ...page, items: page.items.map(presentNotification) }
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
    .select(['userId', 'projectId', isVisible.as('isVisible')])
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
