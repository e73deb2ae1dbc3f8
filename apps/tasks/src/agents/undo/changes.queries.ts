import { among } from '@atrium/database/conditions'
import type { Database } from '#database.ts'
import type { ActivityType } from '#events.contract.ts'

/** What undoing reads of an event. */
export interface Change {
  id: number
  type: ActivityType
  projectId: number
  taskId: number | null
  taskVersion: number | null
  before: Record<string, unknown>
  after: Record<string, unknown>
  undo: { description?: string; position?: number | null } | null
  isOwn: boolean
}

export interface Undoing {
  agentId: number
  since: string
  /** A single call of the agent. */
  cause?: string
}

/** More are undone in several steps. */
const MAX_UNDONE = 5000

/** Events that follow others, and change nothing themselves. */
const consequences: ActivityType[] = ['task.related_changed', 'task.unblocked', 'task.watched']

/** Newest first: what the agent did. */
export async function listOwnChanges(db: Database, { agentId, since, cause }: Undoing) {
  const rows = await db
    .selectFrom('activity')
    .where('agentId', '=', agentId)
    .where('createdAt', '>=', since)
    .$if(cause !== undefined, own => own.where('cause', '=', cause as string))
    .where('type', 'not in', consequences)
    .select(['id', 'projectId', 'taskId'])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_UNDONE)
    .execute()
  return rows
}

/** Newest first: what anyone did to these tasks since the first of these changes. */
export async function listChangesOf(
  db: Database,
  { projectIds, taskIds, ownIds }: { projectIds: number[]; taskIds: number[]; ownIds: Set<number> },
): Promise<Change[]> {
  if (taskIds.length === 0) return []
  const rows = await db
    .selectFrom('activity')
    .where(among('projectId', projectIds))
    .where(among('taskId', taskIds))
    .where('id', '>=', Math.min(...ownIds))
    .where('type', 'not in', consequences)
    .select(['id', 'type', 'projectId', 'taskId', 'taskVersion', 'before', 'after', 'undo'])
    .orderBy('id', 'desc')
    .execute()
  return rows.map(row => ({ ...row, isOwn: ownIds.has(row.id) }) as Change)
}

export async function hasChanges(db: Database, agentId: number, cause: string) {
  const found = await db
    .selectFrom('activity')
    .where('agentId', '=', agentId)
    .where('cause', '=', cause)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
