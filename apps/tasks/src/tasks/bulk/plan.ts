import { DomainError } from '@atrium/core/errors'
import type { Actor } from '#administration/actor.ts'
import { requireOpenCycle } from '#cycles/cycle.queries.ts'
import { Conflict, Forbidden, Gone, ValidationFailed } from '#errors.ts'
import { changeFieldValues } from '#fields/field-input.ts'
import type { MemberRole } from '#projects/rights.contract.ts'
import { may } from '#projects/rights.ts'
import { archivedFields } from '../archived-fields.ts'
import { refuseUnassignable } from '../assignees/assignable.ts'
import { assigneeIdsOf, changedAssignees, readAssignees } from '../assignees/assigned-people.ts'
import { addDays } from '../recurrence/rule-dates.contract.ts'
import { MAX_STICKERS_OF_TASK } from '../stickers/sticker.commands.ts'
import { changedAt, requireDateOrder, versionsOf } from '../task.commands.ts'
import { MAX_ASSIGNEES } from '../task.contract.ts'
import type { LockedTask } from '../task.queries.ts'
import type { Locked } from './lock-tasks.ts'
import type { Refusal } from './refusals.ts'
import {
  type AssigneesEdit,
  assigneesOf,
  type Destination,
  type PlainFields,
  plainFields,
  type TaskEdit,
} from './task-edit.ts'

/** What happens to a task. */
export interface Plan {
  task: LockedTask
  after: LockedTask
  /** The fields that change, as versions name them. */
  changed: string[]
  recorded: ReturnType<typeof changeFieldValues>['recorded']
  attachedIds: number[]
  detachedIds: number[]
  /** Fields that stay as they are. */
  refusals: Refusal[]
}

export interface Planning {
  actor: Actor
  /** The role of the actor in the project of the task. */
  role: MemberRole | null
  force: boolean
  now: Date
}

/**
 * Throws if the task cannot become what the edit asks for. Of an edit that returns to an earlier state, fields that have been changed
 * since or cannot go back are left out instead.
 */
export function planTask(locked: Locked, task: LockedTask, edit: TaskEdit, planning: Planning): Plan {
  const draft = createDraft(task, edit)
  const { plan } = draft
  if (edit.isDeleted !== undefined) {
    draft.attempt('deletedAt', () => planDeletion(locked, plan, edit, planning))
    return finished(plan, planning)
  }
  if (task.deletedAt) throw new Gone('task_deleted', { deletedAt: task.deletedAt })
  planFields(locked, draft, edit)
  planAssignees(locked, draft, edit)
  planCustomFields(locked, draft, edit)
  planStickers(locked, draft, edit)
  planParent(locked, draft, edit)
  planColumn(locked, draft, edit, planning)
  planArchive(draft, edit, planning)
  // Only now is nothing refused any more.
  if (plan.changed.includes('parentId')) locked.family.setParent(task.id, plan.after.parentId)
  return finished(plan, planning)
}

type Draft = ReturnType<typeof createDraft>

function createDraft(task: LockedTask, { since }: TaskEdit) {
  const plan: Plan = {
    task,
    after: { ...task },
    changed: [],
    recorded: undefined,
    attachedIds: [],
    detachedIds: [],
    refusals: [],
  }
  const leave = (error: DomainError, field: string) => {
    if (!since) throw error
    plan.refusals.push({ taskId: task.id, error, field })
  }
  return {
    plan,
    leave,
    /** Whether it has been changed since the earlier state. */
    isLeft: (field: string, key = field) => {
      if (!since || changedAt(task, key) <= since.version) return false
      leave(new Conflict('changed_since'), field)
      return true
    },
    attempt: (field: string, work: () => void) => {
      try {
        work()
      } catch (error) {
        if (!(error instanceof DomainError)) throw error
        leave(error, field)
      }
    },
  }
}

function planFields(locked: Locked, { plan, isLeft, attempt }: Draft, edit: TaskEdit) {
  const { task } = plan
  const values = { ...edit.fields, ...shiftedDates(task, edit.shiftDays) }
  const given = plainFields.filter(
    field => values[field] !== undefined && values[field] !== task[field] && !isLeft(field),
  )
  const named = (...names: (keyof PlainFields)[]): PlainFields =>
    Object.fromEntries(given.filter(name => names.includes(name)).map(name => [name, values[name]]))
  attempt('priorityId', () => set(plan, requirePriority(locked, named('priorityId'))))
  const dates = named('startDate', 'dueDate')
  attempt(dates.dueDate === undefined ? 'startDate' : 'dueDate', () => {
    requireDateOrder(dates, task)
    set(plan, dates)
  })
  set(plan, named('estimateSeconds', 'title', 'description'))
  attempt('cycleId', () => set(plan, requireCycleOf(locked, task, named('cycleId'))))
  attempt('coverId', () => set(plan, requireCoverOf(locked, task, named('coverId'))))
}

