import { listReply, type Page } from '@atrium/core/paging'
import { type SelectQueryBuilder, sql } from 'kysely'

/** One page of a list and its total, by two concurrent statements. */
export async function listPage<DB, Tables extends keyof DB, Row>(
  rows: SelectQueryBuilder<DB, Tables, Row>,
  page: Page,
) {
  const [items, total] = await Promise.all([
    rows.limit(sql.lit(page.limit)).offset(page.offset).execute(),
    countRows(rows),
  ])
  return listReply(items, total, page)
}

export async function countRows<DB, Tables extends keyof DB, Row>(rows: SelectQueryBuilder<DB, Tables, Row>) {
  const counted = rows.clearSelect().clearOrderBy().select(sql<number>`count(*)`.as('total'))
  const { total } = (await counted.executeTakeFirstOrThrow()) as { total: number }
  return total
}
