import { type Bounds, findBounds, type Neighbours } from '@atrium/database/ordered-list'
import { type Emit, inTransaction, settleAll } from '@atrium/database/transaction'
import { sql } from 'kysely'
import type { Actor } from '#administration/actor.ts'
import type { LockedColumn } from '#boards/column.queries.ts'
import { refuseForeignNeighbours } from '#boards/foreign-neighbours.ts'
import { lockCycles, requireOpenCycle } from '#cycles/cycle.queries.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict, ValidationFailed } from '#errors.ts'
import type { Event } from '#events.ts'
import type { FieldInput } from '#fields/field.contract.ts'
import { changeFieldValues, lockGivenFields } from '#fields/field-input.ts'
import { findLastEditor } from '#projects/activity.queries.ts'
import { archivedFields } from './archived-fields.ts'
import { requireAssignable } from './assignees/assignable.ts'
import { assigneeIdsOf, changedAssignees, readAssignees } from './assignees/assigned-people.ts'
import { requireCover } from './covers/require-cover.ts'
import { columnFields, enterColumn, lockColumn, tasksOf } from './enter-column.ts'
import { lockHierarchyOf, requireParent } from './hierarchy.ts'
import type { Task, TaskAssignment, TaskChanges, TaskMove } from './task.contract.ts'
import * as queries from './task.queries.ts'
import { getTask, type LockedTask, lockAnyTask, lockTask } from './task.queries.ts'
import { emitParentChange, emitTaskChanges } from './task-events.ts'

/** An absent field stays, null clears it. With a version, a field that has changed since is a conflict; others merge. */
export function updateTask(
  deps: Deps,
  actor: Actor,
  id: number,
  { version, force, columnId, isArchived, fields: fieldInput, ...fields }: TaskChanges,
) {
  const to = columnId === undefined ? undefined : { columnId, force }
  return changeTask(deps, actor, id, { fields, fieldInput, to, isArchived, version })
}

/** Clients name neighbours, not positions: those stay correct when others move tasks in the meantime. */
export function moveTask(
  deps: Deps,
  actor: Actor,
  id: number,
  { columnId, afterTaskId, beforeTaskId, version, force, fields: fieldInput, ...fields }: TaskMove,
) {
  const neighbours = { afterId: afterTaskId ?? undefined, beforeId: beforeTaskId ?? undefined }
  return changeTask(deps, actor, id, {
    fields,
    fieldInput,
    to: { columnId, neighbours, force },
    version,
    includesDeleted: true,
  })
}

export function assignTask(deps: Deps, actor: Actor, id: number, { assigneeId }: TaskAssignment) {
  return changeTask(deps, actor, id, { fields: { assigneeId }, includesDeleted: true })
}

type Fields = Omit<TaskChanges, 'version' | 'force' | 'columnId' | 'isArchived' | 'fields'>

interface Change {
  fields?: Fields
  /** The values of custom fields. */
  fieldInput?: FieldInput | undefined
  /** The target column, or a new position in the current one if neighbours are named. */
  to?: { columnId: number; neighbours?: Neighbours; force?: boolean | undefined } | undefined
  isArchived?: boolean | undefined
  version?: number | undefined
  /** Whether a task in the trash can be changed; it stays there. */
  includesDeleted?: boolean
}

/** Every change of a task: locks, checks, one updated row, events. */
async function changeTask(
  deps: Deps,
  actor: Actor,
  id: number,
  { fields = {}, fieldInput, to, isArchived, version, includesDeleted = false }: Change,
): Promise<Task> {
  const { changed } = await inTransaction(deps, async (tx, emit, { sendWithCommit }) => {
    await lockHierarchyFor(tx, id, fields)
    const [column, cycles, locked, task, bounds] = await settleAll([
      to && lockColumn(tx, to.columnId),
      lockCycles(tx, [fields.cycleId]),
      lockGivenFields(tx, fieldInput),
      (includesDeleted ? lockAnyTask : lockTask)(tx, id),
      to?.neighbours && findBounds(tx, tasksOf(to.columnId), { ...to.neighbours, movedId: id }),
      refuseForeignTasks(tx, id, to?.neighbours),
    ])
    if (column && column.projectId !== task.projectId) {
      throw new ValidationFailed({ columnId: 'in_other_project' })
    }
    const custom = changeFieldValues(locked, task, fieldInput)
    const { assigneeId, assigneeIds, ...plain } = fields
    const given = changedFields(task, { ...plain, ...(to && { columnId: to.columnId }) })
    const wanted = readAssignees(fields, assigneeIdsOf(task))
    const assigned = changedAssignees(task, wanted)
    const isMoved = given.columnId !== undefined || to?.neighbours !== undefined
    const byVersion = {
      ...given,
      ...custom.given,
      ...named({ assigneeId, assigneeIds }, assigned.names),
      ...givenArchive(task, isArchived),
    }
    if (Object.keys(byVersion).length === 0 && !isMoved) return { changed: getTask(tx, id) }
    await refuseStale(tx, task, byVersion, version)
    requireDateOrder(given, task)
    requireOpenCycle(cycles, task.projectId, given.cycleId)
    const now = deps.now()
    const [, entered] = await settleAll([
      requireAssignable(tx, task, fields, wanted),
      column && isMoved ? enter(tx, emit, column, task, { ...to, bounds, now }) : {},
      requireParent(tx, task, given.parentId),
      requireCover(tx, id, given.coverId),
    ])
    const archived = archivedFields(task, entered, isArchived, now)
    const changes = { ...given, ...assigned.columns, ...entered, ...archived, version: task.version + 1 }
    const changedNames = [...Object.keys({ ...given, ...archived, ...custom.given }), ...assigned.names]
    const changed = writeTask(tx, task, { ...changes, ...custom.columns }, changedNames, now)
    sendWithCommit(changed)
    await emitTaskChanges(emit, actor, task, { ...task, ...changes }, custom.recorded)
    await emitParentChange(tx, emit, actor, task, { ...task, ...changes })
    return { changed }
  })
  return changed
}

