import { EntityNotFound, Forbidden } from '@atrium/core/errors'
import type { Actor } from '#administration/actor.ts'
import type { Database, Deps } from '#deps.ts'
import { findProjectPlace } from '#projects/place.queries.ts'
import { requireRight } from '#projects/require-right.ts'
import type { Notification, NotificationFilters, NotificationsToRead } from './notification.contract.ts'
import {
  findNotificationOwner,
  getNotification,
  listNotifications,
  markAllRead,
  markRead,
} from './notification.queries.ts'

export async function findNotifications({ db }: Deps, actor: Actor, filters: NotificationFilters) {
  await requireProject(db, actor, filters.projectId)
  return listNotifications(db, actor.id, filters)
}

export async function readNotification({ db, now }: Deps, actor: Actor, id: number): Promise<Notification> {
  const found = await findNotificationOwner(db, id)
  if (!found) throw new EntityNotFound('Notification')
  if (found.userId !== actor.id) throw new Forbidden('This notification is for somebody else')
  if (!found.isVisible) throw new Forbidden('You are no longer a member of this project')
  await markRead(db, id, now().toISOString())
  return getNotification(db, id)
}

export async function readAllNotifications({ db, now }: Deps, actor: Actor, which: NotificationsToRead) {
  await requireProject(db, actor, which.projectId)
  return markAllRead(db, actor.id, which, now().toISOString())
}

/** A project that is not the caller's is refused, not silently empty. */
async function requireProject(db: Database, actor: Actor, projectId: number | undefined) {
  if (projectId === undefined) return
  const place = await findProjectPlace(db, actor.id, projectId)
  if (!place) throw new EntityNotFound('Project')
  requireRight(actor, place, 'project.read')
}
