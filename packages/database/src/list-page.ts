import { listReply, type Page } from '@atrium/core/paging'
import { type SelectQueryBuilder, sql } from 'kysely'

/** One page of a list and its total. */
export async function listPage<DB, Tables extends keyof DB, Row>(
  rows: SelectQueryBuilder<DB, Tables, Row>,
  page: Page,
) {
  const items = await rows.limit(sql.lit(page.limit)).offset(page.offset).execute()
  return listReply(items, await totalOf(items, page, () => countRows(rows)), page)
}

/** A page that shows the end of the list needs no count. */
export async function totalOf(items: unknown[], { limit, offset }: Page, count: () => Promise<number>) {
  const isLast = items.length < limit && (items.length > 0 || offset === 0)
  return isLast ? offset + items.length : count()
}

export async function countRows<DB, Tables extends keyof DB, Row>(rows: SelectQueryBuilder<DB, Tables, Row>) {
  const counted = rows.clearSelect().clearOrderBy().select(sql<number>`count(*)`.as('total'))
  const { total } = (await counted.executeTakeFirstOrThrow()) as { total: number }
  return total
}
