import { Conflict } from '@atrium/core/errors'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import type { ChecklistItem, ChecklistItemChanges, NewChecklistItem } from './checklist.contract.ts'
import {
  deleteChecklistItem,
  getChecklistItem,
  holdChecklistItem,
  insertChecklistItem,
  updateChecklistItem,
} from './checklist.queries.ts'
import { placeInChecklist } from './checklist-place.ts'
import { type LockedTask, lockTask } from './task.queries.ts'

const MOST_ITEMS = 200

export function addChecklistItem(
  deps: Deps,
  actor: Actor,
  taskId: number,
  { title, ...neighbours }: NewChecklistItem,
): Promise<ChecklistItem> {
  return inTransaction(deps, async (tx, emit) => {
    const task = await lockTask(tx, taskId)
    if (task.checklistTotal >= MOST_ITEMS) {
      throw new Conflict(`A checklist has at most ${MOST_ITEMS} items`)
    }
    const position = await placeInChecklist(tx, taskId, neighbours)
    const item = await getChecklistItem(tx, await insertChecklistItem(tx, { taskId, title, position }))
    await emit({ type: 'checklist.created', ...placeOf(task, actor), after: storyOf(item) })
    return item
  })
}

export function changeChecklistItem(
  deps: Deps,
  actor: Actor,
  id: number,
  { afterItemId, beforeItemId, ...fields }: ChecklistItemChanges,
): Promise<ChecklistItem> {
  return inTransaction(deps, async (tx, emit) => {
    const { task, item: before } = await holdChecklistItem(tx, id)
    const isMoved = Boolean(afterItemId ?? beforeItemId)
    const changes = {
      ...fields,
      ...(isMoved && { position: await placeInChecklist(tx, task.id, { afterItemId, beforeItemId }, id) }),
    }
    if (!isChange(before, changes)) return before
    await updateChecklistItem(tx, id, { ...changes, updatedAt: deps.now().toISOString() })
    const after = await getChecklistItem(tx, id)
    const story = { before: storyOf(before), after: storyOf(after) }
    await emit({ type: 'checklist.updated', ...placeOf(task, actor), ...story })
    return after
  })
}

export function removeChecklistItem(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async (tx, emit) => {
    const { task, item } = await holdChecklistItem(tx, id)
    await deleteChecklistItem(tx, id)
    await emit({ type: 'checklist.deleted', ...placeOf(task, actor), before: storyOf(item) })
  })
}

function isChange(item: ChecklistItem, changes: Partial<ChecklistItem>) {
  const fields = Object.keys(changes) as (keyof ChecklistItem)[]
  return fields.some(field => changes[field] !== item[field])
}

function placeOf({ id, projectId, boardId }: LockedTask, actor: Actor) {
  return { projectId, boardId, taskId: id, actorId: actor.id }
}

function storyOf({ id, title, isDone, position }: ChecklistItem) {
  return { itemId: id, title, isDone, position }
}
