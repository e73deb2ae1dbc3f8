import { batch } from '@atrium/database/batch'
import { isRefusedValue } from '@atrium/database/constraint-errors'
import { isInOuterTransaction } from '@atrium/database/outer-transaction'
import { inTransaction, settleAll } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import { findBoardPlace } from '#boards/board.queries.ts'
import {
  findColumnPlace,
  findFirstColumn,
  type LockedColumn,
  shareUnlockedColumns,
} from '#boards/column.queries.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict, NotFound, ValidationFailed } from '#errors.ts'
import type { FieldInput, FieldValues } from '#fields/field.contract.ts'
import { lockProjectFields, newFieldValues } from '#fields/field-input.ts'
import { findProjectPlace, lockUnlockedMembers } from '#projects/place.queries.ts'
import { requireRight } from '#projects/require-right.ts'
import { columnFields, lockColumnToAppend } from './enter-column.ts'
import { findSubtaskColumn, lockHierarchy, requireParent } from './hierarchy.ts'
import { canBeAssigned, requireAssignable, requireDateOrder } from './task.commands.ts'
import type { NewTask, Task } from './task.contract.ts'
import type { TaskNumber } from './task.queries.ts'
import * as queries from './task.queries.ts'
import { creationOf } from './task-events.ts'

export async function createTask(deps: Deps, actor: Actor, input: NewTask): Promise<Task> {
  return createAlone(deps, await draftTask(deps, actor, input))
}

/** Creates a task in one transaction with others that are created at the same time, if nothing prevents it. */
export function createTaskInBatches(deps: Deps) {
  const createUnlocked = batch((drafts: Draft[]) => createBatch(deps, drafts))
  return async (actor: Actor, input: NewTask): Promise<Task> => {
    const draft = await draftTask(deps, actor, input)
    const isAlone = draft.isCounted || draft.hasFields || draft.fields.parentId || isInOuterTransaction()
    if (isAlone) return createAlone(deps, draft)
    const { task, number } = await createUnlocked(draft)
    return task ?? createAlone(deps, draft, number)
  }
}

/** A task that has passed every check for which nothing has to be locked. */
interface Draft {
  actor: Actor
  fields: Omit<NewTask, 'columnId' | 'boardId' | 'projectId' | 'force' | 'fields'>
  fieldInput: FieldInput
  /** Whether it gets values of custom fields, or may have to have some. */
  hasFields: boolean
  projectId: number
  columnId: number
  /** Whether its column may refuse it because of a WIP limit. */
  isCounted: boolean
  force: boolean
  now: Date
}

async function draftTask(deps: Deps, actor: Actor, input: NewTask): Promise<Draft> {
  const { columnId: _, boardId, projectId: __, force = false, fields: fieldInput = {}, ...fields } = input
  const columnId = await columnFor(deps.db, actor, input)
  const place = await findColumnPlace(deps.db, actor.id, columnId)
  if (!place || place.deletedAt) throw new ValidationFailed({ columnId: 'does_not_exist' })
  requireRight(actor, place, 'task.write')
  const { projectId } = place
  if (input.projectId && input.projectId !== projectId) {
    throw new ValidationFailed({ [input.columnId ? 'columnId' : 'boardId']: 'in_other_project' })
  }
  if (boardId && boardId !== place.boardId) throw new ValidationFailed({ columnId: 'not_on_this_board' })
  requireDateOrder(fields)
  const isCounted = place.wipLimit !== null && !force
  const hasFields = place.hasFields || Object.keys(fieldInput).length > 0
  return { actor, fields, fieldInput, hasFields, projectId, columnId, isCounted, force, now: deps.now() }
}

/** The given column, or the first one of the given board or project, or the parent's, or of the user's personal board. */
async function columnFor(db: Database, actor: Actor, { columnId, boardId, projectId, parentId }: NewTask) {
  if (columnId) return columnId
  if (parentId && !boardId && !projectId) return columnBesideParent(db, actor, parentId)
  if (boardId) {
    const place = await findBoardPlace(db, actor.id, boardId)
    if (!place || place.deletedAt) throw new ValidationFailed({ boardId: 'does_not_exist' })
    requireRight(actor, place, 'task.write')
  } else if (projectId) {
    const place = await findProjectPlace(db, actor.id, projectId)
    if (!place) throw new ValidationFailed({ projectId: 'does_not_exist' })
    requireRight(actor, place, 'task.write')
  }
  const given = boardId ? { boardId } : projectId && { projectId }
  const found = await findFirstColumn(db, given || { personalOf: actor.id })
  if (!found) throw noColumn({ boardId, projectId })
  return found
}

function noColumn({ boardId, projectId }: Pick<NewTask, 'boardId' | 'projectId'>) {
  if (projectId && !boardId) return new Conflict('project_has_no_column', { projectId })
  return new NotFound('no_column_for_task')
}

