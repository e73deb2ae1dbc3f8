import { ValidationFailed } from '#errors.ts'
import type { FieldInput } from '#fields/field.contract.ts'
import { type GivenAssignees, requireAgreement } from '../assignees/assigned-people.ts'
import type { Task } from '../task.contract.ts'
import type { BulkChange } from './bulk.contract.ts'

const sharedFields = ['priorityId', 'startDate', 'dueDate', 'estimateSeconds', 'cycleId'] as const
/** Undoing restores texts and covers, too; no bulk change sets them. */
export const plainFields = [...sharedFields, 'title', 'description', 'coverId'] as const
/** The people that an edit adds to a task or removes from it. */
export type AssigneesEdit = GivenAssignees & Pick<BulkChange, 'addAssigneeIds' | 'removeAssigneeIds'>
export type PlainFields = Partial<Pick<Task, (typeof plainFields)[number]>>

/** The intended state of one task. */
export interface TaskEdit {
  /** `assigneeId` is how earlier releases store who to bring back; `assignees` wins. */
  fields?: PlainFields & { assigneeId?: number | null }
  assignees?: AssigneesEdit
  shiftDays?: number
  customFields?: FieldInput
  parentId?: number | null
  to?: Destination
  isDeleted?: boolean
  isArchived?: boolean
  /** When it was archived, if it returns to that. */
  archivedAt?: string | null
  addStickerIds?: number[]
  removeStickerIds?: number[]
  /** Whatever has been changed since then stays as it is. */
  since?: Moment
  /** Whether the task is deleted only if nothing about it has been changed since. */
  isUntouched?: boolean
}

export interface Destination {
  columnId: number
  /** The board on which the column was chosen. */
  fromBoardId?: number
  /** If it is free; otherwise the end of the column. */
  position?: number | null
  completedAt?: string | null
}

/** How a change has left a task. */
export interface Moment {
  version: number
  /** What was attached or deleted at another time is left alone, if these are known. */
  deletedAt?: string | null
  at?: string
}

/** The same for every task, except for columns that depend on the task. */
export function editOf(change: BulkChange): TaskEdit {
  const { shiftDays, fields: customFields, parentId, columnId, addStickerIds, removeStickerIds } = change
  const { assigneeId, assigneeIds, addAssigneeIds, removeAssigneeIds } = change
  const assignees = { assigneeId, assigneeIds, addAssigneeIds, removeAssigneeIds }
  const named = sharedFields.filter(field => change[field] !== undefined)
  return {
    fields: Object.fromEntries(named.map(field => [field, change[field]])),
    ...(Object.values(assignees).some(value => value !== undefined) && { assignees }),
    ...(shiftDays !== undefined && { shiftDays }),
    ...(customFields && { customFields }),
    ...(parentId !== undefined && { parentId }),
    ...(columnId !== undefined && { to: { columnId } }),
    ...(change.isDeleted !== undefined && { isDeleted: change.isDeleted }),
    ...(change.isArchived !== undefined && { isArchived: change.isArchived }),
    ...(addStickerIds && { addStickerIds }),
    ...(removeStickerIds && { removeStickerIds }),
  }
}

export function assigneesOf({ assignees, fields: { assigneeId } = {} }: TaskEdit): AssigneesEdit | undefined {
  return assignees ?? (assigneeId === undefined ? undefined : { assigneeId })
}

/** What would contradict itself. */
export function requireCombinable(change: BulkChange) {
  const refuse = (field: string, other: string) => {
    throw new ValidationFailed({ [`change.${field}`]: { code: 'not_combinable', other } })
  }
  const [other] = Object.keys(change).filter(name => name !== 'isDeleted')
  if (change.isDeleted !== undefined && other) refuse('isDeleted', other)
  if (change.columnId !== undefined && change.isCompleted !== undefined) refuse('isCompleted', 'columnId')
  const date = change.startDate === undefined ? 'dueDate' : 'startDate'
  if (change.shiftDays !== undefined && change[date] !== undefined) refuse('shiftDays', date)
  requireAgreement(change, 'change.')
  const whole = change.assigneeIds === undefined ? 'assigneeId' : 'assigneeIds'
  for (const part of ['addAssigneeIds', 'removeAssigneeIds'] as const)
    if (change[part] !== undefined && change[whole] !== undefined) refuse(part, whole)
  const isBothAssigned = change.removeAssigneeIds?.some(id => change.addAssigneeIds?.includes(id))
  if (isBothAssigned) refuse('removeAssigneeIds', 'addAssigneeIds')
  const isBoth = change.removeStickerIds?.some(id => change.addStickerIds?.includes(id))
  if (isBoth) refuse('removeStickerIds', 'addStickerIds')
}
