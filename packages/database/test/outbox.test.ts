import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { waitUntil } from '@atrium/testing/wait-until'
import { type Kysely, sql } from 'kysely'
import { type Consumer, consumePage } from '../src/outbox/consume.ts'
import { consumerLags, isSeenByAll, registerConsumers } from '../src/outbox/outbox.ts'
import { repairOutbox } from '../src/outbox/repair.ts'
import { runConsumers } from '../src/outbox/run-consumers.ts'
import { createOutbox, insertEvent, type Noted, outbox } from './outbox-database.ts'

const { db } = await createOutbox()

beforeEach(() => sql`truncate activity, event_consumers`.execute(db))

/** A consumer that is registered, and what it has handled, as `record.version`. */
async function createConsumer(name = 'test', onHandle = async (_tx: Kysely<object>) => {}) {
  const handled: string[] = []
  const consumer: Consumer<object, Noted> = {
    name,
    types: ['noted'],
    handle: async (tx, events) => {
      await onHandle(tx)
      handled.push(...events.map(({ record, version }) => `${record}.${version}`))
    },
  }
  await registerConsumers(db, [name])
  return { consumer, handled, consume: (page?: number) => consumeAll(consumer, page) }
}

async function consumeAll(consumer: Consumer<object, Noted>, page?: number) {
  while (await consumePage(db, outbox, consumer, page));
}

/** An open transaction that has written an event. */
async function openEvent(record: number, version: number) {
  const tx = await db.startTransaction().execute()
  await insertEvent(tx, record, version)
  return { commit: () => tx.commit().execute() }
}

test('a consumer gets the events of its types since it was registered, in pages', async () => {
  await insertEvent(db, 1, 1)
  const { handled, consume } = await createConsumer()
  for (const version of [2, 3, 4]) await insertEvent(db, 1, version)
  await insertEvent(db, 1, 5, 'other')
  await consume(2)
  assert.deepEqual(handled, ['1.2', '1.3', '1.4'])
  await consume(2)
  assert.equal(handled.length, 3)
})

test('an event that is committed after one with a higher id is neither skipped nor repeated', async () => {
  const { handled, consume } = await createConsumer()
  const late = await openEvent(1, 1)
  await insertEvent(db, 2, 1)
  await consume()
  assert.deepEqual(handled, ['2.1'])
  await late.commit()
  await insertEvent(db, 3, 1)
  await consume()
  assert.deepEqual(handled, ['2.1', '1.1', '3.1'])
})

test('an event that is committed between two pages waits for the next window', async () => {
  const { consumer, handled, consume } = await createConsumer()
  const late = await openEvent(1, 1)
  for (const version of [1, 2]) await insertEvent(db, 2, version)
  await consumePage(db, outbox, consumer, 1)
  await late.commit()
  await consume(1)
  assert.deepEqual(handled, ['2.1', '2.2', '1.1'])
})

test('events that a consumer writes itself come later, once', async () => {
  let written = 1
  const { handled, consume } = await createConsumer('writing', async tx => {
    if (written < 4) await insertEvent(tx, 9, written)
    written += 1
  })
  for (const version of [1, 2]) await insertEvent(db, 1, version)
  await consume(1)
  assert.deepEqual(handled, ['1.1', '1.2', '9.1', '9.2', '9.3'])
})

test('what a consumer has not handled comes again', async () => {
  let fails = true
  const { handled, consume } = await createConsumer('failing', async tx => {
    await insertEvent(tx, 9, 9, 'other')
    if (fails) throw new Error('not now')
  })
  await insertEvent(db, 1, 1)
  await assert.rejects(consume(), /not now/)
  const { rows } = await sql`select from activity where type = 'other'`.execute(db)
  assert.equal(rows.length, 0, 'what it wrote is rolled back')
  fails = false
  await consume()
  assert.deepEqual(handled, ['1.1'])
})

test('one instance at a time runs a consumer', async () => {
  const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { consumer, handled } = await createConsumer('slow', async () => {
    begun.resolve()
    await mayEnd.promise
  })
  await insertEvent(db, 1, 1)
  const first = consumeAll(consumer)
  await begun.promise
  assert.equal(await consumePage(db, outbox, consumer), false)
  mayEnd.resolve()
  await first
  assert.deepEqual(handled, ['1.1'])
})

