import type { Deps } from '#deps.ts'
import type { StreamNews } from './deliver.ts'
import { listDueTasks } from './due.queries.ts'
import { storeNotifications } from './store-notifications.ts'
import { writeNotification } from './write-notification.ts'

const BATCH = 100

/** Which job is to run when, for every instance together. */
export const dueNotificationsCrontab = '*/15 * * * * notify_due'

export function dueNotificationsTasks(deps: Deps) {
  return { notify_due: () => notifyDue(deps) }
}

/** However often and wherever it runs, everybody is told of a due date once. */
export async function notifyDue(deps: Deps) {
  const now = deps.now().toISOString()
  for (;;) {
    const { found, users } = await notifyBatch(deps, now)
    const news: StreamNews = { name: 'news', users, changes: [] }
    if (users.length > 0) await deps.bus.publish(news)
    if (found < BATCH) return
  }
}

function notifyBatch({ db }: Deps, now: string) {
  return db.transaction().execute(async tx => {
    const tasks = await listDueTasks(tx, now, BATCH)
    const notifications = tasks.map(task => writeNotification(task, task))
    return { found: tasks.length, users: await storeNotifications(tx, notifications) }
  })
}
