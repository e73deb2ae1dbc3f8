import { type Page, pageOf } from '@atrium/core/paging'
import type { CoreListQuery } from './administration-filters.contract.ts'

/** `offset` takes precedence over `page`. */
export function corePageOf(query: CoreListQuery): Page {
  const page = pageOf(query)
  if (query.offset === undefined) return page
  const offset = Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, query.offset))
  return { ...page, offset, page: Math.floor(offset / page.limit) + 1 }
}

export function idsOf(list: string) {
  return list.split(',').map(Number)
}
