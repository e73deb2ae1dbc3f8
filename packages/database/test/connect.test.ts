import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTcpProxy, socketPathOf, urlThroughProxy } from '@atrium/testing/tcp-proxy'
import { createEmptyDatabase } from '@atrium/testing/test-database'
import { type Kysely, sql } from 'kysely'
import { ConnectionLost } from '../src/connections/watched-client.ts'
import { connectTo } from './connect-to.ts'

interface Tables {
  things: { id: number; ownerName: string; settings: unknown }
}

const url = await createEmptyDatabase()
const db = connectTo<Tables>(url, { size: 1 })
await sql`create table things (id int8 generated always as identity, owner_name text, settings jsonb)`.execute(
  db,
)

test('ids and counts are numbers', async () => {
  assert.deepEqual(await selectValue(sql`9007199254740991::int8`), 9007199254740991)
  assert.deepEqual(await selectValue(sql`count(*)`), 1)
})

test('dates are returned as text', async () => {
  assert.equal(await selectValue(sql`'2026-01-31'::date`), '2026-01-31')
})

for (const [stored, read] of [
  ['2026-01-31 09:15:00Z', '2026-01-31T09:15:00.000Z'],
  ['2026-01-31 09:15:00.1Z', '2026-01-31T09:15:00.100Z'],
  ['2026-01-31 09:15:00.12Z', '2026-01-31T09:15:00.120Z'],
  ['2026-01-31 09:15:00.123456Z', '2026-01-31T09:15:00.123Z'],
  ['2026-01-31 09:15:00+03', '2026-01-31T06:15:00.000Z'],
  ['infinity', 'infinity'],
]) {
  test(`the instant ${stored} is read as ${read}`, async () => {
    assert.equal(await selectValue(sql`${stored}::timestamptz`), read)
  })
}

test('column names are camel-cased, keys inside JSON are not', async () => {
  const settings = { dark_mode: true, list: [{ some_key: 1 }] }
  const thing = { ownerName: 'Ann', settings: JSON.stringify(settings) }
  await db
    .insertInto('things')
    .values(thing as never)
    .execute()
  const found = await db.selectFrom('things').select(['ownerName', 'settings']).executeTakeFirstOrThrow()
  assert.deepEqual(found, { ownerName: 'Ann', settings })
})

test('a statement is prepared once and reused', async () => {
  for (const id of [1, 2, 3]) await db.selectFrom('things').select('id').where('id', '=', id).execute()
  const { rows } = await sql<{ uses: number }>`
    select generic_plans + custom_plans as uses from pg_prepared_statements
    where statement = 'select "id" from "things" where "id" = $1'`.execute(db)
  assert.deepEqual(rows, [{ uses: 3 }])
})

test('a statement is prepared again on every connection after a migration changes its table', async () => {
  const pool = connectTo<Tables>(url, { size: 3 })
  const read = () =>
    pool
      .selectFrom('things')
      .selectAll()
      .where('id', '=', 1)
      .where(sql<boolean>`pg_sleep(0.05) is not null`)
      .executeTakeFirstOrThrow()
  const readOnAllConnections = () => Promise.all([read(), read(), read()])
  await readOnAllConnections()
  await sql`alter table things add column colour text not null default 'red'`.execute(db)
  for (const thing of await readOnAllConnections()) assert.equal((thing as { colour?: string }).colour, 'red')
  await sql`alter table things drop column colour`.execute(db)
  for (const thing of await readOnAllConnections()) assert.ok(!('colour' in thing))
})

test('a statement waits for a lock no longer than ten seconds', async () => {
  const { rows } = await sql<{ lockTimeout: string }>`show lock_timeout`.execute(db)
  assert.deepEqual(rows, [{ lockTimeout: '10s' }])
})

test('a broken connection is reported, and the next query gets another', async () => {
  const { promise: broke, resolve } = Promise.withResolvers<Error>()
  const fragile = connectTo(url, { size: 1, onError: resolve })
  const pid = await selectValue(sql`pg_backend_pid()`, fragile)
  await sql`select pg_terminate_backend(${pid}::int4)`.execute(db)
  assert.match((await broke).message, /terminating connection/)
  assert.notEqual(await selectValue(sql`pg_backend_pid()`, fragile), pid)
})

test('a connection that breaks between two statements fails only its transaction', async () => {
  const fragile = connectTo(url, { size: 1 })
  const transaction = fragile.transaction().execute(async tx => {
    const pid = await selectValue(sql`pg_backend_pid()`, tx)
    await sql`select pg_terminate_backend(${pid}::int4, 60000)`.execute(db) // waits until it has ended
    await sql`select 1`.execute(tx)
  })
  await assert.rejects(transaction)
  assert.equal(await selectValue(sql`'still here'`, fragile), 'still here')
})

test('a statement on a stalled connection fails, and the next one gets another connection', async () => {
  const errors: string[] = []
  const proxy = await openTcpProxy({ path: socketPathOf(url) })
  await proxy.listen()
  const silent = connectTo(urlThroughProxy(proxy.port, url), {
    size: 2,
    onError: ({ message }) => errors.push(message),
  })
  await Promise.all([
    selectValue(sql`pg_sleep(0.1)::text`, silent),
    selectValue(sql`pg_sleep(0.1)::text`, silent),
  ])
  proxy.stall()
  await assert.rejects(selectValue(sql`1`, silent), ConnectionLost)
  assert.equal(await selectValue(sql`'here again'`, silent), 'here again')
  assert.match(errors.join(), /1 silent database connections were closed/)
})

test('a transaction on a stalled connection fails as a lost connection', async () => {
  const proxy = await openTcpProxy({ path: socketPathOf(url) })
  await proxy.listen()
  const silent = connectTo(urlThroughProxy(proxy.port, url), { size: 1 })
  const transaction = silent.transaction().execute(async tx => {
    await selectValue(sql`1`, tx)
    proxy.stall()
    await selectValue(sql`1`, tx)
  })
  await assert.rejects(transaction, ConnectionLost)
})

test('a slow statement does not fail', async () => {
  const proxy = await openTcpProxy({ path: socketPathOf(url) })
  await proxy.listen()
  const slow = connectTo(urlThroughProxy(proxy.port, url), { size: 1 })
  assert.equal(await selectValue(sql`pg_sleep(6)::text`, slow), '')
})

for (const code of ['40P01', '40001']) {
  test(`a statement that loses a conflict (${code}) is repeated once, but not inside a transaction`, async () => {
    await sql.raw(`create sequence attempts_${code}`).execute(db)
    await sql
      .raw(`create function lose_until_${code}(last int) returns text language plpgsql as $$ begin
        if nextval('attempts_${code}') < last then raise exception using errcode = '${code}'; end if;
        return currval('attempts_${code}')::text; end $$`)
      .execute(db)
    const attempt = (last: number, on = db) =>
      selectValue(sql`${sql.ref(`lose_until_${code.toLowerCase()}`)}(${last})`, on)
    assert.equal(await attempt(2), '2')
    await assert.rejects(attempt(9), { code })
    const transaction = db.transaction().execute(tx => attempt(6, tx))
    await assert.rejects(transaction, { code })
    assert.equal(await attempt(6), '6')
  })
}

async function selectValue(expression: ReturnType<typeof sql>, on: Kysely<Tables> | Kysely<unknown> = db) {
  const { rows } = await sql<{ value: unknown }>`select ${expression} as value`.execute(on)
  return rows[0]?.value
}
