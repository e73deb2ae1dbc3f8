import { type Emit, inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { LockedColumn } from '#boards/column.queries.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict } from '#errors.ts'
import type { Event } from '#events.ts'
import { copiedValues } from '#fields/field-transfer.ts'
import { enterColumn, lockColumn } from '../enter-column.ts'
import type { Task } from '../task.contract.ts'
import { getTask, insertTasks, type LockedTask, lockTask, numberTask, updateTask } from '../task.queries.ts'
import { eventOf } from '../task-events.ts'
import type { TaskCopy } from './transfer.contract.ts'
import * as queries from './transfer.queries.ts'

/** Places the copy right below the original. Locks in the usual order: project, column, task. */
export function duplicateTask(deps: Deps, actor: Actor, id: number, input: TaskCopy): Promise<Task> {
  return inTransaction(deps, async (tx, emit) => {
    const { projectId, columnId } = await getTask(tx, id)
    const { id: copyId, number } = await numberTask(tx, projectId)
    const column = await lockColumn(tx, columnId)
    const original = await lockTask(tx, id)
    if (original.columnId !== columnId) throw new Conflict('task_just_moved')
    const now = deps.now()
    const row = {
      id: copyId,
      ...(await copiedFields(tx, original, input)),
      ...(await placeBelow(tx, emit, column, original, { force: input.force, now })),
      projectId,
      number,
      creatorId: actor.id,
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
    }
    await insertTasks(tx, [row])
    await copyParts(tx, actor, original, copyId, input)
    const copy = await getTask(tx, copyId)
    const { title, assigneeId, dueDate, priorityId, parentId } = copy
    const copied = { copyOf: original.number, ...(parentId && { parentId }) }
    const after = { title, columnId, assigneeId, dueDate, priorityId, number, ...copied }
    await emit({ ...eventOf(actor, copy), type: 'task.created', after })
    return copy
  })
}

async function copiedFields(tx: Database, original: LockedTask, input: TaskCopy) {
  const { title, description, priorityId, estimateSeconds, parentId } = original
  const { startDate, dueDate, assigneeId } = original
  // A completed task keeps its assignee when they leave the project; its copy has none then.
  const isKept =
    input.assignee && assigneeId && (await queries.isAssignable(tx, original.projectId, assigneeId))
  return {
    title: input.title ?? title,
    description,
    priorityId,
    estimateSeconds,
    fieldValues: await copiedValues(tx, original.projectId, original.fieldValues),
    parentId,
    ...(input.dates && { startDate, dueDate }),
    ...(isKept && { assigneeId }),
  }
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
  { id, projectId, description }: LockedTask,
  copyId: number,
  { checklist, stickers, attachments }: TaskCopy,
) {
  if (checklist) await queries.copyChecklist(tx, id, copyId)
  if (stickers) await queries.copyStickers(tx, id, { taskId: copyId, projectId, attachedBy: actor.id })
  if (!attachments) return
  const copies = await queries.copyAttachments(tx, id, { taskId: copyId, uploaderId: actor.id })
  if (!description || copies.size === 0) return
  await updateTask(tx, copyId, { description: withOwnFiles(description, copies) })
}

/** Images in the copied description show the copied files, and stay when the original is deleted. */
export function withOwnFiles(description: string, copies: Map<number, number>) {
  return description.replace(/(\/attachment\/)(\d{1,16})(?=\/content\b)/g, (address, path, id) => {
    const copy = copies.get(Number(id))
    return copy ? `${path}${copy}` : address
  })
}
