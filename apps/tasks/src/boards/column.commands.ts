import { listReply } from '@atrium/core/paging'
import { positionBetween } from '@atrium/database/ordered-list'
import { type Emit, inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict, NotFound, ValidationFailed } from '#errors.ts'
import type { Event } from '#events.ts'
import { lockBoard } from './board.commands.ts'
import type { Board } from './board.contract.ts'
import { completeTasks, type MovedTask, moveTasks } from './board-tasks.queries.ts'
import { changedFields } from './changed-fields.ts'
import {
  type Column,
  type ColumnChanges,
  type ColumnOrder,
  type ColumnRemoval,
  MAX_COLUMNS,
  type NewColumn,
} from './column.contract.ts'
import * as queries from './column.queries.ts'
import { getColumn, type LockedColumn, listColumns, lockColumns } from './column.queries.ts'
import { refuseForeignNeighbours } from './foreign-neighbours.ts'

export function createColumn(deps: Deps, actor: Actor, boardId: number, input: NewColumn): Promise<Column> {
  return inTransaction(deps, async (tx, emit) =>
    addColumn(tx, emit, actor, await lockBoard(tx, actor, boardId), input),
  )
}

/** Adds a column to a locked board. */
export async function addColumn(
  tx: Database,
  emit: Emit<Event>,
  actor: Actor,
  { id: boardId, projectId }: Pick<Board, 'id' | 'projectId'>,
  { afterColumnId, beforeColumnId, ...fields }: NewColumn,
) {
  if ((await queries.countColumns(tx, boardId)) >= MAX_COLUMNS) {
    throw new Conflict('too_many_columns', { limit: MAX_COLUMNS })
  }
  const position = await placeColumn(tx, boardId, { afterColumnId, beforeColumnId })
  const column = await getColumn(
    tx,
    await queries.insertColumn(tx, { ...fields, boardId, boardProjectId: projectId, position }),
  )
  const { id: columnId, title, wipLimit, isDone, archiveAfterDays } = column
  const archiving = archiveAfterDays === null ? {} : { archiveAfterDays }
  const after = { columnId, title, wipLimit, isDone, ...archiving, position }
  await emit({ type: 'column.created', projectId, boardId, actorId: actor.id, after })
  return column
}

export function updateColumn(
  deps: Deps,
  actor: Actor,
  id: number,
  { afterColumnId, beforeColumnId, ...fields }: ColumnChanges,
): Promise<Column> {
  return inTransaction(deps, async (tx, emit) => {
    const { boardId } = await getColumn(tx, id)
    const { projectId } = await lockBoard(tx, actor, boardId)
    await lockColumns(tx, [id])
    const column = await getColumn(tx, id)
    const isMoved = afterColumnId !== undefined || beforeColumnId !== undefined
    const position = isMoved
      ? await placeColumn(tx, boardId, { afterColumnId, beforeColumnId }, id)
      : undefined
    const changes = changedFields(column, { ...fields, position })
    if (!changes) return column
    const now = deps.now().toISOString()
    await queries.updateColumn(tx, id, { ...changes.after, updatedAt: now })
    if (changes.after.isDone !== undefined) await completeTasks(tx, id, changes.after.isDone, now)
    await emit({
      type: 'column.updated',
      projectId,
      boardId,
      actorId: actor.id,
      before: { columnId: id, ...changes.before },
      after: { columnId: id, ...changes.after },
    })
    return getColumn(tx, id)
  })
}

/** A position on a locked board: between the named neighbours, or at the end. */
async function placeColumn(
  tx: Database,
  boardId: number,
  { afterColumnId, beforeColumnId }: Pick<ColumnChanges, 'afterColumnId' | 'beforeColumnId'>,
  movedId?: number,
) {
  const columns = { table: 'board_columns', of: 'board_id', id: boardId }
  await refuseForeignNeighbours(tx, columns, { afterColumnId, beforeColumnId })
  const neighbours = { afterId: afterColumnId ?? undefined, beforeId: beforeColumnId ?? undefined }
  return positionBetween(tx, columns, { movedId, ...neighbours })
}

