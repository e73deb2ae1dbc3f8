import { EntityNotFound, ValidationFailed } from '@atrium/core/errors'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import { findBoardPlace } from '#boards/board.queries.ts'
import { findColumnPlace, findFirstColumn } from '#boards/column.queries.ts'
import type { Deps } from '#deps.ts'
import { findProjectPlace } from '#projects/place.queries.ts'
import { requireRight } from '#projects/require-right.ts'
import { enterColumn, holdColumn } from './enter-column.ts'
import { requireAssignee } from './require-assignee.ts'
import { requireDateOrder } from './require-date-order.ts'
import type { NewTask, Task } from './task.contract.ts'
import { getDefaultPriorityId, getTask, insertTask, takeTaskNumber } from './task.queries.ts'

export async function createTask(deps: Deps, actor: Actor, input: NewTask): Promise<Task> {
  const { columnId: _, boardId, projectId: __, force, ...fields } = input
  const columnId = await columnFor(deps, actor, input)
  const place = await findColumnPlace(deps.db, actor.id, columnId)
  if (!place || place.deletedAt) throw new ValidationFailed({ columnId: ['does not exist'] })
  requireRight(actor, place, 'task.write')
  const { projectId } = place
  if (input.projectId && input.projectId !== projectId) {
    const field = input.columnId ? 'columnId' : 'boardId'
    throw new ValidationFailed({ [field]: ['belongs to another project'] })
  }
  requireDateOrder(fields)
  return inTransaction(deps, async (tx, emit) => {
    const number = await takeTaskNumber(tx, projectId)
    const column = await holdColumn(tx, columnId)
    if (boardId && boardId !== column.boardId) {
      throw new ValidationFailed({ columnId: ['must be a column of the board'] })
    }
    await requireAssignee(tx, projectId, fields.assigneeId)
    const now = deps.now()
    const entered = await enterColumn(tx, column, {}, { force, now })
    const id = await insertTask(tx, {
      ...fields,
      ...entered,
      projectId,
      number,
      creatorId: actor.id,
      priorityId: fields.priorityId ?? (await getDefaultPriorityId(tx)),
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
    })
    const task = await getTask(tx, id)
    const { title, assigneeId, dueDate, priorityId } = task
    await emit({
      type: 'task.created',
      projectId,
      boardId: column.boardId,
      taskId: id,
      taskVersion: task.version,
      actorId: actor.id,
      after: { title, columnId, assigneeId, dueDate, priorityId, number },
    })
    return task
  })
}

/** Named, or the first of the named board or project, or the first of the caller's personal board: quick capture. */
async function columnFor({ db }: Deps, actor: Actor, { columnId, boardId, projectId }: NewTask) {
  if (columnId) return columnId
  if (boardId) {
    const place = await findBoardPlace(db, actor.id, boardId)
    if (!place || place.deletedAt) throw new ValidationFailed({ boardId: ['does not exist'] })
    requireRight(actor, place, 'task.write')
  } else if (projectId) {
    const place = await findProjectPlace(db, actor.id, projectId)
    if (!place) throw new ValidationFailed({ projectId: ['does not exist'] })
    requireRight(actor, place, 'task.write')
  }
  const named = boardId ? { boardId } : projectId && { projectId }
  const found = await findFirstColumn(db, named || { personalOf: actor.id })
  if (!found) throw new EntityNotFound('A column to put the task into')
  return found
}
