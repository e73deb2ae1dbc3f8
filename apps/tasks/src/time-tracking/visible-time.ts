import { EntityNotFound, Forbidden } from '@atrium/core/errors'
import { sql } from 'kysely'
import type { Actor } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import { findProjectPlace, listProjectIds, type Place } from '#projects/place.queries.ts'
import { requireRight } from '#projects/require-right.ts'
import { may, rolesWith } from '#projects/rights.ts'
import { findAnyTaskPlace } from '#tasks/task.queries.ts'

interface Asked {
  userId?: number | undefined
  taskId?: number | undefined
  projectId?: number | undefined
}

interface VisibleTime {
  /** Of everybody, when there is none. */
  userId?: number | undefined
  /** Everywhere, when there are none. */
  projectIds?: number[]
}

/** One's own time, and that of others where the caller has time.any. Without a place or a person asked for: one's own. */
export async function visibleTime(db: Database, actor: Actor, asked: Asked): Promise<VisibleTime> {
  const { userId } = asked
  const isOwn = userId === actor.id
  const places = await askedPlaces(db, actor, asked)
  if (isOwn) return { userId }
  if (places.length > 0) {
    if (places.every(({ role }) => may(actor, role, 'time.any'))) return { userId }
    if (userId === undefined) return { userId: actor.id }
    throw new Forbidden(notYours, { details: { right: 'time.any' } })
  }
  if (userId === undefined) return { userId: actor.id }
  if (may(actor, null, 'time.any')) return { userId }
  return { userId, projectIds: await managedProjectsOf(db, actor, userId) }
}

const notYours = 'You see the time of others only in projects that you manage'

/** Time that was spent on a task or in a project stays, whatever became of them. */
async function askedPlaces(db: Database, actor: Actor, { taskId, projectId }: Asked) {
  const places: Place[] = []
  if (taskId) places.push(found(await findAnyTaskPlace(db, actor.id, taskId), 'Task'))
  if (projectId) places.push(found(await findProjectPlace(db, actor.id, projectId), 'Project'))
  for (const place of places) requireRight(actor, place, 'project.read')
  return places
}

function found(place: Place | undefined, entity: string) {
  if (!place) throw new EntityNotFound(entity)
  return place
}

/** Where the caller has time.any, if the other is or was at work in one of those. */
async function managedProjectsOf(db: Database, actor: Actor, userId: number) {
  const projectIds = await listProjectIds(db, actor.id, rolesWith('time.any'))
  const { rows } = await sql<{ isThere: boolean }>`select
    exists (select from project_members where user_id = ${userId} and project_id = any(${projectIds}))
    or exists (select from time_intervals join tasks on tasks.id = time_intervals.task_id
      where user_id = ${userId} and project_id = any(${projectIds})) as is_there`.execute(db)
  if (!rows[0]?.isThere) throw new Forbidden(notYours, { details: { right: 'time.any' } })
  return projectIds
}