async function columnBesideParent(db: Database, actor: Actor, parentId: number) {
  const place = await queries.findTaskPlace(db, actor.id, parentId)
  if (!place || place.deletedAt) throw new ValidationFailed({ parentId: 'does_not_exist' })
  requireRight(actor, place, 'task.write')
  const found = await findSubtaskColumn(db, await queries.getTask(db, parentId), false)
  if (!found) throw new NotFound('no_column_for_task')
  return found
}

/** Waits for locks, and throws what the task is refused with. */
async function createAlone(deps: Deps, draft: Draft, given?: TaskNumber) {
  const { fields, fieldInput, projectId, columnId, isCounted, force } = draft
  // A number of the transaction is free again if a full column refuses the task.
  const isNumberedLate = isCounted || fields.parentId
  const early = given ?? (isNumberedLate ? undefined : await queries.prepareTask(deps.db, projectId))
  // Locks in the usual order: hierarchy, project, column.
  const { created } = await inTransaction(deps, async (tx, emit, { sendWithCommit }) => {
    if (fields.parentId) await lockHierarchy(tx, projectId)
    await requireParent(tx, { projectId }, fields.parentId)
    const [number, column, , locked] = await settleAll([
      early ?? queries.numberTask(tx, projectId),
      lockColumnToAppend(tx, columnId, { force, isCounted }),
      requireAssignable(tx, projectId, fields.assigneeId),
      draft.hasFields ? lockProjectFields(tx, projectId, fieldInput) : undefined,
    ])
    const values = locked && newFieldValues(locked, projectId, fieldInput)
    const row = rowOf(draft, column, number, values)
    const created = queries.insertTasks(tx, [row])
    sendWithCommit(created)
    await emit(creationOf(draft.actor, row))
    return { created }
  })
  const [task] = await created
  return task as Task
}

interface Outcome {
  task?: Task | undefined
  /** Of a task that has not been created, but may be if it is created alone. */
  number?: TaskNumber | undefined
}

/**
 * Leaves out what another transaction has locked: a batch that waited would delay all of its tasks. One that the database
 * refuses must not refuse the others, so all of them are left out then.
 */
async function createBatch(deps: Deps, drafts: Draft[]): Promise<Outcome[]> {
  const numbers = await queries.numberTasks(
    deps.db,
    drafts.map(({ projectId }) => projectId),
  )
  const created = await insertUnlocked(deps, drafts, numbers).catch(error => {
    if (isRefusedValue(error)) return new Map<number, Task>()
    throw error
  })
  return numbers.map(number => ({ task: created.get(number.id), number }))
}

/** Returns the outcomes keyed by task id. */
async function insertUnlocked(deps: Deps, drafts: Draft[], numbers: TaskNumber[]) {
  const assigned = drafts.filter(({ fields }) => fields.assigneeId)
  const { inserted } = await inTransaction(deps, async (tx, emit, { sendWithCommit }) => {
    const [columns, members] = await settleAll([
      shareUnlockedColumns(tx, [...new Set(drafts.map(({ columnId }) => columnId))]),
      assigned.length === 0
        ? []
        : lockUnlockedMembers(
            tx,
            assigned.map(({ projectId }) => projectId),
            assigned.map(({ fields }) => fields.assigneeId as number),
          ),
    ])
    const columnById = new Map(columns.map(column => [column.id, column]))
    const accepted = drafts.flatMap((draft, index) => {
      const column = columnById.get(draft.columnId)
      const { assigneeId } = draft.fields
      const isAssignable = members.some(
        ({ projectId, userId, role }) =>
          projectId === draft.projectId && userId === assigneeId && canBeAssigned(role),
      )
      if (!column || (column.wipLimit !== null && !draft.force) || (assigneeId && !isAssignable)) return []
      return [{ draft, row: rowOf(draft, column, numbers[index] as TaskNumber) }]
    })
    const inserted = queries.insertTasks(
      tx,
      accepted.map(({ row }) => row),
    )
    sendWithCommit(inserted)
    for (const { draft, row } of accepted) await emit(creationOf(draft.actor, row))
    return { inserted }
  })
  return new Map((await inserted).map(task => [task.id, task]))
}

function rowOf(
  { actor, fields, projectId, now }: Draft,
  column: LockedColumn,
  numbered: TaskNumber,
  fieldValues: FieldValues = {},
) {
  const { id, number, defaultPriorityId } = numbered
  return {
    ...fields,
    ...columnFields(column, {}, now),
    id,
    projectId,
    number,
    creatorId: actor.id,
    priorityId: fields.priorityId ?? defaultPriorityId,
    fieldValues,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
  }
}
