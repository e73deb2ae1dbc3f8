import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { connect } from '@atrium/database/connect'
import { createEmptyDatabase } from '@atrium/testing/test-database'
import { waitUntil } from '@atrium/testing/wait-until'
import pg from 'pg'
import { connectPostgresBus } from '../src/postgres-bus.ts'

const url = await createEmptyDatabase()

async function startInstance(channel: string) {
  const errors: string[] = []
  const received: object[] = []
  const counts = { gaps: 0 }
  const bus = await connectPostgresBus(url, channel, error => errors.push(error.message))
  after(() => bus.close())
  bus.onMessage(message => received.push(message))
  bus.onGap(() => {
    counts.gaps += 1
  })
  return { bus, errors, received, counts }
}

test('a message that is not readable is reported and ignored', async () => {
  const { bus, errors, received, counts } = await startInstance('unreadable')
  const session = new pg.Client({ connectionString: url })
  await session.connect()
  after(() => session.end())
  for (const payload of ['x', '', 'null', '5', '"text"', '{"message":"text"}'])
    await session.query('select pg_notify($1, $2)', ['unreadable', payload])
  await bus.publish({ word: 'readable' })
  await waitUntil(() => received.length > 0)
  assert.deepEqual(received, [{ word: 'readable' }])
  assert.deepEqual(errors, Array(6).fill('a message on the channel "unreadable" is not readable'))
  assert.equal(counts.gaps, 0)
})

test('a message that PostgreSQL refuses is reported, received by its sender, and a gap for the others', async () => {
  const [one, other] = [await startInstance('refused'), await startInstance('refused')]
  const long = { word: 'x'.repeat(8000) }
  await one.bus.publish(long)
  await waitUntil(() => other.counts.gaps > 0)
  assert.deepEqual([one.received, other.received], [[long], []])
  assert.deepEqual(one.errors, ['payload string too long'])
  await one.bus.publish({ word: 'short' })
  await waitUntil(() => other.received.length > 0)
  assert.deepEqual([other.received, other.counts.gaps], [[{ word: 'short' }], 1])
})

test('a message is heard by every instance, and each confirmation by its sender alone', async () => {
  const channel = 'confirmed'
  const instances = await Promise.all(Array.from({ length: 4 }, () => startInstance(channel)))
  const sender = instances[0] as (typeof instances)[0]
  const other = await overhear(channel)
  const db = connect(url, { onError: error => assert.fail(error) })
  after(() => db.destroy())
  await (await sender.bus.send(db, { word: 'first' })).heardByAll()
  await waitUntil(() => other.heard.length > 0)
  const { confirmTo } = JSON.parse(other.heard[0]?.payload ?? '')
  const confirmed = await overhear(confirmTo)

  const heardBy = await (await sender.bus.send(db, { word: 'second' })).heardByAll()
  assert.deepEqual(heardBy, new Set(instances.map(({ bus }) => bus.instance)))
  for (const { received } of instances) assert.deepEqual(received, [{ word: 'first' }, { word: 'second' }])
  await waitUntil(() => confirmed.heard.length === 4)
  await other.session.query('select 1') // everything that was sent before has arrived
  assert.equal(other.heard.length, 2)
})

test('confirmations count that arrive before the sender knows how many it needs', async () => {
  const instances = [await startInstance('early'), await startInstance('early')] as const
  const [{ bus }] = instances
  const confirmed = await overhear(bus.instance)
  const db = connect(url, { onError: error => assert.fail(error) })
  after(() => db.destroy())
  const slow = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await waitUntil(() => confirmed.heard.length === instances.length)
      return result
    },
  })
  const heardBy = await (await bus.send(slow, { word: 'early' })).heardByAll()
  assert.equal(heardBy.size, instances.length)
})

test('a message of the previous release is confirmed on the common channel', async () => {
  await startInstance('mixed')
  const { heard, session } = await overhear('mixed')
  await session.query('select pg_notify($1, $2)', ['mixed', '{"id":"old","message":{"word":"one"}}'])
  await waitUntil(() =>
    heard.some(({ payload = '' }) => JSON.parse(payload).id === 'old' && !JSON.parse(payload).message),
  )
})

/** Hears what is sent on a channel, as another instance would. */
async function overhear(channel: string) {
  const session = new pg.Client({ connectionString: url })
  await session.connect()
  after(() => session.end())
  const heard: { payload?: string | undefined }[] = []
  session.on('notification', ({ payload }) => heard.push({ payload }))
  await session.query(`listen ${session.escapeIdentifier(channel)}`)
  return { heard, session }
}
