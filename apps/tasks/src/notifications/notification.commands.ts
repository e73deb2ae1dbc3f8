import { retriedTransaction } from '@atrium/database/retry-transaction'
import type { Actor } from '#administration/actor.ts'
import { getTimeZone } from '#administration/user.commands.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Forbidden, NotFound, ValidationFailed } from '#errors.ts'
import { findProjectAccess } from '#projects/record-access.queries.ts'
import { refuseOutsideToken, requireRight } from '#projects/require-right.ts'
import type {
  Notification,
  NotificationFilters,
  NotificationsToRead,
  Preferences,
  PreferencesChanges,
} from './notification.contract.ts'
import {
  findNotificationOwner,
  getNotification,
  listNotifications,
  markAllRead,
  markRead,
} from './notification.queries.ts'
import { mailWaiting } from './notification-mail.ts'
import { getPreferences, listOwnAmong, updatePreferences } from './preferences.queries.ts'

export async function findNotifications({ db }: Deps, actor: Actor, filters: NotificationFilters) {
  await requireProject(db, actor, filters.projectId)
  return listNotifications(db, actor, filters)
}

export async function readNotification({ db, now }: Deps, actor: Actor, id: number): Promise<Notification> {
  const found = await findNotificationOwner(db, id)
  if (!found) throw new NotFound('notification_not_found')
  if (found.userId !== actor.id) throw new Forbidden('foreign_notification')
  refuseOutsideToken(actor, found.projectId)
  if (!found.isVisible) throw new Forbidden('not_a_member')
  await markRead(db, id, now().toISOString())
  return getNotification(db, id)
}

export async function readAllNotifications({ db, now }: Deps, actor: Actor, which: NotificationsToRead) {
  await requireProject(db, actor, which.projectId)
  return markAllRead(db, actor, which, now().toISOString())
}

/** A project that the user cannot read is refused, not silently empty. */
export async function requireProject(db: Database, actor: Actor, projectId: number | undefined) {
  if (projectId === undefined) return
  const access = await findProjectAccess(db, actor.id, projectId)
  if (!access) throw new NotFound('project_not_found')
  requireRight(actor, access, 'project.read')
}

/** Absent fields stay unchanged. */
export async function changePreferences(
  deps: Deps,
  actor: Actor,
  { mail, mutedTypes, mutedProjects, ...times }: PreferencesChanges,
): Promise<Preferences> {
  if (mutedProjects) await refuseForeign(deps, actor, mutedProjects)
  const changes = {
    ...(await timeChanges(deps, times)),
    ...(mail && { mail }),
    ...(mutedTypes && { mutedTypes: [...new Set(mutedTypes)] }),
    ...(mutedProjects && { mutedProjects: [...new Set(mutedProjects)] }),
  }
  return retriedTransaction(deps.db, async tx => {
    const preferences = await updatePreferences(tx, actor.id, changes, deps.now().toISOString())
    // What waits for the former hour is sent now, or waits for the new one.
    if (Object.keys(times).length > 0) await mailWaiting(tx, actor.id, deps.now())
    return preferences
  })
}

type TimeChanges = Pick<PreferencesChanges, 'quietHours' | 'summaryAt' | 'timeZone'>

async function timeChanges(deps: Deps, { quietHours, summaryAt, timeZone }: TimeChanges) {
  if (quietHours && quietHours.from === quietHours.to) {
    throw new ValidationFailed({ quietHours: 'quiet_hours_empty' })
  }
  return {
    ...(quietHours !== undefined && { quietFrom: quietHours?.from ?? null, quietTo: quietHours?.to ?? null }),
    ...(summaryAt !== undefined && { summaryAt }),
    ...(timeZone && { mailTimeZone: await getTimeZone(deps, timeZone) }),
  }
}

/** Projects that were already muted can stay in the list after the user left them. */
async function refuseForeign({ db }: Deps, actor: Actor, projectIds: number[]) {
  const { mutedProjects } = await getPreferences(db, actor.id)
  const added = projectIds.filter(id => !mutedProjects.includes(id))
  if (added.length === 0) return
  const own = await listOwnAmong(db, actor.id, added)
  if (added.some(id => !own.includes(id))) {
    throw new ValidationFailed({ mutedProjects: 'not_own_projects' })
  }
}
