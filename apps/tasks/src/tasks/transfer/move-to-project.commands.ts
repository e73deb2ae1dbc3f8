import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import { findBoardPlace } from '#boards/board.queries.ts'
import { findColumnPlace, type LockedColumn } from '#boards/column.queries.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict, NotFound, ValidationFailed } from '#errors.ts'
import { findProjectPlace } from '#projects/place.queries.ts'
import { lockPlace, requireRight } from '#projects/require-right.ts'
import { enterColumn, lockColumn } from '../enter-column.ts'
import { getTask, type LockedTask, lockTask, numberTask, updateTask } from '../task.queries.ts'
import { eventOf } from '../task-events.ts'
import type { MovedToProject, ProjectMove } from './transfer.contract.ts'
import * as queries from './transfer.queries.ts'

/** Locks are taken in the order timers, projects by id, column, task: two opposite moves never wait for each other. */
export async function moveTaskToProject(
  deps: Deps,
  actor: Actor,
  id: number,
  input: ProjectMove,
): Promise<MovedToProject> {
  await requireTarget(deps.db, actor, input)
  return inTransaction(deps, async (tx, emit) => {
    const { projectId: fromProjectId, columnId: fromColumnId, completedAt } = await getTask(tx, id)
    const { projectId, boardId, force } = input
    if (projectId === fromProjectId) throw new ValidationFailed({ projectId: 'same_project' })
    await emit({ type: 'TaskLeavesProject', taskId: id })
    for (const locked of [fromProjectId, projectId].sort((one, other) => one - other)) {
      await lockPlace(tx, actor, locked, 'task.write')
    }
    const isCompleted = completedAt !== null
    const columnId =
      input.columnId ?? (await queries.findColumnLike(tx, { projectId, boardId, fromColumnId, isCompleted }))
    if (!columnId) throw new NotFound('no_column_for_task')
    const column = await lockColumn(tx, columnId)
    requireColumn(column, input)
    const task = await lockTask(tx, id)
    if (task.projectId !== fromProjectId) throw new Conflict('task_just_moved')

    const before = { title: task.title, number: task.number, columnId: task.columnId }
    const assigneeId = await assigneeIn(tx, projectId, task)
    if (assigneeId !== task.assigneeId) {
      // Still in the old project, where the assignee can be notified.
      const unassigned = { before: { assigneeId: task.assigneeId }, after: { assigneeId } }
      await emit({ ...eventOf(actor, await getTask(tx, id)), type: 'task.assigned', ...unassigned })
    }
    await emit({
      type: 'task.moved_out',
      projectId: fromProjectId,
      boardId: task.boardId,
      taskId: id,
      taskVersion: task.version + 1,
      actorId: actor.id,
      before,
      after: { toProjectId: projectId },
    })
    const stickers = await queries.exchangeStickers(tx, id, projectId)
    const watcherIds = await queries.deleteOutsideWatchers(tx, id, projectId)
    const now = deps.now()
    const entered = await enterColumn(tx, column, {}, { force, now })
    await updateTask(tx, id, {
      ...entered,
      ...(isCompleted && entered.completedAt && { completedAt: task.completedAt }),
      projectId,
      number: (await numberTask(tx, projectId)).number,
      assigneeId,
      version: task.version + 1,
      fieldVersions: JSON.stringify(movedFieldVersions(task, assigneeId)),
      updatedAt: now.toISOString(),
    })
    const item = await getTask(tx, id)
    const { title, number, dueDate, priorityId } = item
    const after = { title, number, columnId, assigneeId, dueDate, priorityId, fromProjectId }
    await emit({ ...eventOf(actor, item), type: 'task.moved_in', after })
    const lost = assigneeId === task.assigneeId ? null : task.assigneeId
    return { item, leftBehind: { stickers, assigneeId: lost, watcherIds } }
  })
}

/** Every id of the body is checked before anything is locked. */
async function requireTarget(db: Database, actor: Actor, { projectId, boardId, columnId }: ProjectMove) {
  const project = await findProjectPlace(db, actor.id, projectId)
  if (!project) throw new ValidationFailed({ projectId: 'does_not_exist' })
  requireRight(actor, project, 'task.write')
  const named = {
    ...(boardId && { boardId: await findBoardPlace(db, actor.id, boardId) }),
    ...(columnId && { columnId: await findColumnPlace(db, actor.id, columnId) }),
  }
  for (const [field, place] of Object.entries(named)) {
    if (!place || place.deletedAt) throw new ValidationFailed({ [field]: 'does_not_exist' })
    if (place.projectId !== projectId) throw new ValidationFailed({ [field]: 'in_other_project' })
  }
}

function requireColumn(column: LockedColumn, { projectId, boardId }: ProjectMove) {
  if (column.projectId !== projectId) throw new ValidationFailed({ columnId: 'in_other_project' })
  if (boardId && column.boardId !== boardId) throw new ValidationFailed({ columnId: 'not_on_this_board' })
}

/** The assignee, if they can edit tasks in the new project. */
async function assigneeIn(tx: Database, projectId: number, { assigneeId }: LockedTask) {
  if (assigneeId === null) return null
  return (await queries.isAssignable(tx, projectId, assigneeId)) ? assigneeId : null
}

function movedFieldVersions(
  { fieldVersions, version, assigneeId: before }: LockedTask,
  after: number | null,
) {
  const since = version + 1
  return { ...fieldVersions, columnId: since, ...(before !== after && { assigneeId: since }) }
}
