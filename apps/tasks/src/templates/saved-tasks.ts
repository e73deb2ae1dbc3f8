import type { Database } from '#database.ts'
import type { CustomField, FieldValue } from '#fields/field.contract.ts'
import { assigneeIdsOf } from '#tasks/assignees/assigned-people.ts'
import { listSeriesOf, recurrenceOf } from '#tasks/recurrence/recurrence.queries.ts'
import { daysBetween } from '#tasks/recurrence/rule-dates.contract.ts'
import type { TemplateTask, TemplateValue } from './content/content.contract.ts'
import type { SavedTask } from './content.queries.ts'

interface Saving {
  fields: CustomField[]
  /** The columns of the template; none for a template of a single task. */
  columns?: { id: number }[]
  /** The day that stands for the one on which the template is used. */
  since: string
  /** Whether assignees and people in fields come along. */
  withPeople: boolean
}

/** In the same order. Parents that are not among the tasks are left out. */
export async function savedTasks(
  tx: Database,
  tasks: SavedTask[],
  { fields, columns = [], since, withPeople }: Saving,
): Promise<TemplateTask[]> {
  const ids = tasks.map(({ id }) => id)
  const series = new Map((await listSeriesOf(tx, ids)).map(one => [one.taskId, recurrenceOf(one)]))
  const firstDay = earliest(since, tasks)
  return tasks.map(task => {
    const { title, description, priority, estimateSeconds, assigneeId, stickers, checklist } = task
    const assigneeIds = assigneeIdsOf(task)
    const values = savedValues(fields, task, withPeople)
    const parent = ids.indexOf(task.parentId ?? 0) + 1
    const column = columns.findIndex(({ id }) => id === task.columnId) + 1
    const repeated = series.get(task.id)
    return {
      title,
      ...(description && { description: withoutFiles(description) }),
      priority,
      ...(estimateSeconds !== null && { estimateSeconds }),
      ...(withPeople && assigneeId && { assigneeId }),
      ...(withPeople && assigneeIds.length > 1 && { assigneeIds }),
      ...(task.startDate && { startInDays: daysBetween(firstDay, task.startDate) }),
      ...(task.dueDate && { dueInDays: daysBetween(firstDay, task.dueDate) }),
      ...(stickers.length > 0 && { stickers }),
      ...(checklist.length > 0 && { checklist }),
      ...(Object.keys(values).length > 0 && { fields: values }),
      ...(repeated && { recurrence: ruleOf(repeated) }),
      ...(column > 0 && { column }),
      ...(parent > 0 && { parent }),
    }
  })
}

function ruleOf({ rule, mode, timeZone, leadDays }: ReturnType<typeof recurrenceOf>) {
  return { rule, mode, timeZone, leadDays }
}

/** Nothing is due before the template is used. */
function earliest(since: string, tasks: SavedTask[]) {
  const days = tasks.flatMap(({ startDate, dueDate }) => [startDate, dueDate]).filter(day => day !== null)
  return [since, ...days].toSorted()[0] as string
}

function savedValues(fields: CustomField[], { fieldValues }: SavedTask, withPeople: boolean) {
  const values: Record<string, TemplateValue> = {}
  for (const field of fields) {
    const value = fieldValues[field.id]
    if (value === undefined || (field.type === 'person' && !withPeople)) continue
    values[field.name] = savedValue(field, value)
  }
  return values
}

function savedValue({ type, options }: CustomField, value: FieldValue): TemplateValue {
  if (type !== 'select' && type !== 'multi_select') return value as TemplateValue
  const ids = [value].flat()
  const names = options.filter(({ id }) => ids.includes(id)).map(({ name }) => name)
  return type === 'select' ? (names[0] ?? '') : names
}

/** Files stay with their task, and with them the images that a description shows. */
function withoutFiles(description: string) {
  return description.replace(/!\[[^\]]*\]\([^)\s]*\/attachment\/\d{1,16}\/content[^)]*\)/g, '').trim()
}
