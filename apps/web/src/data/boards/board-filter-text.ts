import { type Condition, type Filter, parseFilter } from '@atrium/tasks/views/filter.contract'
import type { FilterValue } from '@atrium/tasks/views/filter-fields.contract'
import { printFilter } from '@atrium/tasks/views/filter-text.contract'
import type { BoardFilters } from '../search-params.ts'

/** The filters of a board as the filter of a view; with a board, only its tasks. */
export function filterTextOf(filters: BoardFilters, boardId?: number) {
  const all: Filter[] = []
  if (boardId !== undefined) all.push({ field: 'board', operator: '=', values: [boardId] })
  if (filters.search) all.push({ field: 'text', operator: '~', values: [filters.search] })
  for (const field of ['assignee', 'priority', 'sticker', 'cycle'] as const) {
    const values = filters[field]?.split(',').map(choiceOf) ?? []
    if (values.length > 0) all.push({ field, operator: '=', values })
  }
  const due = filters.due?.split(',').flatMap(choice => dueConditions[choice] ?? []) ?? []
  if (due.length > 0) all.push(due.length === 1 ? (due[0] as Filter) : { any: due })
  return printFilter({ all })
}

function choiceOf(text: string): FilterValue {
  if (text === 'none') return null
  return text === 'me' || text === 'current' ? text : Number(text)
}

const dueConditions: Record<string, Filter> = {
  overdue: { field: 'overdue', operator: '=', values: [true] },
  today: { field: 'due', operator: '=', values: ['today'] },
  week: {
    all: [
      { field: 'due', operator: '>=', values: ['today'] },
      { field: 'due', operator: '<=', values: ['today+7'] },
    ],
  },
  none: { field: 'due', operator: '=', values: [null] },
}

type NamedBoard = BoardFilters & { boardId?: number }

/** What a board can show of the filter of a view: conditions that all have to hold, about what boards filter by. */
export function boardFiltersOf(text: string): NamedBoard {
  return Object.assign({}, ...conditionsOf(text).map(filterOf))
}

function filterOf({ field, operator, values }: Condition): NamedBoard {
  const [first] = values
  if (field === 'text' && operator === '~') return { search: String(first) }
  if (operator !== '=') return {}
  if (field === 'overdue') return first === true ? { due: 'overdue' } : {}
  if (field === 'due' || field === 'board') return values.length === 1 ? singleFilter(field, first) : {}
  const isChoice = ['assignee', 'priority', 'sticker', 'cycle'].includes(field)
  const word = field === 'cycle' ? 'current' : 'me'
  const isWritable = values.every(value => typeof value === 'number' || value === null || value === word)
  return isChoice && isWritable ? { [field]: values.map(value => value ?? 'none').join(',') } : {}
}

function singleFilter(field: 'due' | 'board', value: FilterValue | undefined): NamedBoard {
  if (field === 'board') return typeof value === 'number' ? { boardId: value } : {}
  if (value === null) return { due: 'none' }
  return value === 'today' ? { due: 'today' } : {}
}

function conditionsOf(text: string): Condition[] {
  try {
    const filter = parseFilter(text)
    const parts = 'all' in filter ? filter.all : [filter]
    return parts.filter(part => 'field' in part)
  } catch {
    return [] // custom fields, or a text that the view shows as invalid
  }
}
