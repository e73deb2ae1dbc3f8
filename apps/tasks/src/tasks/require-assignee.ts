import { ValidationFailed } from '@atrium/core/errors'
import type { Database } from '#deps.ts'
import { lockMemberRole } from '#projects/place.queries.ts'
import { rights } from '#projects/rights.contract.ts'
import { isAtLeast } from '#projects/rights.ts'

/** Only somebody who may work on the tasks of its project can be a task's assignee. */
export async function requireAssignee(
  tx: Database,
  projectId: number,
  assigneeId: number | null | undefined,
) {
  if (!assigneeId) return
  const role = await lockMemberRole(tx, projectId, assigneeId)
  if (!role) throw new ValidationFailed({ assigneeId: ['must be a member of the project'] })
  if (!isAtLeast(role, rights['task.write'])) {
    throw new ValidationFailed({
      assigneeId: ['is a viewer; only members who can edit tasks can be assigned'],
    })
  }
}