function planAssignees({ roleOf }: Locked, { plan, isLeft, attempt }: Draft, edit: TaskEdit) {
  const { task } = plan
  const assignees = assigneesOf(edit)
  if (!assignees) return
  const before = assigneeIdsOf(task)
  const field = fieldOf(assignees)
  attempt(field, () => {
    const wanted = wantedAssignees(assignees, before)
    const { columns, names } = changedAssignees(task, wanted)
    if (names.length === 0 || isLeft(field, 'assigneeIds')) return
    if (wanted.length > MAX_ASSIGNEES) throw new Conflict('too_many_assignees', { limit: MAX_ASSIGNEES })
    for (const id of wanted.filter(id => !before.includes(id)))
      refuseUnassignable(roleOf(task.projectId, id), field)
    Object.assign(plan.after, columns)
    plan.changed.push(...names)
  })
}

/** The field that a refusal names. */
function fieldOf({ assigneeId, assigneeIds, addAssigneeIds }: AssigneesEdit) {
  if (assigneeId !== undefined) return 'assigneeId'
  if (assigneeIds) return 'assigneeIds'
  return addAssigneeIds ? 'addAssigneeIds' : 'removeAssigneeIds'
}

function wantedAssignees(
  { addAssigneeIds = [], removeAssigneeIds = [], ...given }: AssigneesEdit,
  before: number[],
) {
  const all = [...new Set([...(readAssignees(given, before) ?? before), ...addAssigneeIds])]
  return all.filter(id => !removeAssigneeIds.includes(id))
}

function planCustomFields(
  { fields }: Locked,
  { plan, isLeft, attempt }: Draft,
  { customFields = {} }: TaskEdit,
) {
  const { task } = plan
  const isEqual = (id: string, value: unknown) =>
    JSON.stringify(task.fieldValues[id] ?? null) === JSON.stringify(value)
  const inputs = Object.entries(customFields).filter(
    ([id, value]) => !isEqual(id, value) && !isLeft(`fields.${id}`, `field:${id}`),
  )
  attempt('fields', () => {
    const { given, values, recorded } = changeFieldValues(fields, task, Object.fromEntries(inputs))
    plan.recorded = recorded
    plan.changed.push(...Object.keys(given))
    if (values) plan.after.fieldValues = values
  })
}

function planParent({ family }: Locked, { plan, isLeft, attempt }: Draft, { parentId }: TaskEdit) {
  const { task } = plan
  if (parentId === undefined || parentId === task.parentId || isLeft('parentId')) return
  attempt('parentId', () => {
    if (parentId !== null) family.requireParent(task, parentId)
    set(plan, { parentId })
  })
}

function planColumn(
  { places }: Locked,
  { plan, isLeft, attempt }: Draft,
  { to }: TaskEdit,
  planning: Planning,
) {
  const { task } = plan
  if (!to || isThere(task, to) || isLeft('columnId')) return
  attempt('columnId', () => {
    refuseMoved(task, to)
    Object.assign(plan.after, places.enter(task, to, planning))
    plan.changed.push('columnId')
  })
}

function planArchive(
  { plan, isLeft, attempt }: Draft,
  { isArchived, archivedAt }: TaskEdit,
  { now }: Planning,
) {
  const { task, after } = plan
  const isWanted = isArchived !== undefined && isArchived !== (task.archivedAt !== null)
  const wanted = isWanted && isLeft('archivedAt') ? undefined : isArchived
  const at = archivedAt ? new Date(archivedAt) : now
  attempt('archivedAt', () => set(plan, archivedFields(task, after, wanted, at)))
}

/** Only undoing names a place in the column that the task is in. */
function isThere({ columnId, position }: LockedTask, to: Destination) {
  return to.columnId === columnId && (to.position ?? position) === position
}

/** The column was chosen on the board where the task was. */
function refuseMoved({ boardId }: LockedTask, { fromBoardId = boardId }: Destination) {
  if (fromBoardId !== boardId) throw new Conflict('task_just_moved')
}

function set(plan: Plan, values: Partial<LockedTask>) {
  Object.assign(plan.after, values)
  plan.changed.push(...Object.keys(values))
}