/** What the request says about the archive, under the name that versions have. */
function givenArchive({ archivedAt }: LockedTask, isArchived: boolean | undefined) {
  return isArchived === undefined || isArchived === (archivedAt !== null) ? {} : { archivedAt: isArchived }
}

async function lockHierarchyFor(tx: Database, id: number, { parentId }: Fields) {
  if (parentId !== undefined) await lockHierarchyOf(tx, id)
}

/** What the request says about these fields. */
function named<Given extends object>(given: Given, names: (keyof Given)[]) {
  return Object.fromEntries(names.filter(name => given[name] !== undefined).map(name => [name, given[name]]))
}

type ChangedFields = Omit<Fields, 'assigneeId' | 'assigneeIds'> & { columnId?: number }

function changedFields(task: LockedTask, given: ChangedFields) {
  const isChanged = ([field, value]: [string, unknown]) => task[field as keyof ChangedFields] !== value
  return Object.fromEntries(Object.entries(given).filter(isChanged)) as ChangedFields
}

function refuseForeignTasks(tx: Database, id: number, { afterId, beforeId }: Neighbours = {}) {
  const tasks = {
    table: 'tasks',
    of: 'project_id',
    id: sql<number>`(select project_id from tasks where id = ${id})`,
  }
  return refuseForeignNeighbours(tx, tasks, { afterTaskId: afterId, beforeTaskId: beforeId })
}

/** A field that has changed since the given version: the client gets both values. */
async function refuseStale(
  tx: Database,
  task: LockedTask,
  given: Record<string, unknown>,
  version: number | undefined,
) {
  if (version === undefined) return
  const fields = Object.keys(given).filter(field => changedAt(task, field) > version)
  if (fields.length === 0) return
  throw new Conflict('stale_version', {
    fields,
    current: await getTask(tx, task.id),
    given: Object.fromEntries(fields.map(field => [field, given[field]])),
    changedBy: await findLastEditor(tx, task.id, version, fields),
  })
}

interface Dates {
  startDate?: string | null | undefined
  dueDate?: string | null | undefined
}

/** The error names a date of the request. Stored dates in the wrong order don't block other changes. */
export function requireDateOrder(given: Dates, stored: Dates = {}) {
  if (given.startDate === undefined && given.dueDate === undefined) return
  const { startDate, dueDate } = { ...stored, ...given }
  if (!startDate || !dueDate || startDate <= dueDate) return
  if (given.dueDate === undefined) throw new ValidationFailed({ startDate: 'start_after_due' })
  throw new ValidationFailed({ dueDate: 'due_before_start' })
}

interface Entering {
  neighbours?: Neighbours
  bounds?: Bounds | undefined
  force?: boolean | undefined
  now: Date
}

/** In the trash a task has no position and counts towards no limit; it gets a position when it is restored. */
function enter(
  tx: Database,
  emit: Emit<Event>,
  column: LockedColumn,
  task: LockedTask,
  { neighbours, bounds, force, now }: Entering,
) {
  if (task.deletedAt) return columnFields(column, task, now)
  const { id: columnId, boardId, projectId } = column
  // Clients that show the column know its tasks by their old positions.
  const onRenumbered = () =>
    emit({ type: 'column.renumbered', projectId, boardId, actorId: null, after: { columnId } })
  return enterColumn(tx, column, task, { neighbours: { ...neighbours, bounds, onRenumbered }, force, now })
}

export function writeTask(
  tx: Database,
  task: LockedTask,
  changes: { version: number },
  fields: string[],
  now: Date,
) {
  return queries.updateTask(tx, task.id, {
    ...changes,
    fieldVersions: JSON.stringify(versionsOf(task, fields, changes.version)),
    updatedAt: now.toISOString(),
  })
}

/** At which version a field was last changed. Earlier releases recorded only who is responsible. */
export function changedAt({ fieldVersions }: Pick<LockedTask, 'fieldVersions'>, field: string) {
  const { [field]: own = 1, assigneeId = 1 } = fieldVersions
  return field === 'assigneeIds' ? Math.max(own, assigneeId) : own
}

/** At which version each field was last changed. */
export function versionsOf(
  { fieldVersions }: Pick<LockedTask, 'fieldVersions'>,
  changed: string[],
  version: number,
) {
  return { ...fieldVersions, ...Object.fromEntries(changed.map(field => [field, version])) }
}
