import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router'

export interface BoardFilters {
  search?: string
  assignee?: string
  priority?: string
  sticker?: string
  due?: string
}

/** A search for 42 arrives as a number. */
export function boardFilters(search: Record<string, unknown>): BoardFilters {
  const names = ['search', 'assignee', 'priority', 'sticker', 'due'] as const
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
