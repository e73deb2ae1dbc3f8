import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEmptyDatabase } from '@atrium/testing/test-database'
import { type Kysely, sql } from 'kysely'
import { countConnections } from '../src/connect.ts'
import { ConnectionLost } from '../src/connections/watched-client.ts'
import { prepared, sharedRead } from '../src/prepared.ts'
import { connectTo } from './connect-to.ts'

interface Garden {
  plants: { id: number; plantName: string; plantedAt: string | null }
}

const url = await createEmptyDatabase()
const db = connectTo<Garden>(url)
await sql`create table plants (id bigint primary key, plant_name text, planted_at timestamptz)`.execute(db)
await sql`insert into plants select n, 'plant ' || n, case when n % 2 = 0 then '2026-01-31 09:15Z'::timestamptz end
  from generate_series(1, 200) as n`.execute(db)

const findPlants = sharedRead((db: Kysely<Garden>, id: number) =>
  db.selectFrom('plants').where('id', '=', id).select(['id', 'plantName', 'plantedAt']),
)
const divide = sharedRead((db: Kysely<Garden>, by: number) =>
  db.selectNoFrom(sql<number>`100 / ${by}::bigint`.as('share')),
)
const pidAfter = sharedRead((db: Kysely<Garden>, seconds: number) =>
  db.selectNoFrom(
    sql<number>`case when pg_sleep(${seconds}) is not null then pg_backend_pid() end`.as('pid'),
  ),
)

test('concurrent reads share connections, and each gets its own answer', async () => {
  const own = connectTo<Garden>(url)
  const ids = Array.from({ length: 200 }, (_, index) => index + 1)
  for (const _ of ['described', 'described before']) {
    const found = await Promise.all(ids.map(id => findPlants(own, id)))
    assert.deepEqual(
      found.flat(),
      ids.map(id => ({
        id,
        plantName: `plant ${id}`,
        plantedAt: id % 2 === 0 ? '2026-01-31T09:15:00.000Z' : null,
      })),
    )
  }
  assert.deepEqual(countConnections(own), { open: 2, idle: 2, waited_for: 0 })
})

test('a read that fails does not affect those on the same connection', async () => {
  const answers = await Promise.allSettled([divide(db, 4), divide(db, 0), divide(db, 5)])
  assert.deepEqual(
    answers.map(answer => (answer.status === 'fulfilled' ? answer.value[0]?.share : answer.reason.message)),
    [25, 'division by zero', 20],
  )
})

test('a read starts again after a migration has changed its table', async () => {
  const everything = sharedRead((db: Kysely<Garden>, id: number) =>
    db.selectFrom('plants').selectAll().where('id', '=', id),
  )
  const read = () => Promise.all([1, 2, 3].map(id => everything(db, id)))
  await read()
  await sql`alter table plants add column colour text default 'green'`.execute(db)
  for (const [plant] of await read()) assert.equal((plant as { colour?: string }).colour, 'green')
  await sql`alter table plants drop column colour`.execute(db)
  for (const [plant] of await read()) assert.ok(plant && !('colour' in plant))
})

test('reads on a connection that breaks fail, and the next ones get another', async () => {
  const own = connectTo<Garden>(url)
  const [first] = await pidAfter(own, 0)
  const pending = Promise.allSettled([pidAfter(own, 60), pidAfter(own, 0)])
  await sql`select pg_terminate_backend(${first?.pid}::int4)`.execute(db)
  const [terminated, behind] = await pending
  assert.equal(terminated.status, 'rejected')
  assert.ok(behind.status === 'rejected' && behind.reason instanceof ConnectionLost)
  assert.notEqual((await pidAfter(own, 0))[0]?.pid, first?.pid)
})

test('a read that waits for a lock holds nobody up, because it is not shared', async () => {
  const waitForLock = prepared((db: Kysely<Garden>, key: number) =>
    db.selectNoFrom(sql`pg_advisory_xact_lock(${key})`.as('locked')),
  )
  const ended: string[] = []
  let slow: Promise<unknown> | undefined
  await connectTo(url)
    .transaction()
    .execute(async tx => {
      await sql`select pg_advisory_xact_lock(1)`.execute(tx)
      slow = waitForLock(db, 1).then(() => ended.push('slow'))
      await Promise.all(Array.from({ length: 20 }, (_, id) => findPlants(db, id)))
      ended.push('quick')
    })
  await slow
  assert.deepEqual(ended, ['quick', 'slow'])
})
