import { prepared } from '@atrium/database/prepared'
import type { Database } from '#deps.ts'
import { type Place, selectPlaces } from '#projects/place.queries.ts'

const placesOfTask = prepared((db: Database, userId: number, id: number) =>
  selectTaskPlaces(db, userId).where('tasks.id', '=', id),
)

export async function findTaskPlace(db: Database, userId: number, id: number) {
  const [place] = await placesOfTask(db, userId, id)
  return place as Place | undefined
}

/** A deleted task is still in its project: for what restores or removes it. */
export async function findAnyTaskPlace(db: Database, userId: number, id: number) {
  const place = await findTaskPlace(db, userId, id)
  return place && { ...place, deletedAt: null }
}

/** To be joined with what hangs on a task: comments, attachments, checklist. */
export function selectTaskPlaces(db: Database, userId: number) {
  return selectPlaces(db, userId)
    .innerJoin('tasks', 'tasks.projectId', 'projects.id')
    .select('tasks.deletedAt')
}
