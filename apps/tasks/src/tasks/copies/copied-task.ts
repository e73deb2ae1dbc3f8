import type { Database } from '#database.ts'
import { copiedValues } from '#fields/field-transfer.ts'
import { listAssignable } from '../assignees/assignable.ts'
import { assignedPeople, assigneeIdsOf } from '../assignees/assigned-people.ts'
import type { LockedTask } from '../task.queries.ts'
import { fieldsOf, pick } from '../task-fields.ts'

/** What a copy has in common with a task. A completed task keeps people who leave the project; its copy does not. */
export async function contentOf(tx: Database, task: LockedTask, { withAssignee = true } = {}) {
  const { projectId, fieldValues } = task
  const people = withAssignee ? await listAssignable(tx, projectId, assigneeIdsOf(task)) : []
  return {
    ...pick(task, fieldsOf('content', 'parent')),
    fieldValues: await copiedValues(tx, projectId, fieldValues),
    ...assignedPeople(people),
  }
}

/** The cover and the images in the copied description are the copied files, and stay when the original is deleted. */
export function ownFiles(
  { description, coverId }: Pick<LockedTask, 'description' | 'coverId'>,
  copies: Map<number, number>,
) {
  return {
    description: description && withCopies(description, copies),
    coverId: coverId && (copies.get(coverId) ?? null),
  }
}

function withCopies(description: string, copies: Map<number, number>) {
  return description.replace(/(\/attachment\/)(\d{1,16})(?=\/content\b)/g, (address, path, id) => {
    const copy = copies.get(Number(id))
    return copy ? `${path}${copy}` : address
  })
}
