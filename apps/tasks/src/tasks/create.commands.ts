import { inTransaction, settleAll } from '@atrium/database/transaction'
import { batchRequests } from '@atrium/http/idempotency/batch-requests'
import type { Actor } from '#administration/actor.ts'
import { findBoardAccess } from '#boards/board.queries.ts'
import {
  findColumnAccess,
  findFirstColumn,
  type LockedColumn,
  shareUnlockedColumns,
} from '#boards/column.queries.ts'
import { requireCycle } from '#cycles/cycle.queries.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict, NotFound, ValidationFailed } from '#errors.ts'
import type { FieldInput, FieldValues } from '#fields/field.contract.ts'
import { lockProjectFields, newFieldValues } from '#fields/field-input.ts'
import { findProjectAccess, lockUnlockedMembers, type Member } from '#projects/record-access.queries.ts'
import { requireRight } from '#projects/require-right.ts'
import { canBeAssigned, requireAssignable } from './assignees/assignable.ts'
import {
  type AssignedPeople,
  assignedPeople,
  assigneeIdsOf,
  readAssignees,
} from './assignees/assigned-people.ts'
import { columnFields, lockColumnToAppend } from './enter-column.ts'
import { findSubtaskColumn, lockHierarchy, requireParent } from './hierarchy.ts'
import { requireDateOrder } from './task.commands.ts'
import { createTask as createTaskContract, type NewTask, type Task } from './task.contract.ts'
import type { TaskNumber } from './task.queries.ts'
import * as queries from './task.queries.ts'
import { creationOf } from './task-events.ts'

export async function createTask(deps: Deps, actor: Actor, input: NewTask): Promise<Task> {
  return createAlone(deps, await draftTask(deps, actor, input))
}

/** Creates a task in one transaction with others that are created at the same time, or alone if that is not possible. */
export function createTaskInBatches(deps: Deps) {
  const createBatched = batchRequests(createTaskContract, (drafts: Draft[]) => createBatch(deps, drafts))
  return async (actor: Actor, input: NewTask) => {
    const draft = await draftTask(deps, actor, input)
    const isAlone = draft.isCounted || draft.hasFields || draft.fields.parentId || draft.fields.cycleId
    const created = isAlone ? undefined : await createBatched(draft)
    return created ?? { item: await createAlone(deps, draft) }
  }
}

/** A task that has passed every check for which nothing has to be locked. */
interface Draft {
  actor: Actor
  fields: Omit<
    NewTask,
    'columnId' | 'boardId' | 'projectId' | 'force' | 'fields' | 'assigneeId' | 'assigneeIds'
  > &
    AssignedPeople
  /** Whether `assigneeIds` names them all, and not only `assigneeId`. */
  given: Pick<NewTask, 'assigneeId' | 'assigneeIds'>
  fieldInput: FieldInput
  /** Whether it gets values of custom fields, or may have to have some. */
  hasFields: boolean
  projectId: number
  columnId: number
  /** Whether its column may refuse it because of a WIP limit. */
  isCounted: boolean
  force: boolean
  /** Taken early, unless the task may be refused because of what others do at the same time. */
  number: TaskNumber | undefined
  now: Date
}

async function draftTask(deps: Deps, actor: Actor, input: NewTask): Promise<Draft> {
  const { columnId: _, boardId, projectId: __, force = false, fields: fieldInput = {}, ...others } = input
  const { assigneeId, assigneeIds, ...plain } = others
  const given = { assigneeId, assigneeIds }
  const fields = { ...plain, ...assignedPeople(readAssignees(given) ?? []) }
  const columnId = await columnFor(deps.db, actor, input)
  const access = await findColumnAccess(deps.db, actor.id, columnId)
  if (!access || access.deletedAt) throw new ValidationFailed({ columnId: 'does_not_exist' })
  requireRight(actor, access, 'task.write')
  const { projectId } = access
  if (input.projectId && input.projectId !== projectId) {
    throw new ValidationFailed({ [input.columnId ? 'columnId' : 'boardId']: 'in_other_project' })
  }
  if (boardId && boardId !== access.boardId) throw new ValidationFailed({ columnId: 'not_on_this_board' })
  requireDateOrder(fields)
  const isCounted = access.wipLimit !== null && !force
  const hasFields = access.hasFields || Object.keys(fieldInput).length > 0
  // A number of the transaction is free again if a full column refuses the task.
  const isNumberedLate = isCounted || fields.parentId
  const number = isNumberedLate ? undefined : await queries.prepareTask(deps.db, projectId)
  const { now } = deps
  return {
    actor,
    fields,
    given,
    fieldInput,
    hasFields,
    projectId,
    columnId,
    isCounted,
    force,
    number,
    now: now(),
  }
}

