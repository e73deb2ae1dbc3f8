import type { Database } from '#database.ts'
import type { CustomField, FieldValue, FieldValues } from '#fields/field.contract.ts'
import { lockProjectFields } from '#fields/field-input.ts'
import { readValue } from '#fields/field-value.ts'
import { canBeAssigned } from '#tasks/assignees/assignable.ts'
import { assignedPeople } from '#tasks/assignees/assigned-people.ts'
import type { TemplateTask, TemplateValue } from './content/content.contract.ts'
import * as queries from './content.queries.ts'
import type { LeftOut } from './use.contract.ts'

/** What the tasks name, as the project has it now; it stays so until the transaction ends. */
export async function lockNamed(tx: Database, projectId: number, tasks: TemplateTask[]) {
  const { fields } = await lockProjectFields(tx, projectId, {})
  const people = fields.filter(({ type }) => type === 'person').map(({ name }) => name.toLowerCase())
  const members = await queries.lockMembers(tx, projectId, [
    ...new Set(tasks.flatMap(task => peopleOf(task, people))),
  ])
  const stickers = byName(
    await queries.lockStickersNamed(
      tx,
      projectId,
      tasks.flatMap(({ stickers = [] }) => stickers),
    ),
  )
  const priorities = byName(
    await queries.lockPrioritiesNamed(
      tx,
      tasks.flatMap(({ priority }) => priority ?? []),
    ),
  )
  const isMember = (userId: number) => members.has(userId)
  return {
    stickersOf: ({ stickers: names = [] }: TemplateTask, left: Left) => {
      const found = names.flatMap(name => stickers.get(name.toLowerCase()) ?? report(left.stickers, name))
      return [...new Set(found)]
    },
    priorityOf: ({ priority }: TemplateTask, left: Left) => {
      if (priority === undefined) return undefined
      const found = priorities.get(priority.toLowerCase())
      if (!found) left.priorities.add(priority)
      return found
    },
    assigneesOf: (task: TemplateTask, left: Left) =>
      assignedPeople(
        assigneeIdsOf(task).filter(id => {
          const role = members.get(id)
          const isAssignable = role !== undefined && canBeAssigned(role)
          if (!isAssignable) left.userIds.add(id)
          return isAssignable
        }),
      ),
    valuesOf: (task: TemplateTask, left: Left) => valuesOf(fields, isMember, task, left),
  }
}

function valuesOf(
  fields: CustomField[],
  isMember: (userId: number) => boolean,
  { fields: given = {} }: TemplateTask,
  left: Left,
) {
  const values: FieldValues = {}
  for (const { id, defaultValue } of fields) if (defaultValue !== null) values[id] = defaultValue
  for (const [name, value] of Object.entries(given)) {
    const field = fields.find(one => one.name.toLowerCase() === name.toLowerCase())
    const read = field ? valueIn(field, value, isMember) : { isComplete: false }
    if (field && read.value !== undefined) values[field.id] = read.value
    if (!read.isComplete) leaveValue(left, name, field, value)
  }
  return values
}

function assigneeIdsOf({ assigneeId, assigneeIds }: TemplateTask) {
  return assigneeIds ?? (assigneeId === undefined ? [] : [assigneeId])
}

function peopleOf(task: TemplateTask, personFields: string[]) {
  const inFields = Object.entries(task.fields ?? {})
    .filter(([name]) => personFields.includes(name.toLowerCase()))
    .map(([, value]) => value)
  return [...assigneeIdsOf(task), ...inFields].filter(
    id => typeof id === 'number' && Number.isSafeInteger(id),
  ) as number[]
}

function byName(named: { id: number; name: string }[]) {
  // The first one of a name counts.
  return new Map(named.toReversed().map(({ id, name }) => [name.toLowerCase(), id]))
}

function report(names: Set<string>, name: string): never[] {
  names.add(name)
  return []
}

function leaveValue(left: Left, name: string, field: CustomField | undefined, value: TemplateValue) {
  left.fields.add(name)
  if (field?.type === 'person' && typeof value === 'number') left.userIds.add(value)
}

interface ValueHere {
  value?: FieldValue
  isComplete: boolean
}

/** The value of a field of the project; not complete if some of it does not exist any more. */
function valueIn(field: CustomField, given: TemplateValue, isMember: (userId: number) => boolean): ValueHere {
  if (field.type !== 'select' && field.type !== 'multi_select') {
    const read = readValue(field, given, isMember)
    if ('refusal' in read || read.value === null) return { isComplete: false }
    return { value: read.value, isComplete: true }
  }
  const names = [given].flat().map(name => String(name).toLowerCase())
  const ids = field.options.filter(({ name }) => names.includes(name.toLowerCase())).map(({ id }) => id)
  const isComplete = ids.length === new Set(names).size
  if (ids.length === 0) return { isComplete }
  const value: FieldValue =
    field.type === 'select' ? (ids[0] as number) : ids.sort((one, other) => one - other)
  return { value, isComplete }
}

/** What the project does not have any more. */
export interface Left {
  stickers: Set<string>
  fields: Set<string>
  priorities: Set<string>
  userIds: Set<number>
  recurrences: Set<string>
}

export function noneLeft(): Left {
  return {
    stickers: new Set(),
    fields: new Set(),
    priorities: new Set(),
    userIds: new Set(),
    recurrences: new Set(),
  }
}

export function reported(left: Left): LeftOut {
  return {
    stickers: [...left.stickers],
    fields: [...left.fields],
    priorities: [...left.priorities],
    userIds: [...left.userIds],
    recurrences: [...left.recurrences],
  }
}
