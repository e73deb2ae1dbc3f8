import { sql } from 'kysely'
import type { Actor } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import type { ActivityType } from '#events.contract.ts'
import { outbox, type StoredEvent } from '#projects/activity.queries.ts'
import { selectMatchingTasks } from '#tasks/matching-tasks.queries.ts'
import type { PreviewedTask } from './automation.contract.ts'

/** More events of a week are not looked at: a preview of a very busy project shows the newest ones. */
const MAX_EVENTS = 5000
const MAX_TASKS = 200

export async function listRecentEvents(
  db: Database,
  projectId: number,
  types: ActivityType[],
  since: string,
) {
  const { rows } = await sql<StoredEvent>`
    select ${outbox.fields} from activity
    where project_id = ${projectId} and type = any(${types}::text[]) and created_at >= ${since}::timestamptz
    order by id desc limit ${sql.lit(MAX_EVENTS)}`.execute(db)
  return rows
}

interface Selection {
  projectId: number
  condition: string
  today: string
  /** The tasks to which it happened. */
  taskIds?: number[]
  dueFrom?: string
}

/** The tasks that the condition matches now, as the list of tasks would find them. */
export async function listMatching(
  db: Database,
  actor: Actor,
  { projectId, condition, today, taskIds, dueFrom }: Selection,
  now: Date,
): Promise<Omit<PreviewedTask, 'at'>[]> {
  const due = dueFrom ? { dueFrom, dueTo: today } : {}
  const selection = { projectId: String(projectId), filter: condition, today, ...due }
  const tasks = await selectMatchingTasks(db, actor, selection, now)
  const wanted = taskIds ? tasks.where(sql<boolean>`tasks.id = any(${taskIds}::bigint[])`) : tasks
  return wanted
    .select(['tasks.id', 'tasks.number', 'tasks.title'])
    .orderBy('tasks.id', 'desc')
    .limit(MAX_TASKS)
    .execute()
}
