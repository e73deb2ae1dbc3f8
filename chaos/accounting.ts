import { setTimeout as sleep } from 'node:timers/promises'
import { openClient } from '@atrium/database/servers'
import type { Attempt, Outcome } from './attempts.ts'
import type { Cluster } from './cluster.ts'
import type { Follower } from './follower.ts'
import type { Setting } from './people.ts'
import type { Writers } from './writers.ts'

const ARRIVAL_MS = 60_000

export interface Account {
  requests: number
  failures: Partial<Record<Outcome, number>>
  writes: number
  writesLost: number
  writesDoubled: number
  staleReads: number
  notifications: number
  notificationsLost: number
  notificationsDoubled: number
  /** The longest time in which no request succeeded. */
  gapSeconds: number
  /** From the end of the harm to the last failure. */
  recoverySeconds: number
}

/** Compares what was acknowledged with what the database contains and what the stream brought. */
export async function settle(
  cluster: Cluster,
  { reader }: Setting,
  { attempts, written, staleReads }: Writers,
  { received }: Follower,
  healedAt: number,
): Promise<Account> {
  const tasks = [...written.values()]
  await waitForNotifications(tasks.length, received)
  const { stored, notified } = await readDatabase(cluster, reader.id)
  const unheard = tasks.filter(({ taskId }) => !received.has(taskId))
  for (const { taskId } of unheard)
    process.stderr.write(
      `Task ${taskId}: no notification arrived; stored: ${notified.get(taskId) ?? 'none'}\n`,
    )
  return {
    requests: attempts.length,
    failures: countFailures(attempts),
    writes: 2 * tasks.length,
    writesLost: tasks.filter(({ title, columnId }) => !stored.get(title)?.includes(columnId)).length,
    writesDoubled: [...stored.values()].filter(({ length }) => length > 1).length,
    staleReads: staleReads.length,
    notifications: tasks.length,
    notificationsLost: unheard.length,
    notificationsDoubled: [...received, ...notified].filter(([, ids]) => ids.length > 1).length,
    gapSeconds: longestGap(attempts) / 1000,
    recoverySeconds: secondsToRecover(attempts, healedAt),
  }
}

/** Every acknowledged change costs nobody more than this wait. */
async function waitForNotifications(expected: number, received: Follower['received']) {
  for (const deadline = Date.now() + ARRIVAL_MS; received.size < expected && Date.now() < deadline; )
    await sleep(100)
  await sleep(1000) // for a double
}

async function readDatabase({ databaseUrl }: Cluster, readerId: number) {
  const database = await openClient(databaseUrl)
  try {
    const tasks = await database.query<{ title: string; columns: string[] }>(
      'select title, array_agg(column_id) as columns from tasks group by title',
    )
    const notifications = await database.query<{ task: string; ids: string[] }>(
      `select task_id as task, array_agg(id) as ids from notifications where user_id = $1 and type = 'task.assigned'
       group by task_id`,
      [readerId],
    )
    return {
      stored: new Map(tasks.rows.map(({ title, columns }) => [title, columns.map(Number)])),
      notified: new Map(notifications.rows.map(({ task, ids }) => [Number(task), ids])),
    }
  } finally {
    await database.end()
  }
}

function countFailures(attempts: Attempt[]) {
  const failures: Account['failures'] = {}
  for (const { outcome } of attempts) if (outcome !== 'ok') failures[outcome] = (failures[outcome] ?? 0) + 1
  return failures
}

function longestGap(attempts: Attempt[]) {
  const times = attempts.flatMap(({ outcome, endedAt }) => (outcome === 'ok' ? endedAt : []))
  return times.reduce((longest, time, at) => Math.max(longest, time - (times[at - 1] ?? time)), 0)
}

function secondsToRecover(attempts: Attempt[], healedAt: number) {
  const last = attempts.findLast(({ outcome }) => outcome !== 'ok')
  return last ? Math.max(0, last.endedAt - healedAt) / 1000 : 0
}
