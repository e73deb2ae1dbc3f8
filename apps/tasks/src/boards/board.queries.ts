import type { Database } from '#deps.ts'
import { type Place, selectPlaces } from '#projects/place.queries.ts'

export async function findBoardPlace(db: Database, userId: number, id: number) {
  const place = await selectPlaces(db, userId)
    .innerJoin('boards', 'boards.projectId', 'projects.id')
    .where('boards.id', '=', id)
    .where('boards.deletedAt', 'is', null)
    .executeTakeFirst()
  return place as Place | undefined
}
