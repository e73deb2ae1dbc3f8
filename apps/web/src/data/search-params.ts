import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router'

export interface BoardFilters {
  search?: string
  assignee?: string
  priority?: string
  sticker?: string
  due?: string
  /** `current`, `none`, or ids. */
  cycle?: string
  /** Whether archived tasks are shown, too. */
  archived?: string
}

export interface BoardSearch extends BoardFilters {
  /** What the board is grouped by: `assignee`, or `cf12` for a custom field. */
  lanes?: string
}

/** A search for 42 arrives as a number. */
export function boardSearch(search: Record<string, unknown>): BoardSearch {
  const names = ['search', 'assignee', 'priority', 'sticker', 'due', 'cycle', 'archived', 'lanes'] as const
  return Object.fromEntries(
    names.flatMap(name => (search[name] === undefined ? [] : [[name, String(search[name])]])),
  )
}

/** Values as they are: by default, the router writes `assignee="2"`. Links of earlier versions have such quotes. */
export const plainSearch = {
  parseSearch: parseSearchWith(text => text.replace(/^"([\d,]+)"$/, '$1')),
  stringifySearch: stringifySearchWith(JSON.stringify),
}

export function tabOf({ tab }: Record<string, unknown>): { tab?: string } {
  return { tab: typeof tab === 'string' ? tab : undefined }
}

export function isDay(text: unknown): text is string {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = Date.parse(text)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

export function isLaterPage(page: unknown): page is number {
  return Number.isInteger(page) && (page as number) > 1
}

/** A view over tasks; `columns` is `number,title-320,due`, with widths in pixels. */
export interface ViewSearch {
  view?: string
  filter?: string
  sort?: string
  group?: string
  scale?: string
  date?: string
  columns?: string
  saved?: number
  /** Whether archived tasks are shown, too. */
  archived?: true
}

export function viewSearch(search: Record<string, unknown>): ViewSearch {
  const names = ['view', 'filter', 'sort', 'group', 'scale', 'date', 'columns'] as const
  const texts = names.flatMap(name => (search[name] === undefined ? [] : [[name, String(search[name])]]))
  const { saved, archived } = search
  return {
    ...Object.fromEntries(texts),
    ...(Number.isInteger(saved) && { saved: saved as number }),
    ...(archived === true && { archived }),
  }
}

/** What the list shows: open groups of one kind, or those that are snoozed or done. */
export const inboxViews = ['all', 'mentions', 'assigned', 'overdue', 'snoozed', 'done'] as const
export type InboxView = (typeof inboxViews)[number]

export interface InboxSearch {
  view?: InboxView
  projectId?: number
  /** The group in the reading pane, such as `task-12`. */
  open?: string
}

export function inboxSearch({ view, projectId, open }: Record<string, unknown>): InboxSearch {
  return {
    view: inboxViews.find(known => known === view && known !== 'all'),
    projectId: Number.isSafeInteger(projectId) ? (projectId as number) : undefined,
    open: typeof open === 'string' && /^(task|notification)-\d+$/.test(open) ? open : undefined,
  }
}
