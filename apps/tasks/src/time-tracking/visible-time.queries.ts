import { sql } from 'kysely'
import { type Actor, tokenProjects } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import { Forbidden, NotFound } from '#errors.ts'
import { findProjectAccess, listProjectIds, type RecordAccess } from '#projects/record-access.queries.ts'
import { requireRight } from '#projects/require-right.ts'
import { may, rolesWith } from '#projects/rights.ts'
import { findAnyTaskAccess } from '#tasks/task.queries.ts'

interface TimeFilters {
  userId?: number | undefined
  taskId?: number | undefined
  projectId?: number | undefined
}

interface VisibleTime {
  /** Undefined for the time of every user. */
  userId?: number | undefined
  /** Undefined for every project. */
  projectIds?: number[]
}

/**
 * The actor's own time, and that of others where the actor has `time.any`. Filters without a user, task and project ask
 * for the actor's own.
 */
export async function findVisibleTime(
  db: Database,
  actor: Actor,
  filters: TimeFilters,
): Promise<VisibleTime> {
  const visible = await findTimeOfUser(db, actor, filters)
  const limit = tokenProjects(actor)
  if (!limit) return visible
  return { ...visible, projectIds: visible.projectIds?.filter(id => limit.includes(id)) ?? limit }
}

async function findTimeOfUser(db: Database, actor: Actor, filters: TimeFilters): Promise<VisibleTime> {
  const { userId } = filters
  const isOwn = userId === actor.id
  const records = await filteredAccess(db, actor, filters)
  if (isOwn) return { userId }
  if (records.length > 0) {
    if (records.every(({ role }) => may(actor, role, 'time.any'))) return { userId }
    if (userId === undefined) return { userId: actor.id }
    throw new Forbidden('time_of_others_hidden', { right: 'time.any' })
  }
  if (userId === undefined) return { userId: actor.id }
  if (may(actor, null, 'time.any')) return { userId }
  return { userId, projectIds: await sharedProjects(db, actor, userId) }
}

/** Tracked time stays visible after its task was deleted or its project archived. */
async function filteredAccess(db: Database, actor: Actor, { taskId, projectId }: TimeFilters) {
  const records: RecordAccess[] = []
  if (taskId) {
    const record = await findAnyTaskAccess(db, actor.id, taskId)
    if (!record) throw new NotFound('task_not_found')
    records.push(record)
  }
  if (projectId) {
    const record = await findProjectAccess(db, actor.id, projectId)
    if (!record) throw new NotFound('project_not_found')
    records.push(record)
  }
  for (const record of records) requireRight(actor, record, 'project.read')
  return records
}

/** Where the actor has `time.any`, if the user is a member or has tracked time in one of them. */
async function sharedProjects(db: Database, actor: Actor, userId: number) {
  const projectIds = await listProjectIds(db, actor, rolesWith('time.any'))
  const { rows } = await sql<{ isThere: boolean }>`select
    exists (select from project_members where user_id = ${userId} and project_id = any(${projectIds}))
    or exists (select from time_intervals join tasks on tasks.id = time_intervals.task_id
      where user_id = ${userId} and project_id = any(${projectIds})) as is_there`.execute(db)
  if (!rows[0]?.isThere) throw new Forbidden('time_of_others_hidden', { right: 'time.any' })
  return projectIds
}

/** Users keep seeing their own time in a project that they left, but not the titles of its tasks. */
export function readableTitle(actor: Actor) {
  if (may(actor, null, 'project.read')) return sql<string>`tasks.title`
  return sql<string>`case when exists (select from project_members as own
    where own.project_id = tasks.project_id and own.user_id = ${actor.id}) then tasks.title else '…' end`
}
