import type { Static } from 'typebox'
import type { ListQuery } from './schema.ts'

export function startOf(bound: string) {
  return isDay(bound) ? `${bound}T00:00:00.000Z` : bound
}

export function endOf(bound: string) {
  return isDay(bound) ? `${bound}T23:59:59.999Z` : bound
}

function isDay(bound: string) {
  return bound.length === '2026-01-31'.length
}

export interface Page {
  page: number
  limit: number
  offset: number
}

export function pageOf({ page, limit }: Static<typeof ListQuery>): Page {
  const forcedLimit = Math.min(1000, Math.max(1, limit))
  // No list is longer, and the offset stays within PostgreSQL's bigint.
  const forcedPage = Math.min(1_000_000_000, Math.max(1, page))
  return { page: forcedPage, limit: forcedLimit, offset: (forcedPage - 1) * forcedLimit }
}

export function orderOf<Field extends string>(orderBy: Field | `-${Field}`) {
  const isDescending = orderBy.startsWith('-')
  const field = (isDescending ? orderBy.slice(1) : orderBy) as Field
  return { field, direction: isDescending ? ('desc' as const) : ('asc' as const) }
}

/** A page of a list that is complete in memory. */
export function pageReply<Row>(all: Row[], query: Static<typeof ListQuery>) {
  const page = pageOf(query)
  return listReply(all.slice(page.offset, page.offset + page.limit), all.length, page)
}

export function listReply<Row>(items: Row[], total: number, { page, limit }: Page) {
  return { items, _meta: { total, page, limit, pages: Math.ceil(total / limit) } }
}
