import { offeredLanguages } from '@atrium/core/languages'
import { retriedTransaction } from '@atrium/database/retry-transaction'
import type { Deps } from '#deps.ts'
import { type DueCursor, listDueTasks } from './due-notifications.queries.ts'
import { storeNotifications } from './notify.ts'

const BATCH = 100

/** Every 15 minutes, on one instance. */
export const dueNotificationsCrontab = '*/15 * * * * notify_due'

export function dueNotificationsTasks(deps: Deps) {
  return { notify_due: () => notifyDue(deps) }
}

/** Notifies each user once per due date, however often it runs. */
export async function notifyDue(deps: Deps) {
  const now = deps.now()
  let cursor: DueCursor | undefined = { dueDate: '-infinity', taskId: 0, userId: 0 }
  while (cursor) {
    const batch: Batch = await notifyBatch(deps, now, cursor)
    deps.publishNotice({ users: batch.userIds, changes: [] })
    cursor = batch.next
  }
}

interface Batch {
  userIds: number[]
  /** Where the next batch starts; undefined at the end. */
  next: DueCursor | undefined
}

function notifyBatch({ db, settings, notices }: Deps, now: Date, cursor: DueCursor): Promise<Batch> {
  return retriedTransaction(db, async tx => {
    const tasks = await listDueTasks(tx, now.toISOString(), cursor, BATCH)
    const occurrences = tasks.map(task => ({ recipient: task, subject: task }))
    const next = tasks.length < BATCH ? undefined : tasks.at(-1)
    const { name: product } = notices.current().branding
    const circumstances = { now, product, languages: offeredLanguages(settings) }
    return { next, userIds: await storeNotifications(tx, occurrences, circumstances) }
  })
}
