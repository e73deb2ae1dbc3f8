import type { Client } from 'pg'

export interface Table {
  schema: string
  name: string
  columns: string[]
}

/** What a backup holds of a database: our tables and the queue's, less the lists of migrations, which migrating makes. */
export async function listTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select columns.table_schema as schema, columns.table_name as name,
      array_agg(columns.column_name::text order by columns.ordinal_position) as columns
    from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'
      and table_name not in ('schema_migrations', 'migrations') and is_generated = 'NEVER'
    group by 1, 2 order by 1, 2`)
  return rows
}

export function copyTarget(client: Client, { schema, name, columns }: Table) {
  const quote = (text: string) => client.escapeIdentifier(text)
  return `${quote(schema)}.${quote(name)} (${columns.map(quote).join(', ')})`
}

export async function listMigrations(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by name')
  return rows.map(({ name }) => name)
}
