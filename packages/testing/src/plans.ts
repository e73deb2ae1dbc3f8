import { CompiledQuery, type Kysely } from 'kysely'

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  Plans?: Plan[]
}

/** How PostgreSQL goes about a statement: every step of its plan. */
export async function explain<Database>(db: Kysely<Database>, { sql, parameters }: CompiledQuery) {
  const { rows } = await db.executeQuery(CompiledQuery.raw(`explain (format json) ${sql}`, [...parameters]))
  return stepsOf((rows[0] as { 'QUERY PLAN': [{ Plan: Plan }] })['QUERY PLAN'][0].Plan)
}

function stepsOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(stepsOf)]
}