/** The given column, or the first one of the given board or project, or the parent's, or of the user's personal board. */
async function columnFor(db: Database, actor: Actor, { columnId, boardId, projectId, parentId }: NewTask) {
  if (columnId) return columnId
  if (parentId && !boardId && !projectId) return columnBesideParent(db, actor, parentId)
  if (boardId) {
    const access = await findBoardAccess(db, actor.id, boardId)
    if (!access || access.deletedAt) throw new ValidationFailed({ boardId: 'does_not_exist' })
    requireRight(actor, access, 'task.write')
  } else if (projectId) {
    const access = await findProjectAccess(db, actor.id, projectId)
    if (!access) throw new ValidationFailed({ projectId: 'does_not_exist' })
    requireRight(actor, access, 'task.write')
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
  const access = await queries.findTaskAccess(db, actor.id, parentId)
  if (!access || access.deletedAt) throw new ValidationFailed({ parentId: 'does_not_exist' })
  requireRight(actor, access, 'task.write')
  const found = await findSubtaskColumn(db, await queries.getTask(db, parentId), false)
  if (!found) throw new NotFound('no_column_for_task')
  return found
}

/** Waits for locks, and throws what the task is refused with. */
async function createAlone(deps: Deps, draft: Draft): Promise<Task> {
  const { actor, fields, given, fieldInput, projectId, columnId, isCounted, force } = draft
  // Locks in the usual order: hierarchy, project, column.
  const { created } = await inTransaction(deps, async (tx, emit, { sendWithCommit }) => {
    if (fields.parentId) await lockHierarchy(tx, projectId)
    await requireParent(tx, { projectId }, fields.parentId)
    const [number, column, , , locked] = await settleAll([
      draft.number ?? queries.numberTask(tx, projectId),
      lockColumnToAppend(tx, columnId, { force, isCounted }),
      requireCycle(tx, projectId, fields.cycleId),
      requireAssignable(tx, { projectId, ...nobody }, given, assigneeIdsOf(fields)),
      draft.hasFields ? lockProjectFields(tx, projectId, fieldInput) : undefined,
    ])
    const values = locked && newFieldValues(locked, projectId, fieldInput)
    const row = rowOf(draft, column, number, values)
    const created = queries.insertTasks(tx, [row])
    sendWithCommit(created)
    await emit(creationOf(actor, row))
    return { created }
  })
  const [task] = await created
  return task as Task
}

/** Leaves out a task whose column or assignee another transaction has locked: waiting would delay all of them. */
async function createBatch(deps: Deps, drafts: Draft[]) {
  const { rows, inserted } = await inTransaction(deps, async (tx, emit, { sendWithCommit }) => {
    const [columns, members] = await settleAll([
      shareUnlockedColumns(
        tx,
        distinct(drafts.map(({ projectId }) => projectId)),
        distinct(drafts.map(({ columnId }) => columnId)),
      ),
      lockUnlockedMembers(tx, drafts.flatMap(assignmentsOf)),
    ])
    const rows = drafts.map(draft => {
      const column = columns.find(({ id }) => id === draft.columnId)
      const isFree = column && (column.wipLimit === null || draft.force)
      if (!isFree || !isAssignable(members, draft)) return undefined
      return rowOf(draft, column, draft.number as TaskNumber)
    })
    const inserted = queries.insertTasks(
      tx,
      rows.filter(row => row !== undefined),
    )
    sendWithCommit(inserted)
    for (const [index, row] of rows.entries())
      if (row) await emit(creationOf((drafts[index] as Draft).actor, row))
    return { rows, inserted }
  })
  const taskById = new Map((await inserted).map(task => [task.id, task]))
  return rows.map(row => row && { item: taskById.get(row.id) as Task })
}

function distinct(ids: number[]) {
  return [...new Set(ids)]
}

const nobody = assignedPeople([])

function assignmentsOf({ projectId, fields }: Draft) {
  return assigneeIdsOf(fields).map(userId => ({ projectId, userId }))
}

function isAssignable(members: Member[], draft: Draft) {
  return assignmentsOf(draft).every(({ projectId, userId }) =>
    members.some(one => one.projectId === projectId && one.userId === userId && canBeAssigned(one.role)),
  )
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
