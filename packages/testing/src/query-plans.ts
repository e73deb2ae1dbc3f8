import { CompiledQuery, type Kysely, sql } from 'kysely'
import { waitUntil } from './wait-until.ts'

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  Plans?: Plan[]
}

/** Every step of the plan of a statement. */
export async function explain<Database>(db: Kysely<Database>, statement: CompiledQuery) {
  const { rows } = await db.executeQuery(
    CompiledQuery.raw(`explain (format json) ${statement.sql}`, [...statement.parameters]),
  )
  return stepsOf((rows[0] as { 'QUERY PLAN': [{ Plan: Plan }] })['QUERY PLAN'][0].Plan)
}

function stepsOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(stepsOf)]
}

/**
 * Updates statistics and the visibility map, without which PostgreSQL does not count by an index alone. Retried while an
 * older snapshot, such as autovacuum's, keeps pages from being all-visible; pages prepared for more rows never are.
 */
export async function settleTables<Database>(db: Kysely<Database>, ...tables: string[]) {
  for (const table of tables) {
    await waitUntil(async () => {
      await withoutTimeLimit(db, one => sql`vacuum analyze ${sql.table(table)}`.execute(one))
      const { rows } = await sql<{
        isVisible: boolean
      }>`select relallvisible >= relpages * 0.7 as is_visible from pg_class where oid = ${table}::regclass`.execute(
        db,
      )
      return rows[0]?.isVisible === true
    })
  }
}

/** Inserting thousands of rows can exceed the statement timeout on a busy machine. */
export function withoutTimeLimit<Database>(
  db: Kysely<Database>,
  work: (db: Kysely<Database>) => Promise<unknown>,
) {
  return db.connection().execute(async one => {
    await sql`set statement_timeout = 0`.execute(one)
    try {
      await work(one)
    } finally {
      await sql`reset statement_timeout`.execute(one)
    }
  })
}
