import { type SqlBool, sql } from 'kysely'

/** Any of these ids, as one prepared statement for any number of them; `in` would need one for each number. */
export function among(column: string, ids: readonly number[]) {
  return sql<SqlBool>`${sql.ref(column)} = any(${ids}::bigint[])`
}
