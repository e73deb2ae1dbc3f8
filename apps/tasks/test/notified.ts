import { waitUntil } from '@atrium/testing/wait-until'
import { sql } from 'kysely'
import type { Subscriber } from '#events.ts'
import type { BothServices } from './both-services.ts'
import type { User } from './team.ts'

interface Subject {
  taskId?: number
  projectId?: number
}

/** Every notification about a task or a project, for any user, as `member task.assigned`. */
export async function notified({ deps }: BothServices, people: Record<string, User>, about: Subject) {
  const names = new Map(Object.entries(people).map(([name, { id }]) => [id, name]))
  const rows = await deps.db
    .selectFrom('notifications')
    .$if(about.taskId !== undefined, query => query.where('taskId', '=', Number(about.taskId)))
    .$if(about.projectId !== undefined, query => query.where('projectId', '=', Number(about.projectId)))
    .select(['userId', 'type'])
    .orderBy('id')
    .execute()
  return rows.map(({ userId, type }) => `${names.get(userId) ?? userId} ${type}`).sort()
}

/** Dates all notifications back by six minutes. */
export async function sixMinutesLater({ deps }: BothServices) {
  const past = new Date(Date.now() - 6 * 60_000).toISOString()
  await deps.db.updateTable('notifications').set({ createdAt: past }).execute()
}

/** Dependencies whose transactions wait before their commit until `commit` is called. */
export function pausedBeforeCommit({ deps }: BothServices) {
  const [written, committed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const pausing: Subscriber = {
    name: 'pausing',
    beforeCommit: async () => {
      written.resolve()
      await committed.promise
    },
  }
  const subscribers = [...deps.subscribers, pausing]
  return { deps: { ...deps, subscribers }, written: written.promise, commit: committed.resolve }
}

/** Until a transaction waits for the advisory lock of a recipient. */
export function untilOneWaits({ deps }: BothServices) {
  return waitUntil(async () => {
    const { rows } = await sql`select from pg_locks
      where locktype = 'advisory' and not granted and database = (
        select oid from pg_database where datname = current_database())`.execute(deps.db)
    return rows.length > 0
  })
}
