import type { Database } from '#deps.ts'
import { type Place, selectPlaces } from '#projects/place.queries.ts'

export async function findColumnPlace(db: Database, userId: number, id: number) {
  const place = await selectPlaces(db, userId)
    .innerJoin('boards', 'boards.projectId', 'projects.id')
    .innerJoin('boardColumns', 'boardColumns.boardId', 'boards.id')
    .where('boardColumns.id', '=', id)
    .where('boardColumns.deletedAt', 'is', null)
    .where('boards.deletedAt', 'is', null)
    .executeTakeFirst()
  return place as Place | undefined
}

/**
 * Holds the order of these columns' tasks until the transaction ends, always in the same sequence so that two moves
 * never wait for each other. Columns that are gone are left out.
 */
export async function holdColumns(tx: Database, ids: number[]) {
  return tx
    .selectFrom('boardColumns')
    .innerJoin('boards', 'boards.id', 'boardColumns.boardId')
    .where('boardColumns.id', 'in', ids)
    .where('boardColumns.deletedAt', 'is', null)
    .where('boards.deletedAt', 'is', null)
    .select([
      'boardColumns.id',
      'boardColumns.boardId',
      'boards.projectId',
      'boardColumns.title',
      'boardColumns.wipLimit',
      'boardColumns.isDone',
    ])
    .orderBy('boardColumns.id')
    .forNoKeyUpdate('boardColumns')
    .execute()
}

export type HeldColumn = Awaited<ReturnType<typeof holdColumns>>[number]

/** The column in which a task lands when none is named. */
export async function findFirstColumn(db: Database, of: { boardId: number } | { personalOf: number }) {
  const columns = db
    .selectFrom('boardColumns')
    .innerJoin('boards', 'boards.id', 'boardColumns.boardId')
    .innerJoin('projects', 'projects.id', 'boards.projectId')
    .where('boardColumns.deletedAt', 'is', null)
    .where('boards.deletedAt', 'is', null)
    .select('boardColumns.id')
    .orderBy('boards.position')
    .orderBy('boardColumns.position')
    .limit(1)
  const found =
    'boardId' in of
      ? columns.where('boards.id', '=', of.boardId)
      : columns.where('projects.ownerId', '=', of.personalOf).where('projects.type', '=', 'personal')
  return (await found.executeTakeFirst())?.id
}
