import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createEmptyDatabase } from '@atrium/testing/test-database'
import { type Kysely, sql } from 'kysely'
import { connect } from '../src/connect.ts'
import { inTransaction } from '../src/transaction.ts'
import { connectTo } from './connect-to.ts'
import { openStatementPooler } from './statement-pooler.ts'

interface Garden {
  plants: { id: number; plantName: string; note: string | null }
}

async function createGarden() {
  const url = await createEmptyDatabase()
  const db = connectTo<Garden>(url)
  await sql`create table plants (id bigint primary key, secret text, plant_name text, note text)`.execute(db)
  await sql`insert into plants values (1, 'hidden', 'oak', 'tall')`.execute(db)
  return { url, db }
}

function findPlant(db: Kysely<Garden>) {
  return db.selectFrom('plants').selectAll().where('id', '=', 1).executeTakeFirst()
}

test('a statement is prepared, however many others were used before it', async () => {
  const { db } = await createGarden()
  await db.connection().execute(async one => {
    for (let limit = 1; limit <= 520; limit += 1) {
      await one.selectFrom('plants').select('id').where('id', '=', 1).limit(sql.lit(limit)).execute()
    }
    for (const _ of [1, 2, 3]) await findPlant(one)
    const { rows } = await sql<{ prepared: number; uses: number }>`select count(*)::int as prepared,
      sum(generic_plans + custom_plans) filter (where statement like 'select * from "plants"%')::int as uses
      from pg_prepared_statements`.execute(one)
    assert.deepEqual(rows, [{ prepared: 500, uses: 3 }])
  })
})

async function connectThroughPooler(url: string) {
  const pooler = await openStatementPooler(url)
  const pooled = connect<Garden>(pooler.url, { onError: () => {}, isPooled: true, preparesStatements: true })
  after(() => pooled.destroy())
  return { pooled, pooler }
}

test('behind a pooler that shares prepared statements, a statement works after a migration adds a column', async () => {
  const { url, db } = await createGarden()
  const { pooled } = await connectThroughPooler(url)
  await findPlant(pooled)
  await sql`alter table plants add column colour text default 'green'`.execute(db)
  const expected = { id: 1, secret: 'hidden', plantName: 'oak', note: 'tall', colour: 'green' }
  assert.deepEqual(await findPlant(pooled), expected)

  await sql`alter table plants add column age int default 7`.execute(db)
  const found = await inTransaction({ db: pooled, subscribers: [] }, tx => findPlant(tx))
  assert.deepEqual(found, { ...expected, age: 7 })
})

test('behind such a pooler, rows have the right columns after a migration drops one', async () => {
  const { url, db } = await createGarden()
  const { pooled, pooler } = await connectThroughPooler(url)
  await findPlant(pooled)
  await sql`alter table plants drop column secret`.execute(db)
  pooler.reconnect()
  assert.deepEqual(await findPlant(pooled), { id: 1, plantName: 'oak', note: 'tall' })
})
