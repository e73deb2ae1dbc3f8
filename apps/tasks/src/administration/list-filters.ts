import { type Page, pageOf } from '@atrium/http/pagination'
import type { CoreListQuery } from './administration-filters.schema.ts'

/** `offset` works beside `page`, and wins. */
export function corePageOf(query: CoreListQuery): Page {
  const page = pageOf(query)
  if (query.offset === undefined) return page
  const offset = Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, query.offset))
  return { ...page, offset, page: Math.floor(offset / page.limit) + 1 }
}

export function idsOf(list: string) {
  return list.split(',').map(Number)
}

/** The last instant that belongs to the range: of a day it is its end. */
export function rangeEnd(end: string) {
  return end.length === 10 ? `${end}T23:59:59.999Z` : end
}

export function containing(text: string) {
  return `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
}
