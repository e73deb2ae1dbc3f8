import { listReply, type Page } from '@atrium/core/paging'
import { type SelectQueryBuilder, sql } from 'kysely'

/** One page of a list and its total; `counted` are the same rows, if they can be counted more cheaply. */
export async function listPage<DB, Tables extends keyof DB, Row>(
  rows: SelectQueryBuilder<DB, Tables, Row>,
  page: Page,
  // biome-ignore lint/suspicious/noExplicitAny: of any tables
  counted: SelectQueryBuilder<any, any, unknown> = rows,
) {
  const items = await rows.limit(sql.lit(page.limit)).offset(page.offset).execute()
  return listReply(items, await totalOf(items, page, () => countRows(counted)), page)
}

/** For rows that are expensive to find: one statement finds and counts them. */
export async function listCountedPage<DB, Tables extends keyof DB, Row>(
  rows: SelectQueryBuilder<DB, Tables, Row>,
  page: Page,
) {
  const counted = rows.select(sql<number>`count(*) over ()`.as('total'))
  const found = await counted.limit(sql.lit(page.limit)).offset(page.offset).execute()
  const items = found as (Row & { total: number })[]
  const total = items[0]?.total ?? (await totalOf(items, page, () => countRows(rows)))
  return listReply(items, total, page)
}

/** The sizes of pages that statements are planned for. */
const PLANNED_SIZES = [20, 100, 1000]

/**
 * The literal limit of a statement that has the exact one as a parameter around it. PostgreSQL plans for the literal, so
 * that any page size gets the right plan, and a list has a few statements rather than one for each size.
 */
export function planned(limit: number) {
  return PLANNED_SIZES.find(size => size >= limit) ?? limit
}

/** A page that shows the end of the list needs no count. */
async function totalOf(items: unknown[], { limit, offset }: Page, count: () => Promise<number>) {
  const isLast = items.length < limit && (items.length > 0 || offset === 0)
  return isLast ? offset + items.length : count()
}

export async function countRows<DB, Tables extends keyof DB, Row>(rows: SelectQueryBuilder<DB, Tables, Row>) {
  const { total } = (await selectCount(rows).executeTakeFirstOrThrow()) as { total: number }
  return total
}

export function selectCount<DB, Tables extends keyof DB, Row>(rows: SelectQueryBuilder<DB, Tables, Row>) {
  return rows.clearSelect().clearOrderBy().select(sql<number>`count(*)`.as('total'))
}
