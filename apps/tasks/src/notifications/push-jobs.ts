import { addJobs } from '@atrium/jobs/jobs'
import type { Database } from '#database.ts'
import type { StoredNotification } from './notify.queries.ts'

export const PUSH_JOB = 'push.notification'

export interface PushJob {
  userId: number
  /** Without it, everything since `since`, which has waited for the end of quiet hours. */
  notificationId?: number
  since?: string
  /** Set when a push service asked to wait, or failed: what is left to do, and how often it has been tried. */
  subscriptionId?: number
  attempt?: number
}

/** Adds the jobs in the transaction of the notifications. Most people have no subscription, and no jobs. */
export async function pushNotifications(tx: Database, stored: StoredNotification[]) {
  const pushed = stored.filter(({ hasPush }) => hasPush)
  if (pushed.length === 0) return
  const jobs = pushed.map(({ id, userId }) => ({ payload: { userId, notificationId: id } satisfies PushJob }))
  await addJobs(tx, PUSH_JOB, jobs)
}
