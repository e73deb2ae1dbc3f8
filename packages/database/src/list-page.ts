import { listReply, type Page } from '@atrium/core/paging'
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'

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

/** Finds the ids of a page, whose rows are read afterwards, and counts all rows in the same statement if it has to. */
export async function listPageIds<DB, Tables extends keyof DB, Row>(
  db: Kysely<DB>,
  sorted: SelectQueryBuilder<DB, Tables, { id: number }>,
  { limit, offset }: Page,
  counted: SelectQueryBuilder<DB, Tables, Row>,
) {
  const { rows } = await sql<{ ids: number[]; total: number }>`
    with page as materialized (select array(${sorted.limit(sql.lit(limit)).offset(offset)}) as ids)
    select ids, case when cardinality(ids) < ${limit}::bigint and (cardinality(ids) > 0 or ${offset}::bigint = 0)
      then ${offset}::bigint + cardinality(ids) else (${selectCount(counted)}) end as total
    from page`.execute(db)
  return rows[0] as { ids: number[]; total: number }
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

function selectCount<DB, Tables extends keyof DB, Row>(rows: SelectQueryBuilder<DB, Tables, Row>) {
  return rows.clearSelect().clearOrderBy().select(sql<number>`count(*)`.as('total'))
}
