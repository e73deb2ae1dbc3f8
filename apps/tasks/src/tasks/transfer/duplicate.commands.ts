import { type Emit, inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { LockedColumn } from '#boards/column.queries.ts'
import { lockCycles } from '#cycles/cycle.queries.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict } from '#errors.ts'
import type { Event } from '#events.ts'
import { contentOf, ownFiles } from '../copies/copied-task.ts'
import { copyAttachments, copyChecklist, copyStickers } from '../copies/copy.queries.ts'
import { enterColumn, lockColumn } from '../enter-column.ts'
import type { Task } from '../task.contract.ts'
import { getTask, insertTasks, type LockedTask, lockTask, numberTask, updateTask } from '../task.queries.ts'
import { creationOf } from '../task-events.ts'
import { fieldsOf, pick } from '../task-fields.ts'
import type { TaskCopy } from './transfer.contract.ts'

/** Places the copy right below the original. Locks in the usual order: project, column, task. */
export function duplicateTask(deps: Deps, actor: Actor, id: number, input: TaskCopy): Promise<Task> {
  return inTransaction(deps, async (tx, emit) => {
    const { projectId, columnId, cycleId } = await getTask(tx, id)
    const { id: copyId, number } = await numberTask(tx, projectId)
    const column = await lockColumn(tx, columnId)
    const [cycle] = await lockCycles(tx, [cycleId])
    const original = await lockTask(tx, id)
    if (original.columnId !== columnId) throw new Conflict('task_just_moved')
    const now = deps.now()
    const row = {
      id: copyId,
      ...(await contentOf(tx, original, { withAssignee: input.assignee })),
      ...(input.title && { title: input.title }),
      ...(input.dates && pick(original, fieldsOf('date'))),
      ...(await placeBelow(tx, emit, column, original, { force: input.force, now })),
      projectId,
      cycleId: cycle?.id === original.cycleId && !cycle?.finishedAt ? original.cycleId : null,
      number,
      creatorId: actor.id,
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
    }
    await insertTasks(tx, [row])
    await copyParts(tx, actor, original, copyId, input)
    const copy = await getTask(tx, copyId)
    await emit(creationOf(actor, row, { copyOf: original.number }))
    return copy
  })
}

function placeBelow(
  tx: Database,
  emit: Emit<Event>,
  column: LockedColumn,
  { id }: LockedTask,
  { force, now }: { force: boolean | undefined; now: Date },
) {
  const { id: columnId, boardId, projectId } = column
  const onRenumbered = () =>
    emit({ type: 'column.renumbered', projectId, boardId, actorId: null, after: { columnId } })
  return enterColumn(tx, column, {}, { neighbours: { afterId: id, onRenumbered }, force, now })
}

async function copyParts(
  tx: Database,
  actor: Actor,
  from: LockedTask,
  copyId: number,
  { checklist, stickers, attachments }: TaskCopy,
) {
  const { projectId, description, coverId } = from
  const copy = { id: copyId, projectId }
  if (checklist) await copyChecklist(tx, from, copy)
  if (stickers) await copyStickers(tx, from, copy, actor.id)
  if (!attachments) return
  const copies = await copyAttachments(tx, from, { ...copy, uploaderId: actor.id })
  if (copies.size > 0) await updateTask(tx, copyId, ownFiles({ description, coverId }, copies))
}
