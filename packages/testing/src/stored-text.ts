import { type Kysely, sql } from 'kysely'

/** Returns which tables contain a text anywhere in their rows, job payloads included. */
export async function tablesContaining<DB>(db: Kysely<DB>, text: string) {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('public', 'graphile_worker')`.execute(db)
  const found: string[] = []
  for (const { name } of rows) {
    const matches = await sql`select from ${sql.raw(name)} as row
      where position(lower(${text}) in lower(row::text)) > 0 limit 1`.execute(db)
    if (matches.rows.length > 0) found.push(name)
  }
  return found
}
