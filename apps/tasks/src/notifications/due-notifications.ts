import type { Deps } from '#deps.ts'
import type { StreamNews } from './deliver.ts'
import { type Looked, listDueTasks } from './due.queries.ts'
import { storeNotifications } from './store-notifications.ts'

const BATCH = 100

/** Which job is to run when, for every instance together. */
export const dueNotificationsCrontab = '*/15 * * * * notify_due'

export function dueNotificationsTasks(deps: Deps) {
  return { notify_due: () => notifyDue(deps) }
}

/** However often and wherever it runs, everybody is told of a due date once. */
export async function notifyDue(deps: Deps) {
  const now = deps.now()
  let last: Looked | undefined = { dueDate: '-infinity', taskId: 0 }
  while (last) {
    const { next, users }: Told = await notifyBatch(deps, now, last)
    const news: StreamNews = { name: 'news', users, changes: [] }
    if (users.length > 0) await deps.bus.publish(news)
    last = next
  }
}

interface Told {
  users: number[]
  /** Where to go on; undefined at the end. */
  next: Looked | undefined
}

function notifyBatch({ db }: Deps, now: Date, last: Looked): Promise<Told> {
  return db.transaction().execute(async tx => {
    const tasks = await listDueTasks(tx, now.toISOString(), last, BATCH)
    const occurrences = tasks.map(task => ({ recipient: task, happening: task }))
    const next = tasks.length < BATCH ? undefined : tasks.at(-1)
    return { next, users: await storeNotifications(tx, occurrences, now) }
  })
}
