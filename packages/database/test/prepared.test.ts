import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEmptyDatabase } from '@atrium/testing/test-database'
import { type Kysely, sql } from 'kysely'
import { prepared } from '../src/prepared.ts'
import { connectTo } from './connect-to.ts'

interface Garden {
  plants: { id: number; plantName: string; height: number | null }
}

const findPlants = prepared((db: Kysely<Garden>, height: number | null, name: string) =>
  db
    .selectFrom('plants')
    .where('id', '>', 0)
    .where(sql<boolean>`height is not distinct from ${height}::integer`)
    .where('plantName', '<>', name)
    .select(['id', 'plantName'])
    .orderBy('id'),
)

async function createGarden() {
  const db = connectTo<Garden>(await createEmptyDatabase())
  await sql`create table plants (id bigint primary key, plant_name text, height integer)`.execute(db)
  await sql`insert into plants values (1, 'oak', 20), (2, 'rose', null), (3, 'ash', 20)`.execute(db)
  return db
}

test('a statement built once uses the values of each call', async () => {
  const db = await createGarden()
  assert.deepEqual(await findPlants(db, 20, 'oak'), [{ id: 3, plantName: 'ash' }])
  assert.deepEqual(await findPlants(db, null, ''), [{ id: 2, plantName: 'rose' }])
  assert.deepEqual(await findPlants(db, 21, ''), [])
  assert.deepEqual(await findPlants(db, 20, ''), [
    { id: 1, plantName: 'oak' },
    { id: 3, plantName: 'ash' },
  ])
})

test('in a transaction it sees the changes of the transaction', async () => {
  const db = await createGarden()
  await db.transaction().execute(async tx => {
    await tx.updateTable('plants').set({ height: 99 }).where('id', '=', 1).execute()
    assert.deepEqual(await findPlants(tx, 99, ''), [{ id: 1, plantName: 'oak' }])
    assert.deepEqual(await findPlants(db, 99, ''), [])
  })
})

test('plain SQL built once uses the values of each call, and belongs to the transaction', async () => {
  const growTo = prepared(
    (_db: Kysely<Garden>, height: number, id: number) => sql<{ plantName: string; height: number }>`
      update plants set height = ${height}::integer where id = ${id} and height < ${height}::integer
      returning plant_name, height`,
  )
  const db = await createGarden()
  assert.deepEqual(await growTo(db, 21, 1), [{ plantName: 'oak', height: 21 }])
  assert.deepEqual(await growTo(db, 22, 3), [{ plantName: 'ash', height: 22 }])
  const undone = db.transaction().execute(async tx => {
    assert.deepEqual(await growTo(tx, 30, 1), [{ plantName: 'oak', height: 30 }])
    throw new Error('undone')
  })
  await assert.rejects(undone, /undone/)
  assert.deepEqual(await findPlants(db, 21, ''), [{ id: 1, plantName: 'oak' }])
})

test('the first and the last of many rows have the same names and values', async () => {
  const db = connectTo<Garden>(await createEmptyDatabase())
  const read = prepared(
    (_db: Kysely<Garden>, count: number) => sql<{ id: number }>`
      select n as id, n::text as plant_name, nullif(n % 2, 0) as height, array[n] as all_ids, n > 0 as "isTall",
        date '2026-01-31' as planted_on, timestamptz '2026-01-31 09:15Z' as seen_at, '{"a": 1}'::json as "odd ""name"
      from generate_series(1, ${count}::bigint) as n`,
  )
  for (const count of [1, 200, 3]) {
    const expected = Array.from({ length: count }, (_, index) => ({
      id: index + 1,
      plantName: String(index + 1),
      height: index % 2 === 0 ? 1 : null,
      allIds: [index + 1],
      isTall: true,
      plantedOn: '2026-01-31',
      seenAt: '2026-01-31T09:15:00.000Z',
      'odd "name': { a: 1 },
    }))
    assert.deepEqual(await read(db, count), expected)
  }
})
