import { everyOf, parseFilter } from '@atrium/tasks/views/filter.contract'
import type { FindField } from '@atrium/tasks/views/filter-fields.contract'
import { printFilter } from '@atrium/tasks/views/filter-text.contract'
import type { TaskScope } from './view-state.ts'

/** The tasks of the scope that also meet the condition, in the query language. */
export function narrowedScope(scope: TaskScope, condition: string, findField: FindField): TaskScope {
  const filter = everyOf(parseFilter(scope.filter ?? '', findField), parseFilter(condition, findField))
  return { ...scope, filter: printFilter(filter, findField) }
}
