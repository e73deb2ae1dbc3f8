import { type Static, Type } from 'typebox'

export const ListQuery = Type.Object({
  page: Type.Integer({ default: 1, description: 'Starts at 1' }),
  limit: Type.Integer({ default: 20, description: 'Items per page, clamped to 1–1000' }),
})

/** `orderBy=field` or `-field` for descending, from a fixed set; the first one is the default. */
export function OrderBy<const T extends string>(...fields: [T, ...T[]]) {
  type Order = T | `-${T}`
  const allowed = fields.flatMap(field => [field, `-${field}`])
  return Type.Object({
    orderBy: Type.Unsafe<Order>({
      type: 'string',
      enum: allowed,
      default: fields[0],
      description: 'Prefix with `-` for descending order',
    }),
  })
}

const errorMessage = 'must be a date such as 2026-01-31 or a time such as 2026-01-31T09:15:00Z'

/** A bound of a list: an instant, or a day with all its hours. */
export const Bound = Type.Unsafe<string>({
  type: 'string',
  anyOf: ['date', 'date-time'].map(format => ({ format, errorMessage })),
  errorMessage,
})

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
  // Beyond this no list reaches, and the product stays a number that PostgreSQL takes.
  const forcedPage = Math.min(1_000_000_000, Math.max(1, page))
  return { page: forcedPage, limit: forcedLimit, offset: (forcedPage - 1) * forcedLimit }
}

export function orderOf<Field extends string>(orderBy: Field | `-${Field}`) {
  const isDescending = orderBy.startsWith('-')
  const field = (isDescending ? orderBy.slice(1) : orderBy) as Field
  return { field, direction: isDescending ? ('desc' as const) : ('asc' as const) }
}

export function listReply<Row>(items: Row[], total: number, { page, limit }: Page) {
  return { items, _meta: { total, page, limit, pages: Math.ceil(total / limit) } }
}
