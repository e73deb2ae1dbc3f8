import { ValidationFailed } from '#errors.ts'

/** Who is on a task, as its row has it. Nobody is responsible for a task only if nobody is on it. */
export interface AssignedPeople {
  assigneeId: number | null
  otherAssigneeIds: number[]
}

/** The responsible person comes first. */
export function assigneeIdsOf({ assigneeId, otherAssigneeIds }: AssignedPeople) {
  return assigneeId === null ? [] : [assigneeId, ...otherAssigneeIds]
}

export function assignedPeople(ids: readonly number[]): AssignedPeople {
  return { assigneeId: ids[0] ?? null, otherAssigneeIds: ids.slice(1) }
}

/** Who is on a task, as events record it. */
export function recordedAssignees(task: AssignedPeople) {
  return { assigneeId: task.assigneeId, assigneeIds: assigneeIdsOf(task) }
}

export interface GivenAssignees {
  assigneeId?: number | null | undefined
  assigneeIds?: number[] | undefined
}

/**
 * Returns who will be on the task, undefined if the request says nothing about it. `assigneeId` alone replaces the responsible person
 * and keeps the others; without a responsible person, nobody is on the task.
 */
export function readAssignees(given: GivenAssignees, before: number[] = []): number[] | undefined {
  const { assigneeId, assigneeIds } = given
  requireAgreement(given)
  if (assigneeIds !== undefined || assigneeId === undefined) return assigneeIds
  if (assigneeId === null) return []
  return [assigneeId, ...before.slice(1).filter(id => id !== assigneeId)]
}

/** Refuses a request that names another responsible person than the first of `assigneeIds`. */
export function requireAgreement({ assigneeId, assigneeIds }: GivenAssignees, path = '') {
  if (assigneeId === undefined || assigneeIds === undefined) return
  if (assigneeId !== (assigneeIds[0] ?? null)) {
    throw new ValidationFailed({ [`${path}assigneeId`]: 'assignee_not_first' })
  }
}

/** Returns the columns that differ, and under which names versions and conflicts know them. */
export function changedAssignees(before: AssignedPeople, ids: number[] | undefined) {
  if (ids === undefined || isSameOrder(assigneeIdsOf(before), ids)) return { columns: {}, names: [] }
  const after = assignedPeople(ids)
  const isReassigned = after.assigneeId !== before.assigneeId
  return {
    columns: isReassigned ? after : { otherAssigneeIds: after.otherAssigneeIds },
    names: isReassigned ? assigneeFields : assigneeFields.slice(1),
  }
}

const assigneeFields: ('assigneeId' | 'assigneeIds')[] = ['assigneeId', 'assigneeIds']

function isSameOrder(one: number[], other: number[]) {
  return one.length === other.length && one.every((id, index) => id === other[index])
}
