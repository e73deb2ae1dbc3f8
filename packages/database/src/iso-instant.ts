import { sql } from 'kysely'

/** An instant as the API writes it. Connections have the time zone UTC. */
export function isoInstant(column: string) {
  return sql`to_char(${sql.ref(column)}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
