import { EntityNotFound } from '@atrium/core/errors'
import { pageOf } from '@atrium/core/paging'
import { listPage } from '@atrium/database/list-page'
import { userSummary } from '#administration/user-summary.ts'
import type { Database } from '#deps.ts'
import type { Notification, NotificationFilters } from './notification.contract.ts'
import { isVisible } from './visible-notifications.ts'

/** Newest first. */
export function listNotifications(db: Database, userId: number, filters: NotificationFilters) {
  const { unread, type, projectId } = filters
  const notifications = selectNotifications(db)
    .where('notifications.userId', '=', userId)
    .where(isVisible)
    .$if(unread !== undefined, query => query.where('notifications.readAt', unread ? 'is' : 'is not', null))
    .$if(type !== undefined, query => query.where('notifications.type', '=', String(type)))
    .$if(projectId !== undefined, query => query.where('notifications.projectId', '=', Number(projectId)))
    .orderBy('notifications.id', 'desc')
  return listPage(notifications, pageOf(filters))
}

export async function countUnread(db: Database, userId: number) {
  const { unread } = await db
    .selectFrom('notifications')
    .where('userId', '=', userId)
    .where('readAt', 'is', null)
    .where(isVisible)
    .select(({ fn }) => fn.countAll<number>().as('unread'))
    .executeTakeFirstOrThrow()
  return unread
}

/** Whose it is, and whether they may still read it. */
export function findNotificationOwner(db: Database, id: number) {
  return db
    .selectFrom('notifications')
    .where('id', '=', id)
    .select(['userId', isVisible.as('isVisible')])
    .executeTakeFirst()
}

export async function getNotification(db: Database, id: number): Promise<Notification> {
  const notification = await selectNotifications(db).where('notifications.id', '=', id).executeTakeFirst()
  if (!notification) throw new EntityNotFound('Notification')
  return notification
}

/** When it was read for the first time stays. */
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
  userId: number,
  { projectId }: { projectId?: number | undefined },
  now: string,
) {
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set({ readAt: now })
    .where('userId', '=', userId)
    .where('readAt', 'is', null)
    .$if(projectId !== undefined, query => query.where('projectId', '=', Number(projectId)))
    .executeTakeFirst()
  return Number(numUpdatedRows)
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
