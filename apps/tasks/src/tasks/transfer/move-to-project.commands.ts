import { type Emit, inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import { findBoardAccess } from '#boards/board.queries.ts'
import { findColumnAccess, getColumn, type LockedColumn, lockColumns } from '#boards/column.queries.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict, Forbidden, NotFound, ValidationFailed } from '#errors.ts'
import type { Event } from '#events.ts'
import { transferValues } from '#fields/field-transfer.ts'
import { findProjectAccess, type RecordAccess } from '#projects/record-access.queries.ts'
import { lockProjectWithRight, requireRight } from '#projects/require-right.ts'
import { rights } from '#projects/rights.contract.ts'
import { mayMoveOut } from '#projects/rights.ts'
import { listAssignable } from '../assignees/assignable.ts'
import {
  assignedPeople,
  assigneeIdsOf,
  changedAssignees,
  recordedAssignees,
} from '../assignees/assigned-people.ts'
import { enterColumn } from '../enter-column.ts'
import { lockHierarchy } from '../hierarchy.ts'
import { separateSeries } from '../recurrence/recurrence.queries.ts'
import { listSubtaskIds } from '../subtasks/subtask.queries.ts'
import type { Task } from '../task.contract.ts'
import {
  getTask,
  type LockedTask,
  listTasksOf,
  lockAnyTask,
  lockTask,
  numberTask,
  updateTask,
} from '../task.queries.ts'
import { emitParentChange, eventOf } from '../task-events.ts'
import type { LeftBehind, MovedToProject, ProjectMove } from './transfer.contract.ts'
import * as queries from './transfer.queries.ts'

/**
 * Moves a task with its sub-tasks. Locks are taken in the order hierarchies, timers, projects by id, columns, tasks: two opposite
 * moves never wait for each other.
 */
export async function moveTaskToProject(
  deps: Deps,
  actor: Actor,
  id: number,
  input: ProjectMove,
): Promise<MovedToProject> {
  await requireTarget(deps.db, actor, input)
  return inTransaction(deps, async (tx, emit) => {
    const { projectId: fromProjectId } = await getTask(tx, id)
    const { projectId, force } = input
    if (projectId === fromProjectId) throw new ValidationFailed({ projectId: 'same_project' })
    const projectIds = [fromProjectId, projectId].sort((one, other) => one - other)
    for (const locked of projectIds) await lockHierarchy(tx, locked)
    const subtaskIds = await listSubtaskIds(tx, id, true)
    for (const taskId of [id, ...subtaskIds]) await emit({ type: 'TaskLeavesProject', taskId })
    const access = new Map<number, RecordAccess>()
    for (const locked of projectIds)
      access.set(locked, await lockProjectWithRight(tx, actor, locked, 'task.write'))
    requireMoveOut(actor, access.get(fromProjectId), access.get(projectId))
    const tasks = await lockFamily(tx, { id, subtaskIds, fromProjectId, input })

    const [{ task, column }, ...subtasks] = tasks
    const top = { ...task, parentId: null }
    await emitParentChange(tx, emit, actor, task, top)
    const target = { projectId, now: deps.now(), isBulk: subtasks.length > 0 }
    const left = [await moveOne(tx, emit, actor, top, { ...target, column, force })]
    for (const subtask of subtasks) {
      const move = { ...target, column: subtask.column, force: true }
      left.push(await moveOne(tx, emit, actor, subtask.task, move))
    }
    await queries.unlinkFrom(tx, [id, ...subtaskIds], fromProjectId)
    return { item: await getTask(tx, id), leftBehind: allLeftBehind(left), subtaskCount: subtasks.length }
  })
}

function requireMoveOut(actor: Actor, source: RecordAccess | undefined, target: RecordAccess | undefined) {
  const [role, targetRole] = [source?.role ?? null, target?.role ?? null]
  if (mayMoveOut(actor, role, targetRole)) return
  const requiredRole = rights['task.move_out']
  throw new Forbidden('move_requires_manager', { role, targetRole, requiredRole, right: 'task.move_out' })
}

/** Adds up what the task and its sub-tasks left behind; the assignees are the task's own. */
function allLeftBehind(left: LeftBehind[]): LeftBehind {
  return {
    stickers: [...new Set(left.flatMap(({ stickers }) => stickers))],
    fields: [...new Set(left.flatMap(({ fields }) => fields))],
    assigneeId: left[0]?.assigneeId ?? null,
    assigneeIds: left[0]?.assigneeIds ?? [],
    watcherIds: [...new Set(left.flatMap(({ watcherIds }) => watcherIds))],
  }
}

interface Family {
  id: number
  subtaskIds: number[]
  fromProjectId: number
  input: ProjectMove
}

interface MovingTask {
  task: LockedTask
  column: LockedColumn
}

/** The task and its sub-tasks, parents first, each with its column in the new project: all on one board. */
async function lockFamily(tx: Database, { id, subtaskIds, fromProjectId, input }: Family) {
  const { projectId } = input
  const columnIds = new Map<number, number>()
  const top = await getTask(tx, id)
  const columnId = input.columnId ?? (await columnLike(tx, top, { projectId, boardId: input.boardId }))
  if (!columnId && input.boardId === undefined) throw new Conflict('project_has_no_column', { projectId })
  if (!columnId) throw new NotFound('no_column_for_task')
  const { boardId } = await getColumn(tx, columnId)
  for (const subtask of await listTasksOf(tx, subtaskIds)) {
    columnIds.set(subtask.id, (await columnLike(tx, subtask, { projectId, boardId })) ?? columnId)
  }
  const columns = await lockColumns(tx, [...new Set([columnId, ...columnIds.values()])])
  const column = columns.find(one => one.id === columnId)
  if (!column) throw new ValidationFailed({ columnId: 'does_not_exist' })
  requireColumn(column, input)
  const locked = new Map<number, LockedTask>()
  for (const taskId of [id, ...subtaskIds].sort((one, other) => one - other)) {
    const task = await (taskId === id ? lockTask : lockAnyTask)(tx, taskId)
    if (task.projectId !== fromProjectId) throw new Conflict('task_just_moved')
    if (!task.deletedAt) locked.set(taskId, task)
  }
  const placed = (taskId: number) => columns.find(one => one.id === columnIds.get(taskId)) ?? column
  const family = [id, ...subtaskIds].flatMap(taskId => {
    const task = locked.get(taskId)
    return task ? [{ task, column: placed(taskId) }] : []
  })
  return family as [MovingTask, ...MovingTask[]]
}

function columnLike(
  tx: Database,
  { columnId, completedAt }: Task,
  target: { projectId: number; boardId: number | undefined },
) {
  const isCompleted = completedAt !== null
  return queries.findColumnLike(tx, { ...target, fromColumnId: columnId, isCompleted })
}

interface OneMove {
  projectId: number
  column: LockedColumn
  force: boolean | undefined
  now: Date
  isBulk: boolean
}

/** Returns what could not move along. */
async function moveOne(
  tx: Database,
  emit: Emit<Event>,
  actor: Actor,
  task: LockedTask,
  { projectId, column, force, now, isBulk }: OneMove,
): Promise<LeftBehind> {
  const { id, projectId: fromProjectId } = task
  const before = { title: task.title, number: task.number, columnId: task.columnId }
  const affected = await queries.listAffected(tx, id, projectId)
  const assigneeIds = await listAssignable(tx, projectId, assigneeIdsOf(task))
  const assigned = assignedPeople(assigneeIds)
  const changed = changedAssignees(task, assigneeIds)
  if (changed.names.length > 0) {
    // Still in the old project, where the people can be notified.
    const unassigned = { before: recordedAssignees(task), after: recordedAssignees(assigned) }
    await emit({ ...eventOf(actor, task), type: 'task.assigned', isBulk, ...unassigned })
  }
  await emit({
    ...eventOf(actor, { ...task, version: task.version + 1 }),
    type: 'task.moved_out',
    isBulk,
    affectedIds: affected.filter(({ isMember }) => !isMember).map(({ userId }) => userId),
    before,
    after: { toProjectId: projectId },
  })
  await separateSeries(tx, id)
  const stickers = await queries.exchangeStickers(tx, id, projectId)
  const watcherIds = await queries.deleteOutsideWatchers(tx, id, projectId)
  const { values, lost: fields } = await transferValues(tx, task.fieldValues, {
    from: fromProjectId,
    to: projectId,
  })
  const entered = await enterColumn(tx, column, {}, { force, now })
  await updateTask(tx, id, {
    ...entered,
    ...(task.completedAt && entered.completedAt && { completedAt: task.completedAt }),
    projectId,
    parentId: task.parentId,
    cycleId: null,
    number: (await numberTask(tx, projectId)).number,
    ...changed.columns,
    fieldValues: JSON.stringify(values),
    version: task.version + 1,
    fieldVersions: JSON.stringify(movedFieldVersions(task, changed.names, Object.keys(values))),
    updatedAt: now.toISOString(),
  })
  const item = await getTask(tx, id)
  const { title, number, dueDate, priorityId } = item
  const moved = { title, number, columnId: column.id, dueDate, priorityId, fromProjectId }
  const after = { ...moved, ...recordedAssignees(assigned), ...(fields.length > 0 && { lostFields: fields }) }
  const affectedIds = affected.filter(({ isMember }) => isMember).map(({ userId }) => userId)
  await emit({ ...eventOf(actor, item), type: 'task.moved_in', isBulk, affectedIds, after })
  const lost = assigneeIdsOf(task).filter(userId => !assigneeIds.includes(userId))
  const assigneeId = lost.find(userId => userId === task.assigneeId) ?? null
  return { stickers, fields, assigneeId, assigneeIds: lost, watcherIds }
}

/** Every id of the body is checked before anything is locked. */
async function requireTarget(db: Database, actor: Actor, { projectId, boardId, columnId }: ProjectMove) {
  const project = await findProjectAccess(db, actor.id, projectId)
  if (!project) throw new ValidationFailed({ projectId: 'does_not_exist' })
  requireRight(actor, project, 'task.write')
  const named = {
    ...(boardId && { boardId: await findBoardAccess(db, actor.id, boardId) }),
    ...(columnId && { columnId: await findColumnAccess(db, actor.id, columnId) }),
  }
  for (const [field, access] of Object.entries(named)) {
    if (!access || access.deletedAt) throw new ValidationFailed({ [field]: 'does_not_exist' })
    if (access.projectId !== projectId) throw new ValidationFailed({ [field]: 'in_other_project' })
  }
}

function requireColumn(column: LockedColumn, { projectId, boardId }: ProjectMove) {
  if (column.projectId !== projectId) throw new ValidationFailed({ columnId: 'in_other_project' })
  if (boardId && column.boardId !== boardId) throw new ValidationFailed({ columnId: 'not_on_this_board' })
}

function movedFieldVersions(
  { fieldVersions, version }: LockedTask,
  assigneeFields: string[],
  fieldKeys: string[],
) {
  const since = version + 1
  const kept = Object.entries(fieldVersions).filter(([name]) => !name.startsWith('field:'))
  return {
    ...Object.fromEntries(kept),
    ...Object.fromEntries(fieldKeys.map(key => [`field:${key}`, since])),
    columnId: since,
    ...Object.fromEntries(assigneeFields.map(name => [name, since])),
  }
}
