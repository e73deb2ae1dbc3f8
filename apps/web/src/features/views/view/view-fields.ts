import type { CustomField } from '@atrium/tasks/fields/field.contract'
import { readTokens } from '@atrium/tasks/views/filter-tokens.contract'
import { customFieldId, type ViewState } from './view-state.ts'

/** Types whose values tasks can share. */
const groupedTypes = ['select', 'multi_select', 'person', 'checkbox']

export function isGroupable({ type }: Pick<CustomField, 'type'>) {
  return groupedTypes.includes(type)
}

/** Without orders, groups and sums by fields that the project no longer has. */
export function withKnownFields(state: ViewState, fields: Pick<CustomField, 'id' | 'type'>[]): ViewState {
  const fieldOf = (name: string) => fields.find(({ id }) => id === customFieldId(name))
  const isKnown = (name: string) => customFieldId(name) === undefined || fieldOf(name) !== undefined
  const grouped = fieldOf(state.groupBy)
  const isGrouped = customFieldId(state.groupBy) === undefined || (grouped && isGroupable(grouped))
  return {
    ...state,
    orderBy: isKnown(state.orderBy?.replace('-', '') ?? '') ? state.orderBy : undefined,
    groupBy: isGrouped ? state.groupBy : 'none',
  }
}

/** The project, if the filter allows the tasks of one only: `project = 3 and …`. */
export function onlyProjectOf(filter: string) {
  const tokens = tokensOf(filter)
  let depth = 0
  const found: number[] = []
  for (const [at, { type, text }] of tokens.entries()) {
    if (type === '(') depth += 1
    if (type === ')') depth -= 1
    if (depth > 0 || type !== 'word') continue
    if (text.toLowerCase() === 'or') return undefined
    const [operator, value, next] = tokens.slice(at + 1, at + 4)
    const isCondition = text.toLowerCase() === 'project' && operator?.text === '='
    const isNot = tokens[at - 1]?.text.toLowerCase() === 'not'
    if (isCondition && !isNot && next?.type !== ',' && /^[1-9]\d{0,14}$/.test(value?.text ?? ''))
      found.push(Number(value?.text))
  }
  return found[0]
}

function tokensOf(filter: string) {
  try {
    return readTokens(filter)
  } catch {
    return [] // an invalid filter
  }
}
