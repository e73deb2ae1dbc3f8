import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { NotFound } from '#errors.ts'
import * as checklist from '../checklist/checklist.queries.ts'
import { columnFields, lockColumnToAppend } from '../enter-column.ts'
import { findSubtaskColumn, lockHierarchyOf, requireParent } from '../hierarchy.ts'
import type { Task } from '../task.contract.ts'
import { getTask, insertTasks, numberTask } from '../task.queries.ts'
import { creationOf, eventOf } from '../task-events.ts'
import type { ItemConversion } from './subtask.contract.ts'

/** Locks in the usual order: hierarchy, project, column, task. */
export function convertChecklistItem(
  deps: Deps,
  actor: Actor,
  id: number,
  { force = false }: ItemConversion,
): Promise<Task> {
  return inTransaction(deps, async (tx, emit) => {
    const { taskId: parentId, isDone } = await checklist.getChecklistItem(tx, id)
    await lockHierarchyOf(tx, parentId)
    const parent = await getTask(tx, parentId)
    const { projectId } = parent
    await requireParent(tx, { projectId }, parentId)
    const columnId = await findSubtaskColumn(tx, parent, isDone)
    if (!columnId) throw new NotFound('no_column_for_task')
    const { id: taskId, number, defaultPriorityId: priorityId } = await numberTask(tx, projectId)
    const column = await lockColumnToAppend(tx, columnId, { force, isCounted: !force })
    const { task: owner, item } = await checklist.lockChecklistItem(tx, id)
    const { title, position } = item
    const now = deps.now()
    await checklist.deleteChecklistItem(tx, id)
    const row = {
      ...columnFields(column, {}, now),
      id: taskId,
      projectId,
      parentId,
      number,
      title,
      priorityId,
      creatorId: actor.id,
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
    }
    const [created] = await insertTasks(tx, [row])
    const before = { itemId: id, title, isDone: item.isDone, position }
    const { taskVersion: _, ...ownerPlace } = eventOf(actor, owner)
    await emit({ ...ownerPlace, type: 'checklist.deleted', before })
    await emit(creationOf(actor, row))
    return created as Task
  })
}
