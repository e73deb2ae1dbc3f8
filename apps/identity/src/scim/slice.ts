import { countRows } from '@atrium/database/list-page'
import { type SelectQueryBuilder, sql } from 'kysely'
import { LIST, MAX_RESULTS, type ResourceQuery } from './schemas.contract.ts'

const USUAL_RESULTS = 100

/** A part of a list: SCIM counts resources from 1 and has no pages (RFC 7644 §3.4.2.4). */
export interface Slice {
  startIndex: number
  count: number
}

/** A value that is too small counts as the smallest one. */
export function sliceOfQuery({ startIndex = 1, count = USUAL_RESULTS }: ResourceQuery): Slice {
  return { startIndex: Math.max(1, startIndex), count: Math.min(Math.max(0, count), MAX_RESULTS) }
}

export async function readSlice<DB, Tables extends keyof DB, Row>(
  rows: SelectQueryBuilder<DB, Tables, Row>,
  { startIndex, count }: Slice,
) {
  const items =
    count > 0
      ? await rows
          .limit(sql.lit(count))
          .offset(startIndex - 1)
          .execute()
      : []
  return { items, totalResults: await countRows(rows) }
}

/** RFC 7644 §3.4.2. */
export function listResponse<Resource>(Resources: Resource[], totalResults: number, { startIndex }: Slice) {
  return { schemas: [LIST], totalResults, startIndex, itemsPerPage: Resources.length, Resources }
}
