import { constraintError } from '@atrium/database/constraint-errors'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'

/** What the database's unique constraints make the service say. */
export async function listUniqueRefusals<Database>(db: Kysely<Database>) {
  const { rows } = await sql<{ constraint: string; table: string }>`
    select index.relname as constraint, holder.relname as table from pg_index
    join pg_class index on index.oid = indexrelid join pg_class holder on holder.oid = indrelid
    where indisunique and not indisprimary and index.relnamespace = 'public'::regnamespace`.execute(db)
  return rows.map(row => {
    const violated = Object.assign(new pg.DatabaseError('', 0, 'error'), { code: '23505', ...row })
    return (constraintError(violated) as Error).message
  })
}
