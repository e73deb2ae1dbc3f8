import assert from 'node:assert/strict'
import { connect } from '@atrium/database/connect'
import { explain } from '@atrium/testing/query-plans'
import type { CompiledQuery } from 'kysely'
import type { DB } from '#database.ts'
import type { BothServices } from './both-services.ts'

/** Looked up whenever the instance may have missed a change of rights: no request's own statement. */
const WHO_ACTS = /from "users" where "passport_id" = /

/** One more instance, of which a test can see the statements that each request makes. */
export async function openWatchedInstance(services: BothServices) {
  const statements: CompiledQuery[] = []
  const instance = await services.startInstance(deps => ({
    ...deps,
    db: connect<DB>(deps.settings.TASKS_DATABASE_URL, {
      onError: error => assert.fail(error),
      onQuery: ({ query }) => statements.push(query as CompiledQuery),
    }),
  }))

  async function statementsOf(request: () => Promise<{ statusCode: number; body: string }>) {
    statements.length = 0
    const { statusCode, body } = await request()
    assert.equal(statusCode, 200, body)
    return statements.filter(({ sql }) => !WHO_ACTS.test(sql))
  }

  /** Which tables the request reads from end to end, and which indexes it uses. */
  async function plansOf(request: () => Promise<{ statusCode: number; body: string }>) {
    const seen = await statementsOf(request)
    const readable = seen.filter(({ sql }) => /^(select|with|update|insert|delete)/i.test(sql.trim()))
    const plans = await Promise.all(readable.map(statement => explain(services.deps.db, statement)))
    const steps = plans.flat()
    return {
      scanned: steps.flatMap(step => (step['Node Type'] === 'Seq Scan' ? [step['Relation Name'] ?? ''] : [])),
      indexes: steps.flatMap(step => step['Index Name'] ?? []),
    }
  }

  return { ...instance, statementsOf, plansOf }
}
