import type { Filter } from './filter.contract.ts'
import { type FindField, findFilterField } from './filter-fields.contract.ts'
import { printValue } from './filter-values.contract.ts'

/** The text of a filter, which parses to the same filter. */
export function printFilter(filter: Filter, findField: FindField = findFilterField): string {
  return print(filter, findField)
}

function print(filter: Filter, findField: FindField): string {
  if ('all' in filter) return printGroup(filter.all, ' and ', findField)
  if ('any' in filter) return printGroup(filter.any, ' or ', findField)
  if ('not' in filter && isEmpty(filter)) return ''
  if ('not' in filter) return `not ${printPart(filter.not, findField)}`
  const { field, operator, values } = filter
  const found = findField(field)
  return `${field} ${operator} ${values.map(value => printValue(value, found)).join(',')}`
}

function printGroup(filters: Filter[], joiner: string, findField: FindField) {
  const parts = filters.filter(filter => !isEmpty(filter))
  const [first, ...others] = parts
  if (first && others.length === 0) return print(first, findField)
  return parts.map(filter => printPart(filter, findField)).join(joiner)
}

/** A group without conditions matches everything; the language has no words for one inside another. */
export function isEmpty(filter: Filter): boolean {
  if ('not' in filter) return isEmpty(filter.not)
  if ('field' in filter) return false
  return ('all' in filter ? filter.all : filter.any).every(isEmpty)
}

/** A part of something larger: groups have parentheses even where they need none, so that they stay groups. */
function printPart(filter: Filter, findField: FindField) {
  const text = print(filter, findField)
  return 'all' in filter || 'any' in filter ? `(${text})` : text
}
