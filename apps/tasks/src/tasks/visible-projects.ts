import { EntityNotFound } from '@atrium/core/errors'
import { among } from '@atrium/database/among'
import type { Actor } from '#administration/actor.ts'
import { idsOf } from '#administration/list-filters.ts'
import type { Database } from '#deps.ts'
import { listProjectIds, type Place, selectPlaces } from '#projects/place.queries.ts'
import { requireRight } from '#projects/require-right.ts'
import type { Right } from '#projects/rights.contract.ts'
import { may, rolesWith } from '#projects/rights.ts'
import type { TaskFilters } from './task.contract.ts'

const named = { projectId: 'Project', boardId: 'Board', columnId: 'Column', stickerId: 'Sticker' } as const
type Kind = keyof typeof named

/** Where a list of tasks looks: in the projects that the filters name, or in all of the caller's. */
export async function visibleProjects(db: Database, actor: Actor, filters: TaskFilters): Promise<number[]> {
  const right = isTrash(filters) ? 'task.write' : 'project.read'
  const kinds = (Object.keys(named) as Kind[]).filter(kind => filters[kind])
  const found = await Promise.all(
    kinds.map(kind => requireEach(db, actor, kind, idsOf(filters[kind] ?? ''), right)),
  )
  const places = found.find((_, index) => kinds[index] !== 'stickerId')
  return places?.map(({ projectId }) => projectId) ?? listProjectIds(db, actor.id, rolesWith(right))
}

/** Of these projects the ones whose whole trash the caller sees; in the others it is what they deleted themselves. */
export async function projectsWithTrash(
  db: Database,
  actor: Actor,
  projectIds: number[],
  filters: TaskFilters,
) {
  if (!isTrash(filters)) return []
  const places = await selectPlaces(db, actor.id).where(among('projects.id', projectIds)).execute()
  return places
    .filter(({ role }) => may(actor, role as Place['role'], 'trash.read'))
    .map(place => place.projectId)
}

function isTrash({ deleted }: TaskFilters) {
  return deleted === 'true' || deleted === 'all'
}

/** A filter that names something of a foreign project is refused, not silently empty. */
async function requireEach(db: Database, actor: Actor, kind: Kind, ids: number[], right: Right) {
  const places = await placesOf(db, actor.id, kind, ids)
  if (ids.some(id => !places.some(place => place.id === id))) throw new EntityNotFound(named[kind])
  for (const place of places) {
    if (place.projectId) requireRight(actor, { ...place, archivedAt: null }, right)
  }
  return places
}

async function placesOf(db: Database, userId: number, kind: Kind, ids: number[]) {
  const places = selectPlaces(db, userId)
  const found = {
    projectId: () => places.where(among('projects.id', ids)).select('projects.id'),
    boardId: () =>
      places
        .innerJoin('boards', 'boards.projectId', 'projects.id')
        .where(among('boards.id', ids))
        .select('boards.id'),
    columnId: () =>
      places
        .innerJoin('boards', 'boards.projectId', 'projects.id')
        .innerJoin('boardColumns', 'boardColumns.boardId', 'boards.id')
        .where(among('boardColumns.id', ids))
        .select('boardColumns.id'),
    stickerId: () =>
      places
        .rightJoin('stickers', 'stickers.projectId', 'projects.id')
        .where(among('stickers.id', ids))
        .select('stickers.id'),
  }
  return (await found[kind]().execute()) as (Place & { id: number })[]
}