test('an event is cleaned up when every consumer has seen it', async () => {
  const cleanable = async () => {
    const { rows } = await sql<{ version: number }>`select version from activity where ${isSeenByAll(outbox)}
      order by id`.execute(db)
    return rows.map(({ version }) => version)
  }
  await insertEvent(db, 1, 1)
  await sql`update activity set xid = null`.execute(db)
  assert.deepEqual(await cleanable(), [1], 'without consumers')
  const [fast, slow] = [await createConsumer('fast'), await createConsumer('slow')]
  await insertEvent(db, 1, 2)
  await fast.consume()
  assert.deepEqual(await cleanable(), [1])
  await slow.consume()
  assert.deepEqual(await cleanable(), [1, 2])
})

test('a consumer is behind by the age of the oldest event that it has not handled', async () => {
  const { consumer, consume } = await createConsumer()
  const lag = async () => (await consumerLags(db, outbox)).map(({ seconds }) => Math.round(seconds / 60))
  assert.deepEqual(await lag(), [0])
  for (const version of [1, 2]) await insertEvent(db, 1, version)
  await sql`update activity set created_at = now() - version * interval '10 minutes'`.execute(db)
  assert.deepEqual(await lag(), [20])
  await sql`update activity set created_at = now() - interval '1 hour' where version = 1`.execute(db)
  await consumePage(db, outbox, consumer, 1)
  assert.deepEqual(await lag(), [20], 'the first one is done, although its window is open')
  await consume()
  assert.deepEqual(await lag(), [0])
})

test('a running consumer handles an event when it is woken', async () => {
  const { consumer, handled } = await createConsumer()
  const errors: string[] = []
  const log = { error: (_details: object, message: string) => void errors.push(message) }
  const running = await runConsumers({ db, outbox, consumers: [consumer], log })
  for (const version of [1, 2, 3]) {
    await insertEvent(db, 1, version)
    running.wake()
    await waitUntil(() => handled.length === version)
  }
  await running.stop()
  assert.deepEqual([handled, errors], [['1.1', '1.2', '1.3'], []])
})

test('a running consumer that fails tries again', async () => {
  let failures = 0
  const { consumer, handled } = await createConsumer('failing', async () => {
    failures += 1
    if (failures === 1) throw new Error('not now')
  })
  await insertEvent(db, 1, 1)
  const errors: string[] = []
  const log = { error: (_details: object, message: string) => void errors.push(message) }
  const running = await runConsumers({ db, outbox, consumers: [consumer], log })
  await waitUntil(() => handled.length === 1)
  await running.stop()
  assert.deepEqual(errors, ['a consumer of events failed'])
})

/** Makes the rows look restored from a server that has run many more transactions. */
async function moveIntoFuture() {
  const later = (xid: string) => `(${xid}::text::bigint + 1000000000)`
  await sql.raw(`update activity set xid = ${later('xid')}::text::xid8`).execute(db)
  const shifted = (snapshot: string) => `(format('%s:%s:%s', ${later(`pg_snapshot_xmin(${snapshot})`)},
    ${later(`pg_snapshot_xmax(${snapshot})`)},
    (select string_agg(${later('x')}::text, ',' order by x) from pg_snapshot_xip(${snapshot}) as x)))::pg_snapshot`
  await sql
    .raw(`update event_consumers set seen = ${shifted('seen')},
      until = case when until is not null then ${shifted('until')} end`)
    .execute(db)
}

test('after a restore into a younger server, each consumer continues where it was', async () => {
  const [fast, slow, paging] = [
    await createConsumer('fast'),
    await createConsumer('slow'),
    await createConsumer('paging'),
  ]
  await insertEvent(db, 1, 1)
  const late = await openEvent(1, 2)
  await insertEvent(db, 1, 3)
  await fast.consume()
  await late.commit()
  await consumePage(db, outbox, paging.consumer, 1)
  await insertEvent(db, 1, 4)
  await moveIntoFuture()
  await slow.consume()
  assert.deepEqual(slow.handled, [], 'nothing is visible')

  assert.equal(await repairOutbox(db, outbox), true)
  assert.equal(await repairOutbox(db, outbox), false)
  await insertEvent(db, 1, 5)
  for (const { consume } of [fast, slow, paging]) await consume(2)
  assert.deepEqual(fast.handled, ['1.1', '1.3', '1.2', '1.4', '1.5'])
  assert.deepEqual(slow.handled, ['1.1', '1.2', '1.3', '1.4', '1.5'])
  assert.deepEqual(paging.handled, ['1.1', '1.2', '1.3', '1.4', '1.5'])
})

test('after a restore without consumers, old events are no news for the first one', async () => {
  await insertEvent(db, 1, 1)
  await moveIntoFuture()
  assert.equal(await repairOutbox(db, outbox), true)
  const { handled, consume } = await createConsumer()
  await insertEvent(db, 1, 2)
  await consume()
  assert.deepEqual(handled, ['1.2'])
})
