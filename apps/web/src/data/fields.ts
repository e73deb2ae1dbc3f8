import { type CustomField, listFields } from '@atrium/tasks/fields/field.contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../api.ts'

const everything = 1000

/** The custom fields of a project, in their order. Boards contain them too. */
export function fieldsQuery(projectId: number) {
  return queryOptions({
    queryKey: ['project', projectId, 'fields'],
    queryFn: ({ signal }) =>
      api(listFields, { params: { id: projectId }, query: { limit: everything }, signal }),
    select: ({ items }) => items,
  })
}

/** Returns the fields that a new task has to be asked for. */
export function askedFields(fields: CustomField[] = []) {
  return fields.filter(({ isRequired, defaultValue }) => isRequired && defaultValue === null)
}
