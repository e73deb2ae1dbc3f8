import { positionBetween } from '@atrium/database/ordered-list'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict, ValidationFailed } from '#errors.ts'
import { lockTask } from '../task.queries.ts'
import { aboutTask } from '../task-events.ts'
import type { ChecklistItem, ChecklistItemChanges, NewChecklistItem } from './checklist.contract.ts'
import * as queries from './checklist.queries.ts'
import { getChecklistItem, lockChecklistItem } from './checklist.queries.ts'

const MAX_ITEMS = 200

export function createChecklistItem(
  deps: Deps,
  actor: Actor,
  taskId: number,
  { title, ...neighbours }: NewChecklistItem,
): Promise<ChecklistItem> {
  return inTransaction(deps, async (tx, emit) => {
    const task = await lockTask(tx, taskId)
    if (task.checklistTotal >= MAX_ITEMS) throw new Conflict('too_many_checklist_items', { limit: MAX_ITEMS })
    const position = await placeInChecklist(tx, taskId, neighbours)
    const { projectId } = task
    const id = await queries.insertChecklistItem(tx, { taskId, projectId, title, position })
    const item = await getChecklistItem(tx, id)
    await emit({ type: 'checklist.created', ...aboutTask(actor, task), after: recordedFields(item) })
    return item
  })
}

export function updateChecklistItem(
  deps: Deps,
  actor: Actor,
  id: number,
  { afterItemId, beforeItemId, ...fields }: ChecklistItemChanges,
): Promise<ChecklistItem> {
  return inTransaction(deps, async (tx, emit) => {
    const { task, item: before } = await lockChecklistItem(tx, id)
    const isMoved = Boolean(afterItemId ?? beforeItemId)
    const changes = {
      ...fields,
      ...(isMoved && { position: await placeInChecklist(tx, task.id, { afterItemId, beforeItemId }, id) }),
    }
    if (!hasChanges(before, changes)) return before
    await queries.updateChecklistItem(tx, id, { ...changes, updatedAt: deps.now().toISOString() })
    const after = await getChecklistItem(tx, id)
    const isChecklistDone = after.isDone && !before.isDone && task.checklistDone + 1 === task.checklistTotal
    await emit({
      type: 'checklist.updated',
      ...aboutTask(actor, task),
      before: recordedFields(before),
      after: { ...recordedFields(after), ...(isChecklistDone && { isChecklistDone }) },
    })
    return after
  })
}

export function deleteChecklistItem(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async (tx, emit) => {
    const { task, item } = await lockChecklistItem(tx, id)
    await queries.deleteChecklistItem(tx, id)
    await emit({ type: 'checklist.deleted', ...aboutTask(actor, task), before: recordedFields(item) })
  })
}

type ItemNeighbours = Pick<ChecklistItemChanges, 'afterItemId' | 'beforeItemId'>

/** A position in the checklist of a locked task: between the named neighbours, or at the end. */
async function placeInChecklist(tx: Database, taskId: number, neighbours: ItemNeighbours, movedId?: number) {
  await refuseForeignItems(tx, taskId, neighbours)
  const items = { table: 'checklist_items', of: 'task_id', id: taskId }
  const { afterItemId, beforeItemId } = neighbours
  return positionBetween(tx, items, {
    movedId,
    afterId: afterItemId ?? undefined,
    beforeId: beforeItemId ?? undefined,
  })
}

/** A neighbour that is gone is ignored: someone else was faster. One of another task is an error. */
async function refuseForeignItems(tx: Database, taskId: number, neighbours: ItemNeighbours) {
  const named = Object.entries(neighbours).filter(([, id]) => id) as [string, number][]
  if (named.length === 0) return
  const ids = named.map(([, id]) => id)
  const foreign = await queries.listForeignItemIds(tx, taskId, ids)
  const fields = named.filter(([, id]) => foreign.includes(id)).map(([field]) => field)
  if (fields.length === 0) return
  throw new ValidationFailed(Object.fromEntries(fields.map(field => [field, 'in_other_task'])))
}

function hasChanges(item: ChecklistItem, changes: Partial<ChecklistItem>) {
  const fields = Object.keys(changes) as (keyof ChecklistItem)[]
  return fields.some(field => changes[field] !== item[field])
}

function recordedFields({ id, title, isDone, position }: ChecklistItem) {
  return { itemId: id, title, isDone, position }
}
