import type { Database } from '#database.ts'
import { ValidationFailed } from '#errors.ts'
import { lockMemberRoles } from '#projects/record-access.queries.ts'
import { type MemberRole, rights } from '#projects/rights.contract.ts'
import { isAtLeast } from '#projects/rights.ts'
import { type AssignedPeople, assigneeIdsOf, type GivenAssignees } from './assigned-people.ts'

interface Assignable extends AssignedPeople {
  projectId: number
}

/** Only users who can edit the tasks of the project can be added to one. The error names the field of the request. */
export async function requireAssignable(
  tx: Database,
  task: Assignable,
  given: GivenAssignees,
  wanted: number[] | undefined = [],
) {
  const before = assigneeIdsOf(task)
  const added = wanted.filter(id => !before.includes(id))
  if (added.length === 0) return
  const roles = new Map(
    (await lockMemberRoles(tx, [task.projectId], added)).map(({ userId, role }) => [userId, role]),
  )
  for (const id of added) refuseUnassignable(roles.get(id), given.assigneeIds ? 'assigneeIds' : 'assigneeId')
}

/** The ones who can be assigned tasks of the project, in the same order. */
export async function listAssignable(tx: Database, projectId: number, ids: number[]) {
  const roles = new Map(
    (await lockMemberRoles(tx, [projectId], ids)).map(({ userId, role }) => [userId, role]),
  )
  return ids.filter(id => {
    const role = roles.get(id)
    return role !== undefined && canBeAssigned(role)
  })
}

export function refuseUnassignable(role: MemberRole | undefined, field: string) {
  if (!role) throw new ValidationFailed({ [field]: 'assignee_not_a_member' })
  if (!canBeAssigned(role)) throw new ValidationFailed({ [field]: 'assignee_is_viewer' })
}

export function canBeAssigned(role: MemberRole) {
  return isAtLeast(role, rights['task.write'])
}
