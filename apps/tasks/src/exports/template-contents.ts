import { Type } from 'typebox'
import type { ExportField, Translation } from './export-field.ts'

interface Content {
  tasks?: TemplateTask[]
  fields?: { name: string; type: string }[]
}

interface TemplateTask {
  assigneeId?: number
  assigneeIds?: number[]
  fields?: Record<string, unknown>
}

/** What a template contains. It names everything but people, and a task has no people of another project. */
export const templateContent: ExportField = {
  schema: Type.Record(Type.String(), Type.Unknown()),
  translate: (value, translation) => {
    const content = value as Content
    if (!content.tasks) return content
    const known = [...translation.fields.values(), ...(content.fields ?? [])]
    const personFields = known.filter(({ type }) => type === 'person').map(({ name }) => name.toLowerCase())
    return { ...content, tasks: content.tasks.map(task => withPeople(task, personFields, translation)) }
  },
}

function withPeople(
  { assigneeId, assigneeIds, fields, ...task }: TemplateTask,
  personFields: string[],
  { find }: Translation,
) {
  const one = assigneeId === undefined ? undefined : find('people', assigneeId)
  const several = assigneeIds?.flatMap(id => find('people', id) ?? []) ?? []
  const values = Object.entries(fields ?? {}).flatMap(([name, value]) => {
    if (!personFields.includes(name.toLowerCase())) return [[name, value]]
    const person = find('people', value)
    return person === undefined ? [] : [[name, person]]
  })
  return {
    ...task,
    ...(one !== undefined && { assigneeId: one }),
    ...(several.length > 0 && { assigneeIds: several }),
    ...(fields && { fields: Object.fromEntries(values) }),
  }
}
