import type { Database } from '#database.ts'
import { copiedValues } from '#fields/field-transfer.ts'
import type { LockedTask } from '../task.queries.ts'
import { fieldsOf, pick } from '../task-fields.ts'
import { isAssignable } from './copy.queries.ts'

/** What a copy has in common with a task. A completed task keeps its assignee when they leave the project; its copy has none then. */
export async function contentOf(tx: Database, task: LockedTask, { withAssignee = true } = {}) {
  const { projectId, assigneeId, fieldValues } = task
  const isKept = withAssignee && assigneeId !== null && (await isAssignable(tx, projectId, assigneeId))
  return {
    ...pick(task, fieldsOf('content', 'parent')),
    fieldValues: await copiedValues(tx, projectId, fieldValues),
    assigneeId: isKept ? assigneeId : null,
  }
}

/** Images in the copied description show the copied files, and stay when the original is deleted. */
export function withOwnFiles(description: string, copies: Map<number, number>) {
  return description.replace(/(\/attachment\/)(\d{1,16})(?=\/content\b)/g, (address, path, id) => {
    const copy = copies.get(Number(id))
    return copy ? `${path}${copy}` : address
  })
}
