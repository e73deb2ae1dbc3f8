import { ValidationFailed } from '@atrium/core/errors'
import type { Neighbours } from '@atrium/database/ordered-list'
import type { Emit } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { LockedColumn } from '#boards/column.queries.ts'
import { refuseForeignNeighbours } from '#boards/foreign-neighbours.ts'
import type { Database, Deps } from '#deps.ts'
import type { Event } from '#events.ts'
import { emitTaskChanges } from './emit-task-changes.ts'
import { completedAtIn, enterColumn, holdColumn } from './enter-column.ts'
import { requireAssignee } from './require-assignee.ts'
import { requireDateOrder } from './require-date-order.ts'
import { refuseStale } from './stale-version.ts'
import type { Task, TaskChanges } from './task.contract.ts'
import { getTask, type HeldTask, holdAnyTask, holdTask, updateTask } from './task.queries.ts'

type Fields = Omit<TaskChanges, 'version' | 'force' | 'columnId'>

interface Change {
  fields?: Fields
  /** Into another column, or to another place in its own if neighbours are named. */
  to?: { columnId: number; neighbours?: Neighbours; force?: boolean | undefined } | undefined
  version?: number | undefined
  /** A deleted task stays deleted and comes back with what was changed. */
  evenDeleted?: boolean
}

/** What every change of a task goes through: locks, refusals, one written row, the event. */
export async function applyTaskChanges(
  deps: Deps,
  tx: Database,
  emit: Emit<Event>,
  actor: Actor,
  id: number,
  { fields = {}, to, version, evenDeleted = false }: Change,
): Promise<Task> {
  const column = to && (await holdColumn(tx, to.columnId))
  const task = await (evenDeleted ? holdAnyTask : holdTask)(tx, id)
  if (column && column.projectId !== task.projectId) {
    throw new ValidationFailed({ columnId: ['belongs to another project'] })
  }
  const changed = changedFields(task, { ...fields, ...(to && { columnId: to.columnId }) })
  if (Object.keys(changed).length === 0 && !to?.neighbours) return getTask(tx, id)
  await refuseForeignTasks(tx, task, to?.neighbours)
  await refuseStale(tx, task, changed, version)
  await requireAssignee(tx, task.projectId, changed.assigneeId)
  requireDateOrder(changed, task)
  const now = deps.now()
  const isMoved = changed.columnId !== undefined || to?.neighbours !== undefined
  const onRenumbered = () => emitRenumbered(emit, task.projectId, column)
  const neighbours = { ...to?.neighbours, onRenumbered }
  const enter = task.deletedAt ? enterDeleted : enterColumn
  const entered = column && isMoved ? await enter(tx, column, task, { ...to, neighbours, now }) : {}
  await writeTask(tx, task, { ...changed, ...entered }, Object.keys(changed), now)
  const after = await getTask(tx, id)
  await emitTaskChanges(emit, actor, task, after)
  return after
}

/** In the trash a task has no position and counts for no limit; it gets a position when it is restored. */
function enterDeleted(_: Database, column: LockedColumn, task: HeldTask, { now }: { now: Date }) {
  return { columnId: column.id, boardId: column.boardId, completedAt: completedAtIn(column, task, now) }
}

function refuseForeignTasks(tx: Database, { projectId }: HeldTask, { afterId, beforeId }: Neighbours = {}) {
  const tasks = { table: 'tasks', of: 'project_id', id: projectId }
  return refuseForeignNeighbours(tx, tasks, { afterTaskId: afterId, beforeTaskId: beforeId })
}

/** Whoever shows the column knows its tasks by positions that are no more. */
async function emitRenumbered(emit: Emit<Event>, projectId: number, column: LockedColumn | undefined) {
  if (!column) return
  const { id: columnId, boardId } = column
  await emit({ type: 'column.renumbered', projectId, boardId, actorId: null, after: { columnId } })
}

type ChangedFields = Fields & { columnId?: number }

function changedFields(task: HeldTask, given: ChangedFields) {
  const isChanged = ([field, value]: [string, unknown]) => task[field as keyof ChangedFields] !== value
  return Object.fromEntries(Object.entries(given).filter(isChanged)) as ChangedFields
}

function writeTask(tx: Database, task: HeldTask, changes: object, fields: string[], now: Date) {
  const version = task.version + 1
  const since = Object.fromEntries(fields.map(field => [field, version]))
  return updateTask(tx, task.id, {
    ...changes,
    version,
    fieldVersions: JSON.stringify({ ...task.fieldVersions, ...since }),
    updatedAt: now.toISOString(),
  })
}