export function isUpdated({ task, changed, after }: Plan) {
  return changed.length > 0 || task.deletedAt !== after.deletedAt
}

export function isChanged(plan: Plan) {
  return isUpdated(plan) || plan.attachedIds.length > 0 || plan.detachedIds.length > 0
}

function finished(plan: Plan, { now }: Planning) {
  const { task, after, changed } = plan
  if (!isUpdated(plan)) return plan
  after.version = task.version + 1
  after.fieldVersions = versionsOf(task, changed, after.version)
  after.updatedAt = now.toISOString()
  return plan
}

function shiftedDates({ startDate, dueDate }: LockedTask, days: number | undefined): PlainFields {
  if (!days) return {}
  const shift = (field: string, date: string) => {
    const shifted = addDays(date, days)
    if (!/^\d{4}-/.test(shifted)) throw new ValidationFailed({ [field]: 'date_expected' })
    return shifted
  }
  return {
    ...(startDate && { startDate: shift('startDate', startDate) }),
    ...(dueDate && { dueDate: shift('dueDate', dueDate) }),
  }
}

function requirePriority({ priorityIds }: Locked, given: PlainFields) {
  if (given.priorityId !== undefined && !priorityIds.has(given.priorityId)) {
    throw new ValidationFailed({ priorityId: 'does_not_exist' })
  }
  return given
}

function requireCycleOf({ cycles }: Locked, { projectId }: LockedTask, given: PlainFields) {
  requireOpenCycle(cycles, projectId, given.cycleId)
  return given
}

function requireCoverOf({ covers }: Locked, { id }: LockedTask, given: PlainFields) {
  const cover = covers.find(one => one.id === given.coverId && one.taskId === id)
  if (given.coverId && !cover) throw new ValidationFailed({ coverId: 'does_not_exist' })
  return given
}

/** Members restore what they created or deleted, managers any task. */
function planDeletion(
  { places }: Locked,
  plan: Plan,
  { isDeleted, to, since, isUntouched }: TaskEdit,
  { actor, role, now }: Planning,
) {
  const { task } = plan
  if (isDeleted === Boolean(task.deletedAt)) return
  if (isDeleted) {
    if (isUntouched && since && task.version > since.version) throw new Conflict('changed_since')
    const deletedAt = now.toISOString()
    Object.assign(plan.after, { deletedAt, deletedBy: actor.id, position: null })
    return
  }
  if (since?.deletedAt !== undefined && since.deletedAt !== task.deletedAt)
    throw new Conflict('changed_since')
  const isOwn = task.creatorId === actor.id || task.deletedBy === actor.id
  if (!isOwn && !may(actor, role, 'task.restore.any')) {
    throw new Forbidden('restore_requires_manager', { right: 'task.restore.any' })
  }
  if (!to) throw new Conflict('board_deleted', { boardId: task.boardId })
  refuseMoved(task, to)
  const entered = places.enter(task, to, { force: true, now })
  Object.assign(plan.after, entered, { deletedAt: null, deletedBy: null })
}

/** Stickers have no versions: one that was attached again since, or is gone already, is left alone. */
function planStickers(
  { stickers, stickersOf }: Locked,
  { plan, leave, attempt }: Draft,
  { addStickerIds = [], removeStickerIds = [], since }: TaskEdit,
) {
  const { task } = plan
  const attached = stickersOf(task.id)
  for (const id of addStickerIds) {
    attempt('stickers', () => {
      requireSticker(stickers.get(id), task)
      if (!attached.has(id)) plan.attachedIds.push(id)
    })
  }
  for (const id of removeStickerIds.filter(id => attached.has(id))) {
    if (since?.at !== undefined && attached.get(id) !== since.at)
      leave(new Conflict('changed_since'), 'stickers')
    else plan.detachedIds.push(id)
  }
  const count = attached.size + plan.attachedIds.length - plan.detachedIds.length
  if (plan.attachedIds.length === 0 || count <= MAX_STICKERS_OF_TASK) return
  leave(new Conflict('too_many_task_stickers', { limit: MAX_STICKERS_OF_TASK }), 'stickers')
  plan.attachedIds = []
}

function requireSticker(sticker: { projectId: number | null } | undefined, { projectId }: LockedTask) {
  if (!sticker) throw new ValidationFailed({ addStickerIds: 'does_not_exist' })
  const isForeign = sticker.projectId !== null && sticker.projectId !== projectId
  if (isForeign) throw new ValidationFailed({ addStickerIds: 'in_other_project' })
}
