import type { Input } from '@atrium/client/client'
import type { summarizeTasks } from '@atrium/tasks/tasks/summary/task-summary.contract'
import { type listTasks, taskOrders } from '@atrium/tasks/tasks/task.contract'
import type { SavedView } from '@atrium/tasks/views/saved-view.contract'
import { isDay, type ViewSearch } from '../../../data/search-params.ts'

type ListQuery = NonNullable<Input<typeof listTasks>['query']>
export type TaskOrder = NonNullable<ListQuery['orderBy']>
/** `cf12` is a custom field. */
export type Grouping = NonNullable<NonNullable<Input<typeof summarizeTasks>['query']>['groupBy']>

/** Rows that are loaded together. */
export const PAGE_SIZE = 100

/** What both the list and the summary are asked for. */
export interface TaskScope {
  projectId?: string
  filter?: string
  /** Unless archived tasks are shown, too. */
  archived?: false
  today: string
}

export interface ShownColumn {
  name: string
  width?: number
}

/** What a view shows, as the address says it. */
export interface ViewState {
  kind: string
  filter: string
  /** Undefined for the usual order. */
  orderBy: TaskOrder | undefined
  groupBy: Grouping
  /** How much time a calendar or timeline shows at once; undefined for the usual one. */
  scale: string | undefined
  /** The day that a calendar or timeline shows; undefined for today. Not saved: a view opens at today. */
  date: string | undefined
  /** Undefined for the usual columns. */
  columns: ShownColumn[] | undefined
  savedId: number | undefined
  /** Whether archived tasks are shown, too. Not saved: a filter can say so. */
  showsArchived: boolean
}

/** How tasks are sorted unless the user chooses otherwise. */
export function usualOrder(projectId: number | undefined): TaskOrder {
  return projectId === undefined ? 'dueDate' : 'number'
}

/** No column shows an id or a position. */
const sortable = taskOrders.filter(order => order !== 'id' && order !== 'position')

export const groupings = [
  'none',
  'column',
  'assignee',
  'priority',
  'cycle',
  'due',
  'dueWeek',
  'board',
  'project',
  'creator',
  'parent',
] as const satisfies Grouping[]

/** The custom field that a name stands for: 12 for `cf12`. */
export function customFieldId(name: string) {
  const id = /^cf([1-9]\d{0,14})$/.exec(name)?.[1]
  return id === undefined ? undefined : Number(id)
}

/** What is still to do. */
export const openTasks = 'completed = none'

/** The filter of a page unless its address has one. A board, a calendar and reports of a project show what was done, too. */
export function usualFilter(projectId: number | undefined, view = 'table') {
  return projectId === undefined || view === 'table' || view === 'timeline' ? openTasks : ''
}

/** Unknown values of an old or edited address are ignored. Without a filter in the address, the usual one of the page applies. */
export function stateOf(
  { view, filter, sort, group, scale, date, columns, saved, archived }: ViewSearch,
  usualFilter = '',
): ViewState {
  const order = sort?.replace('-', '') ?? ''
  const isOrder = sortable.some(one => one === order) || customFieldId(order) !== undefined
  const isCustom = group !== undefined && customFieldId(group) !== undefined
  return {
    kind: view ?? 'table',
    filter: filter ?? usualFilter,
    orderBy: isOrder ? (sort as TaskOrder) : undefined,
    groupBy: isCustom ? (group as Grouping) : (groupings.find(one => one === group) ?? 'none'),
    scale,
    date: isDay(date) ? date : undefined,
    columns: columns ? columnsOf(columns) : undefined,
    savedId: saved,
    showsArchived: archived ?? false,
  }
}

export function searchOf(
  { kind, filter, orderBy, groupBy, scale, date, columns, savedId, showsArchived }: ViewState,
  usualFilter = '',
): ViewSearch {
  return {
    ...(kind !== 'table' && { view: kind }),
    ...(filter !== usualFilter && { filter }),
    ...(orderBy && { sort: orderBy }),
    ...(groupBy !== 'none' && { group: groupBy }),
    ...(scale && { scale }),
    ...(date && { date }),
    ...(columns && {
      columns: columns.map(({ name, width }) => (width ? `${name}-${width}` : name)).join(','),
    }),
    ...(savedId && { saved: savedId }),
    ...(showsArchived && { archived: true }),
  }
}

function columnsOf(text: string): ShownColumn[] {
  return text.split(',').map(part => {
    const [name = '', width] = part.split('-')
    return { name, ...(width && Number(width) > 0 && { width: Number(width) }) }
  })
}

export function stateOfSaved({ id, kind, filter, orderBy, groupBy, scale, columns }: SavedView): ViewState {
  const search = {
    view: kind,
    filter,
    ...(orderBy && { sort: orderBy }),
    ...(groupBy && { group: groupBy }),
    ...(scale && { scale }),
  }
  return { ...stateOf(search), columns: columns.length > 0 ? columns : undefined, savedId: id }
}

/** A filter about the archive says itself which tasks it wants. */
export function hidesArchived({ showsArchived, filter }: Pick<ViewState, 'showsArchived' | 'filter'>) {
  return !showsArchived && !/\barchived\b/i.test(filter)
}

/** What is saved of a state. */
export function savedFields({ kind, filter, orderBy, groupBy, scale, columns }: ViewState) {
  return {
    kind: kind as SavedView['kind'],
    filter,
    orderBy: orderBy ?? null,
    groupBy: groupBy === 'none' ? null : groupBy,
    scale: scale ?? null,
    columns: columns ?? [],
  }
}

/** Whether the screen differs from the saved view. */
export function isChanged(state: ViewState, saved: SavedView) {
  const fields = savedFields(stateOfSaved(saved))
  return JSON.stringify(savedFields(state)) !== JSON.stringify(fields)
}
