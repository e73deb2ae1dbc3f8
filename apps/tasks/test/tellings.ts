import { waitUntil } from '@atrium/testing/wait-until'
import { sql } from 'kysely'
import type { BothServices } from './both-services.ts'
import type { User } from './team.ts'

interface Told {
  taskId?: number
  projectId?: number
}

/** Everything that was told about a task or a project, to anybody at all: `member task.assigned`, in order. */
export async function tellings({ deps }: BothServices, people: Record<string, User>, of: Told) {
  const names = new Map(Object.entries(people).map(([name, { id }]) => [id, name]))
  const rows = await deps.db
    .selectFrom('notifications')
    .$if(of.taskId !== undefined, query => query.where('taskId', '=', Number(of.taskId)))
    .$if(of.projectId !== undefined, query => query.where('projectId', '=', Number(of.projectId)))
    .select(['userId', 'type'])
    .orderBy('id')
    .execute()
  return rows.map(({ userId, type }) => `${names.get(userId) ?? userId} ${type}`).sort()
}

/** As if all that was told so far had been told six minutes ago. */
export async function sixMinutesLater({ deps }: BothServices) {
  const past = new Date(Date.now() - 6 * 60_000).toISOString()
  await deps.db.updateTable('notifications').set({ createdAt: past }).execute()
}

/** Transactions that have done everything but commit, until they are let go. */
export function heldBeforeCommit({ deps }: BothServices) {
  const [written, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const beforeCommit: typeof deps.subscriptions.beforeCommit = async (tx, events) => {
    await deps.subscriptions.beforeCommit?.(tx, events)
    written.resolve()
    await letGo.promise
  }
  const subscriptions = { ...deps.subscriptions, beforeCommit }
  return { deps: { ...deps, subscriptions }, written: written.promise, letGo: letGo.resolve }
}

/** Until somebody waits for a reader who is held. */
export function untilOneWaits({ deps }: BothServices) {
  return waitUntil(async () => {
    const { rows } = await sql`select from pg_locks
      where locktype = 'advisory' and not granted and database = (
        select oid from pg_database where datname = current_database())`.execute(deps.db)
    return rows.length > 0
  })
}
