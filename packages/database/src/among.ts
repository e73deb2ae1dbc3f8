import { type SqlBool, sql } from 'kysely'

/** One of these ids, in a statement that is the same for any number of them: `in` would make another one for each. */
export function among(column: string, ids: readonly number[]) {
  return sql<SqlBool>`${sql.ref(column)} = any(${ids}::bigint[])`
}
