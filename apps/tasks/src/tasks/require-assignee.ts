import { ValidationFailed } from '@atrium/http/errors'
import type { Database } from '#deps.ts'
import { isMember } from '#projects/place.queries.ts'

/** Only a member of the task's own project can be its assignee. */
export async function requireAssignee(
  tx: Database,
  projectId: number,
  assigneeId: number | null | undefined,
) {
  if (!assigneeId || (await isMember(tx, projectId, assigneeId))) return
  throw new ValidationFailed({ assigneeId: ['must be a member of the project'] })
}
