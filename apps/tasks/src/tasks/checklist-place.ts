import { ValidationFailed } from '@atrium/core/errors'
import { positionBetween } from '@atrium/database/ordered-list'
import type { Database } from '#deps.ts'
import { listForeignItemIds } from './checklist.queries.ts'

interface ItemNeighbours {
  afterItemId?: number | null | undefined
  beforeItemId?: number | null | undefined
}

/** A place in the checklist of a task that is held: between the named neighbours, or at the end. */
export async function placeInChecklist(
  tx: Database,
  taskId: number,
  neighbours: ItemNeighbours,
  movedId?: number,
) {
  await refuseForeignNeighbours(tx, taskId, neighbours)
  return positionBetween(
    tx,
    { table: 'checklist_items', of: 'task_id', id: taskId },
    {
      movedId,
      afterId: neighbours.afterItemId ?? undefined,
      beforeId: neighbours.beforeItemId ?? undefined,
    },
  )
}

/** One that has gone is no mistake, somebody else was faster; one of another task is. */
async function refuseForeignNeighbours(tx: Database, taskId: number, neighbours: ItemNeighbours) {
  const named = Object.entries(neighbours).filter(([, id]) => id) as [string, number][]
  if (named.length === 0) return
  const foreign = await listForeignItemIds(
    tx,
    taskId,
    named.map(([, id]) => id),
  )
  const errors = named
    .filter(([, id]) => foreign.includes(id))
    .map(([field]) => [field, ['belongs to another task']])
  if (errors.length > 0) throw new ValidationFailed(Object.fromEntries(errors))
}
