import { EntityNotFound } from '@atrium/core/errors'
import type { Actor } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import type { Place } from '#projects/place.queries.ts'
import { requireRight } from '#projects/require-right.ts'
import { selectTaskPlaces } from '#tasks/task.queries.ts'

/** The task that a body names: there, not deleted, and in a project where the caller tracks time. */
export async function requireTrackable(tx: Database, actor: Actor, taskId: number) {
  const place = await selectTaskPlaces(tx, actor.id)
    .where('tasks.id', '=', taskId)
    .select('tasks.boardId')
    .executeTakeFirst()
  if (!place) throw new EntityNotFound('Task')
  requireRight(actor, place as Place, 'time.write')
  return { projectId: place.projectId, boardId: place.boardId }
}
