import type { CustomField } from '@atrium/tasks/fields/field.contract'
import type { PlannedPerson } from '@atrium/tasks/imports/plan/import-plan.contract'
import { memberFinder, priorityFinder } from '@atrium/tasks/imports/plan/known-names.contract'
import type { Member } from '@atrium/tasks/projects/member.contract'
import type { TaskPriority } from '@atrium/tasks/tasks/priorities/task-priority.contract'

type Named = Pick<PlannedPerson, 'name' | 'email'>

/** Finds what the project has by the words of a file, as the import will. */
export interface Directory {
  /** A member who can be assigned. */
  memberId: (person: Named) => number | undefined
  anyMemberId: (person: Named) => number | undefined
  canBeAssigned: (memberId: number) => boolean
  priorityId: (word: string) => number | undefined
  fields: CustomField[]
  /** The field of an id or a name. */
  fieldOf: (key: string) => CustomField | undefined
}

export function createDirectory(
  members: Member[],
  priorities: TaskPriority[],
  fields: CustomField[] = [],
): Directory {
  const named = members.map(({ userId, role, user: { name, surname, email } }) => ({
    userId,
    role,
    name,
    surname,
    email,
  }))
  return {
    memberId: memberFinder(named.filter(({ role }) => role !== 'viewer')),
    anyMemberId: memberFinder(named),
    canBeAssigned: id => named.some(({ userId, role }) => userId === id && role !== 'viewer'),
    priorityId: priorityFinder(priorities),
    fields,
    fieldOf: key =>
      fields.find(({ id }) => String(id) === key) ??
      fields.find(({ name }) => name.toLowerCase() === key.trim().toLowerCase()),
  }
}