/** The list must name every column: a caller who has not seen one can't say where it belongs. */
export function reorderColumns(deps: Deps, actor: Actor, boardId: number, { columnIds }: ColumnOrder) {
  return inTransaction(deps, async (tx, emit) => {
    const { projectId } = await lockBoard(tx, actor, boardId)
    const before = { columnIds: (await listColumns(tx, boardId)).map(({ id }) => id) }
    refuseOtherColumns(before.columnIds, columnIds)
    if (columnIds.join() !== before.columnIds.join()) {
      await queries.updateColumnOrder(tx, columnIds, deps.now().toISOString())
      const after = { columnIds }
      await emit({ type: 'column.reordered', projectId, boardId, actorId: actor.id, before, after })
    }
    const items = await listColumns(tx, boardId)
    return listReply(items, items.length, { page: 1, limit: items.length, offset: 0 })
  })
}

function refuseOtherColumns(ids: number[], given: number[]) {
  const missing = ids.filter(id => !given.includes(id)).join(', ')
  const foreign = given.filter(id => !ids.includes(id)).join(', ')
  if (!missing && !foreign) return
  throw new ValidationFailed({
    columnIds: [
      ...(missing ? [{ code: 'columns_missing', ids: missing } as const] : []),
      ...(foreign ? [{ code: 'foreign_columns', ids: foreign } as const] : []),
    ],
  })
}

/** Its tasks must go somewhere: into another column of the project, whatever WIP limit that has. */
export function deleteColumn(deps: Deps, actor: Actor, id: number, { moveTo }: ColumnRemoval) {
  return inTransaction(deps, async (tx, emit) => {
    const { boardId } = await getColumn(tx, id)
    const { projectId } = await lockBoard(tx, actor, boardId)
    const locked = await lockColumns(tx, moveTo ? [id, moveTo] : [id])
    const column = locked.find(one => one.id === id)
    if (!column) throw new NotFound('column_not_found')
    const target = targetOf(locked, column, moveTo)
    refuseNeeded(await listColumns(tx, boardId), id, target)
    const now = deps.now().toISOString()
    if (target) {
      await emitMoves(emit, actor, { column, target, tasks: await moveTasks(tx, id, target, now) })
    }
    await queries.updateColumn(tx, id, { deletedAt: now, position: null, updatedAt: now })
    const before = { columnId: id, title: column.title }
    await emit({ type: 'column.deleted', projectId, boardId, actorId: actor.id, before })
  })
}

function targetOf(locked: LockedColumn[], column: LockedColumn, moveTo: number | undefined) {
  if (!moveTo) return undefined
  if (moveTo === column.id) throw new ValidationFailed({ moveTo: 'same_column' })
  const target = locked.find(({ id }) => id === moveTo)
  if (!target) throw new ValidationFailed({ moveTo: 'does_not_exist' })
  if (target.projectId !== column.projectId) throw new ValidationFailed({ moveTo: 'in_other_project' })
  return target
}

function refuseNeeded(columns: Column[], id: number, target: LockedColumn | undefined) {
  if (columns.length === 1) throw new Conflict('last_column')
  const column = columns.find(one => one.id === id)
  const taskCount = column && column.taskCount + column.archivedCount
  if (taskCount && !target) throw new Conflict('column_has_tasks', { taskCount })
}

async function emitMoves(
  emit: Emit<Event>,
  actor: Actor,
  { column, target, tasks }: { column: LockedColumn; target: LockedColumn; tasks: MovedTask[] },
) {
  const { projectId, boardId } = target
  for (const { id, version, position, completedAt, oldPosition, oldCompletedAt } of tasks) {
    await emit({
      type: 'task.moved',
      projectId,
      boardId,
      taskId: id,
      taskVersion: version,
      actorId: actor.id,
      before: {
        columnId: column.id,
        boardId: column.boardId,
        position: oldPosition,
        completedAt: oldCompletedAt,
      },
      after: { columnId: target.id, boardId, position, completedAt },
    })
  }
}
