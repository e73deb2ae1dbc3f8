import assert from 'node:assert/strict'
import { connect } from '@atrium/database/connect'
import { openReplica } from '@atrium/database/replica'
import { explain } from '@atrium/testing/query-plans'
import type { CompiledQuery } from 'kysely'
import type { DB } from '#database.ts'
import type { BothServices } from './both-services.ts'

/** Runs if the instance may have missed a change of rights; it is not part of the request. */
const ACTOR_LOOKUP = /from "users" where "passport_id" = /

/** Another instance whose statements a test can read. */
export async function startInstrumentedInstance(services: BothServices) {
  const statements: CompiledQuery[] = []
  const instance = await services.startInstance(deps => {
    const db = connect<DB>(deps.settings.TASKS_DATABASE_URL, {
      onError: error => assert.fail(error),
      onQuery: ({ query }) => statements.push(query as CompiledQuery),
    })
    return { ...deps, db, replica: openReplica({ primary: db, url: undefined, log: deps.log }) }
  })

  async function statementsOf(request: () => Promise<{ statusCode: number; body: string }>) {
    statements.length = 0
    const { statusCode, body } = await request()
    assert.equal(statusCode, 200, body)
    return statements.filter(({ sql }) => !ACTOR_LOOKUP.test(sql))
  }

  /** Which tables the request scans, and which indexes it uses. */
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
