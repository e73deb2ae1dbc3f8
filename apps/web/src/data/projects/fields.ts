import { type CustomField, listFields } from '@atrium/tasks/fields/field.contract'
import { listQuery } from '../../api.ts'

const everything = 1000

/** The custom fields of a project, in their order. Boards contain them too. */
export function fieldsQuery(projectId: number) {
  return listQuery(['project', projectId, 'fields'], listFields, {
    params: { id: projectId },
    query: { limit: everything },
  })
}

/** Returns the fields that a new task has to be asked for. */
export function askedFields(fields: CustomField[] = []) {
  return fields.filter(({ isRequired, defaultValue }) => isRequired && defaultValue === null)
}
