import { CompiledQuery, type Kysely, sql } from 'kysely'
import { withoutTimeLimit } from './time-limit.ts'
import { waitUntil } from './wait-until.ts'

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  Plans?: Plan[]
}

/** How PostgreSQL goes about a statement: every step of its plan. */
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
 * Statistics, and rows that everybody sees: only then PostgreSQL counts by an index alone. Whoever still looks at an
 * older moment, as autovacuum's own analysis may, makes us try again. (Some pages are prepared for more rows, and seen
 * by nobody.)
 */
export async function settleTables<Database>(db: Kysely<Database>, ...tables: string[]) {
  for (const table of tables) {
    await waitUntil(async () => {
      await withoutTimeLimit(db, one => sql`vacuum analyze ${sql.table(table)}`.execute(one))
      const { rows } = await sql<{
        isSeen: boolean
      }>`select relallvisible >= relpages * 0.7 as is_seen from pg_class where oid = ${table}::regclass`.execute(
        db,
      )
      return rows[0]?.isSeen === true
    })
  }
}
