import {
  type FieldKind,
  type FieldOfFilter,
  type FilterValue,
  type FindField,
  filterFieldName,
  findFilterField,
  type Operator,
  operatorsOf,
  takesSeveral,
} from './filter-fields.contract.ts'
import { FilterError, readTokens, type Token } from './filter-tokens.contract.ts'
import { readValue } from './filter-values.contract.ts'

export interface Condition {
  field: string
  operator: Operator
  /** Any of them. */
  values: FilterValue[]
}

export type Filter = { all: Filter[] } | { any: Filter[] } | { not: Filter } | Condition

export const MAX_FILTER_LENGTH = 4000
export const MAX_CONDITIONS = 100
const MAX_DEPTH = 10
const MAX_VALUES = 200

/**
 * Reads a filter such as `(assignee = me or priority = high,urgent) and due < today+7`. Binds as usual: `not` before `and`
 * before `or`. An empty text matches everything. Throws a FilterError.
 */
export function parseFilter(text: string, findField: FindField = findFilterField): Filter {
  const tokens = readTokens(text)
  let next = 0
  let conditions = 0

  if (peek().type === 'end') return { all: [] }
  const filter = readAny(0)
  if (peek().type !== 'end') throw new FilterError('filter_end_expected', peek().position)
  return filter

  function readAny(depth: number): Filter {
    const [first, ...others] = readList('or', () => readEvery(depth))
    return others.length === 0 ? first : { any: [first, ...others] }
  }

  function readEvery(depth: number): Filter {
    const [first, ...others] = readList('and', () => readNot(depth))
    return others.length === 0 ? first : { all: [first, ...others] }
  }

  function readList(keyword: 'and' | 'or', read: () => Filter): [Filter, ...Filter[]] {
    const list: [Filter, ...Filter[]] = [read()]
    while (takeKeyword(keyword)) list.push(read())
    return list
  }

  function readNot(depth: number): Filter {
    if (depth > MAX_DEPTH) throw new FilterError('filter_too_complex', peek().position)
    if (takeKeyword('not')) return { not: readNot(depth + 1) }
    if (!takeType('(')) return readCondition()
    const filter = readAny(depth + 1)
    const closing = take()
    if (closing.type !== ')') throw new FilterError('filter_parenthesis_expected', closing.position)
    return filter
  }

  function readCondition(): Condition {
    const { type, text, position } = take()
    if (type !== 'word' || isKeyword(text)) throw new FilterError('filter_condition_expected', position)
    const name = filterFieldName(text)
    const field = findField(name)
    if (!field) throw new FilterError('filter_field_unknown', position, { field: text })
    conditions += 1
    if (conditions > MAX_CONDITIONS) throw new FilterError('filter_too_complex', position)
    // `overdue` alone says that it is so.
    if (field.kind === 'boolean' && peek().type !== 'operator') {
      return { field: name, operator: '=', values: [true] }
    }
    const operator = readOperator(name, field.kind)
    return { field: name, operator, values: readValues(field, operator) }
  }

  function readOperator(field: string, kind: FieldKind) {
    const { type, text, position } = take()
    const operators: readonly string[] = operatorsOf[kind]
    if (type !== 'operator' || !operators.includes(text)) {
      throw new FilterError('filter_operator_expected', position, { field, operators: operators.join(' ') })
    }
    return text as Operator
  }

  function readValues(field: FieldOfFilter, operator: Operator) {
    const values: FilterValue[] = []
    const limit = takesSeveral(operator) ? MAX_VALUES : 1
    do {
      const token = take()
      if (values.length === limit) throw new FilterError('filter_too_many_values', token.position, { limit })
      values.push(readValue(token, field, operator))
    } while (takeType(','))
    return values
  }

  function peek(): Token {
    return tokens[next] as Token
  }

  function take(): Token {
    const token = peek()
    if (token.type !== 'end') next += 1
    return token
  }

  function takeType(type: Token['type']) {
    const isNext = peek().type === type
    if (isNext) next += 1
    return isNext
  }

  function takeKeyword(keyword: string) {
    const { type, text } = peek()
    const isNext = type === 'word' && text.toLowerCase() === keyword
    if (isNext) next += 1
    return isNext
  }
}

function isKeyword(text: string) {
  return ['and', 'or', 'not'].includes(text.toLowerCase())
}

/** Every condition of a filter, in the order of its text. */
export function conditionsOf(filter: Filter): Condition[] {
  if ('all' in filter) return filter.all.flatMap(conditionsOf)
  if ('any' in filter) return filter.any.flatMap(conditionsOf)
  if ('not' in filter) return conditionsOf(filter.not)
  return [filter]
}

/** Filters that must all match; empty ones are left out. */
export function everyOf(...filters: Filter[]): Filter {
  const parts = filters.flatMap(filter => ('all' in filter ? filter.all : [filter]))
  return parts.length === 1 ? (parts[0] as Filter) : { all: parts }
}
