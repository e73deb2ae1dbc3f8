import assert from 'node:assert/strict'
import { after } from 'node:test'
import { createEmptyDatabase } from '@atrium/testing/test-database'
import { waitUntil } from '@atrium/testing/wait-until'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { type Consumer, consumePage } from '../src/outbox/consume.ts'
import { registerConsumers } from '../src/outbox/outbox.ts'
import { createOutbox, insertEvent, type Noted, outbox } from './outbox-database.ts'

const WRITERS = 12
const RECORDS = 5
const PAGE = 7

/**
 * Writers change a few hot rows as the services do: a transaction gets its id with the claim of its request, then waits for
 * the row that it changes. Meanwhile two instances consume small pages, and a transaction of another database stays open.
 * Every event must arrive exactly once, those of one record in the order of its versions, and none may be held back.
 */
export async function runOutboxLoad({ seconds }: { seconds: number }) {
  const { db } = await createOutbox()
  await sql`create table claims (writer int)`.execute(db)
  await sql`create table records (id int primary key, version int not null default 0)`.execute(db)
  await sql`insert into records (id) select generate_series(1, ${RECORDS}::int)`.execute(db)
  await sql`create table handled (number bigserial, id bigint, record int, version int)`.execute(db)
  const openWrite = await openTransactionElsewhere()
  const consumer: Consumer<object, Noted> = {
    name: 'load',
    types: ['noted'],
    handle: async (tx, events) => {
      for (const { id, record, version } of events) {
        await sql`insert into handled (id, record, version) values (${id}, ${record}, ${version})`.execute(tx)
      }
    },
  }
  await registerConsumers(db, [consumer.name])

  let isOver = false
  const writers = Array.from({ length: WRITERS }, (_, writer) =>
    repeatUntil(
      () => isOver,
      () => write(db, writer),
    ),
  )
  const instances = [1, 2].map(() =>
    repeatUntil(
      () => isOver,
      async () => void (await consumePage(db, outbox, consumer, PAGE)),
    ),
  )
  const written = () => countOf(db, "activity where type = 'noted'")
  const endAt = Date.now() + seconds * 1000
  await waitUntil(async () => Date.now() > endAt && (await written()) > 200)
  isOver = true
  await Promise.all([...writers, ...instances])

  // While the other transaction is still open.
  while (await consumePage(db, outbox, consumer, PAGE));
  assert.equal(
    await countOf(db, 'handled'),
    await written(),
    'events that were handled, and events that there are',
  )
  await openWrite.query('commit')
  assert.equal(
    await countOf(db, '(select distinct id from handled) as one'),
    await written(),
    'no event twice',
  )
  const { rows: reversed } = await sql`select * from (
      select record, version, lag(version) over (partition by record order by number) as previous from handled
    ) as step where version <= previous`.execute(db)
  assert.deepEqual(reversed, [], 'changes of one record in their order')
  return written()
}

/** Fails now and then like a command whose second half is refused, in a savepoint or as a whole. */
async function write(db: Kysely<object>, writer: number) {
  const chance = Math.random()
  const [first = 1, second = 1] = [randomRecord(), randomRecord()].sort()
  const attempt = db.transaction().execute(async tx => {
    await sql`insert into claims values (${writer})`.execute(tx)
    if (chance < 0.3) await change(tx, first)
    await sql`savepoint inner_1`.execute(tx)
    await change(tx, second)
    if (chance > 0.9) await sql`rollback to savepoint inner_1`.execute(tx)
    else await sql`release savepoint inner_1`.execute(tx)
    if (chance > 0.95) throw new Refused()
  })
  await attempt.catch(error => {
    if (!(error instanceof Refused)) throw error
  })
}

function randomRecord() {
  return 1 + Math.floor(Math.random() * RECORDS)
}

class Refused extends Error {}

async function change(tx: Kysely<object>, record: number) {
  const { rows } = await sql<{ version: number }>`update records set version = version + 1
    where id = ${record} returning version`.execute(tx)
  await insertEvent(tx, record, rows[0]?.version as number)
  if (Math.random() < 0.2) await insertEvent(tx, record, 0, 'other')
}

/** Leaves a write open in another database of the server, as a long import of another service does. */
async function openTransactionElsewhere() {
  const client = new pg.Client({ connectionString: await createEmptyDatabase() })
  await client.connect()
  after(() => client.end())
  await client.query('begin')
  await client.query('select pg_current_xact_id()')
  return client
}

async function repeatUntil(isOver: () => boolean, work: () => Promise<void>) {
  while (!isOver()) await work()
}

async function countOf(db: Kysely<object>, rows: string) {
  const { rows: counted } = await sql<{ count: number }>`select count(*) from ${sql.raw(rows)}`.execute(db)
  return Number(counted[0]?.count)
}
