import { type SqlBool, sql } from 'kysely'

/** Any of these ids, as one prepared statement for any number of them; `in` would need one for each number. */
export function among(column: string, ids: readonly number[]) {
  return sql<SqlBool>`${sql.ref(column)} = any(${ids}::bigint[])`
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
