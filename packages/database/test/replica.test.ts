import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { freePort } from '@atrium/testing/free-port'
import { createEmptyDatabase } from '@atrium/testing/test-database'
import { type Kysely, sql } from 'kysely'
import { connect } from '../src/connect.ts'
import { openReplica } from '../src/replica.ts'

const url = await createEmptyDatabase()
const primary = connect<unknown>(url, { onError: () => {} })
after(() => primary.destroy())

// With a real standby: apps/tasks/test/service/replica.long.test.ts
for (const [kind, replicaUrl, reason] of [
  ['cannot be reached', `postgres://nobody@127.0.0.1:${await freePort()}/nothing`, /ECONNREFUSED/],
  ['accepts writes', url, /does not follow the primary/],
] as const) {
  test(`a replica that ${kind} is reported once, and the primary is read`, async () => {
    const warnings: { reason: string }[] = []
    const log = { info: () => {}, warn: (details: object) => warnings.push(details as { reason: string }) }
    const replica = openReplica({ primary, url: replicaUrl, log })
    after(() => replica.close())
    assert.equal(await replica.read(one), 1)
    assert.equal(await replica.read(one), 1)
    assert.equal(warnings.length, 1)
    assert.match(warnings[0]?.reason ?? '', reason)
    assert.deepEqual(await replica.measures[0]?.read(), { replica: 0, primary: 2 })
  })
}

test('without a replica, the primary is read', async () => {
  const replica = openReplica({ primary, url: undefined, log: { info: () => {}, warn: () => assert.fail() } })
  assert.equal(await replica.read(one), 1)
})

async function one(db: Kysely<unknown>) {
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(db)
  return rows[0]?.one
}
