import { type SqlBool, sql } from 'kysely'

/** Any of these ids, as one prepared statement for any number of them; `in` would need one for each number. */
export function among(column: string, ids: readonly number[]) {
  return sql<SqlBool>`${sql.ref(column)} = any(${ids}::bigint[])`
}

/**
 * The same with one plan for whichever single id is given. PostgreSQL does not look into a subquery, and so it does not plan each
 * time what may be cheaper for this id: for a page of a table that took longer than to read it.
 */
export function amongUnseen(column: string, ids: readonly number[]) {
  const [id, ...others] = ids
  if (id === undefined || others.length > 0) return among(column, ids)
  return sql<SqlBool>`${sql.ref(column)} = (select ${id}::bigint)`
}

/** The `like` pattern of every text that contains this one literally. */
export function containing(text: string) {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

const MAX_WORDS = 20

/** Every word must be found, in any order. */
export function wordsOf(search = '') {
  return [...new Set(search.split(/\s+/))].filter(Boolean).slice(0, MAX_WORDS)
}
