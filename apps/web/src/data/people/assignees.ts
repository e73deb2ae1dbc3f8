import type { Task } from '@atrium/tasks/tasks/task.contract'

/** Who is on a task. Events of an earlier release name only the responsible person. */
export type Assignees = Pick<Task, 'assigneeId'> & Partial<Pick<Task, 'assigneeIds'>>

/** The responsible person comes first. */
export function assigneeIdsOf({ assigneeId, assigneeIds }: Assignees): number[] {
  return assigneeIds ?? (assigneeId === null ? [] : [assigneeId])
}

type AssigneeChanges = Partial<Assignees>

/** Returns both fields as they are after a change of one of them; nothing if it changes neither. */
export function assigneesAfter(before: AssigneeChanges, { assigneeId, assigneeIds }: AssigneeChanges) {
  if (assigneeIds) return { assigneeId: assigneeIds[0] ?? null, assigneeIds }
  if (assigneeId === undefined) return {}
  if (assigneeId === null) return { assigneeId, assigneeIds: [] }
  const others = (before.assigneeIds ?? []).slice(1).filter(id => id !== assigneeId)
  return { assigneeId, assigneeIds: [assigneeId, ...others] }
}

/** Adds someone to a task, or removes them. */
export function toggleAssignee(ids: number[], id: number) {
  return ids.includes(id) ? ids.filter(other => other !== id) : [...ids, id]
}

/** Whom an event adds to a task and removes from it. */
export function assigneeChanges({ before, after }: { before: Assignees; after: Assignees }) {
  const [was, is] = [assigneeIdsOf(before), assigneeIdsOf(after)]
  return {
    added: is.filter(id => !was.includes(id)),
    removed: was.filter(id => !is.includes(id)),
    isNobody: is.length === 0,
  }
}
