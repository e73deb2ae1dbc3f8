import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createEmptyDatabase } from '@atrium/testing/test-database'
import { sql } from 'kysely'
import { removeInBatches, startCleaning } from '../src/clean-up.ts'
import { connectTo } from './connect-to.ts'

test('cleaning continues after a failed round and ends when stopped', async () => {
  const { promise: third, resolve } = Promise.withResolvers<void>()
  const logged: unknown[] = []
  let rounds = 0
  const cleanUp = async () => {
    rounds += 1
    if (rounds === 1) throw new Error('no database')
    if (rounds === 3) resolve()
    return 5
  }
  const log = { error: (details: object) => logged.push(details) }
  const { stop, measures, lastAt } = startCleaning(cleanUp, 1, log)
  // The cleaning timer does not keep the process alive.
  const keepAlive = setInterval(() => {}, 1000)
  await third
  clearInterval(keepAlive)
  stop()
  const roundsThen = rounds
  await sleep(50)
  assert.equal(rounds, roundsThen)
  assert.equal(logged.length, 1)
  const [runs, rows, last] = await Promise.all(measures.map(({ read }) => read()))
  assert.deepEqual([runs, rows], [{ succeeded: rounds - 1, failed: 1 }, (rounds - 1) * 5])
  assert.equal(last, (lastAt()?.getTime() ?? 0) / 1000)
})

test('expired rows are removed in batches, by one or several key columns', async () => {
  const db = connectTo<{ drafts: { owner: number; name: string; age: number } }>(await createEmptyDatabase())
  await sql`create table drafts (owner bigint, name text, age integer, primary key (owner, name))`.execute(db)
  await sql`insert into drafts select i % 2, 'draft ' || i / 2, i from generate_series(0, 4999) as i`.execute(
    db,
  )
  const isOver = sql`age >= 3 and owner = 1`
  assert.equal(await removeInBatches(db, { table: 'drafts', key: ['owner', 'name'], isOver }), 2499)
  const left = await db.selectFrom('drafts').select(['owner', 'age']).orderBy('age').execute()
  assert.equal(left.length, 2501)
  assert.deepEqual(left.slice(0, 3), [
    { owner: 0, age: 0 },
    { owner: 1, age: 1 },
    { owner: 0, age: 2 },
  ])
})

test('nothing is removed while another instance has the cleaning lock', async () => {
  const db = connectTo<{ drafts: { id: number } }>(await createEmptyDatabase())
  await sql`create table drafts as select 1::bigint as id`.execute(db)
  const rule = { table: 'drafts', key: 'id', isOver: sql`true` }
  const another = await db.startTransaction().execute()
  await sql`select pg_advisory_xact_lock(hashtext('clean up'))`.execute(another)
  await removeInBatches(db, rule)
  assert.equal((await db.selectFrom('drafts').selectAll().execute()).length, 1)
  await another.commit().execute()
  await removeInBatches(db, rule)
  assert.equal((await db.selectFrom('drafts').selectAll().execute()).length, 0)
})
