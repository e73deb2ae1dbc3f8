import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { startRedis } from '@atrium/testing/redis-server'
import { openTcpProxy, socketPathOf, urlThroughProxy } from '@atrium/testing/tcp-proxy'
import { createTestDatabase } from '@atrium/testing/test-database'
import { waitUntil } from '@atrium/testing/wait-until'
import type { Bus } from '../src/bus.ts'
import { connectPostgresBus } from '../src/postgres-bus.ts'
import { connectRedisBus } from '../src/redis-bus.ts'

const redis = await startRedis()
const databaseUrl = await createTestDatabase('tasks')

const kinds = {
  PostgreSQL: {
    server: { path: socketPathOf(databaseUrl) },
    connect: (port: number) => connectPostgresBus(urlThroughProxy(port, databaseUrl), 'news', () => {}),
  },
  ...(redis && {
    Redis: {
      server: { host: '127.0.0.1', port: redis.port },
      connect: (port: number) => connectRedisBus(`redis://127.0.0.1:${port}`, 'news', () => {}),
    },
  }),
}

/** An instance with its own proxy to the server, and the messages it has received. */
async function startInstance({
  server,
  connect,
}: (typeof kinds)['PostgreSQL'] | NonNullable<(typeof kinds)['Redis']>) {
  const proxy = await openTcpProxy(server)
  await proxy.listen()
  const bus = await connect(proxy.port)
  after(() => bus.close())
  return { bus, proxy, ...recordMessages(bus) }
}

async function publishUntilReceived(from: Instance, word: string, by: Instance) {
  await waitUntil(async () => {
    await from.bus.publish({ word })
    return by.received.includes(word)
  })
}

function recordMessages(bus: Bus) {
  const received: unknown[] = []
  const counts = { gaps: 0 }
  bus.onMessage(message => received.push((message as { word: unknown }).word))
  bus.onGap(() => {
    counts.gaps += 1
  })
  return { received, counts }
}

type Instance = Awaited<ReturnType<typeof startInstance>>

for (const [name, kind] of Object.entries(kinds)) {
  suite(`through ${name}`, () => {
    test('messages reach every instance including the sender, in order', async () => {
      const [one, other] = [await startInstance(kind), await startInstance(kind)]
      const words = Array.from({ length: 200 }, (_, n) => n)
      await Promise.all(words.map(word => one.bus.publish({ word })))
      await waitUntil(() => one.received.length >= words.length && other.received.length >= words.length)
      assert.deepEqual([one.received, other.received], [words, words])
      assert.deepEqual([one.counts.gaps, other.counts.gaps], [0, 0])
    })

    test('a disconnected instance reports a gap once it is connected again', async () => {
      const [cutOff, other] = [await startInstance(kind), await startInstance(kind)]
      cutOff.proxy.cut()
      await waitUntil(() => !cutOff.bus.isListening())
      await other.bus.publish({ word: 'missed' })
      assert.equal(cutOff.counts.gaps, 0)
      await cutOff.proxy.listen()
      await waitUntil(() => cutOff.bus.isListening())
      assert.equal(cutOff.counts.gaps, 1)
      await other.bus.publish({ word: 'received' })
      await waitUntil(() => cutOff.received.includes('received'))
      assert.deepEqual(cutOff.received, ['received'])
      assert.deepEqual([other.received, other.counts.gaps], [['missed', 'received'], 0])
    })

    test('an instance with a stalled connection reports a gap and receives messages again', async () => {
      const [stalled, other] = [await startInstance(kind), await startInstance(kind)]
      stalled.proxy.stall()
      await other.bus.publish({ word: 'missed' })
      await waitUntil(() => stalled.counts.gaps > 0)
      // Repeated, because on a very busy machine a connection may seem to be stalled once more.
      await publishUntilReceived(other, 'received', stalled)
      assert.ok(!stalled.received.includes('missed'))
      await publishUntilReceived(stalled, 'sent', other)
    })

    test('messages of a disconnected instance reach itself, and the others report a gap', async () => {
      const [cutOff, other] = [await startInstance(kind), await startInstance(kind)]
      cutOff.proxy.cut()
      await waitUntil(() => !cutOff.bus.isListening())
      await cutOff.bus.publish({ word: 'local' })
      assert.deepEqual([cutOff.received, other.received, other.counts.gaps], [['local'], [], 0])
      await cutOff.proxy.listen()
      await waitUntil(() => other.counts.gaps === 1)
      await cutOff.bus.publish({ word: 'again' })
      await waitUntil(() => other.received.length > 0)
      assert.deepEqual([other.received, other.counts.gaps], [['again'], 1])
    })

    test('a message is received once after several disconnects', async () => {
      const [cutOff, other] = [await startInstance(kind), await startInstance(kind)]
      for (let round = 0; round < 3; round += 1) {
        cutOff.proxy.cut()
        await waitUntil(() => !cutOff.bus.isListening())
        await new Promise(resolve => setTimeout(resolve, 700)) // some attempts fail
        await cutOff.proxy.listen()
        await waitUntil(() => cutOff.bus.isListening())
      }
      await other.bus.publish({ word: 'once' })
      await other.bus.publish({ word: 'last' })
      await waitUntil(() => cutOff.received.includes('last'))
      assert.deepEqual(cutOff.received, ['once', 'last'])
    })

    test('a closed instance neither receives nor sends messages', async () => {
      const [closed, other] = [await startInstance(kind), await startInstance(kind)]
      await closed.bus.close()
      assert.equal(closed.bus.isListening(), false)
      await closed.bus.publish({ word: 'too late' })
      await other.bus.publish({ word: 'still here' })
      await waitUntil(() => other.received.length > 0)
      assert.deepEqual([closed.received, other.received], [[], ['still here']])
    })
  })
}

test('Redis can be down at the start', { skip: !redis }, async () => {
  const proxy = await openTcpProxy({ host: '127.0.0.1', port: redis?.port ?? 0 })
  const errors: Error[] = []
  const bus = await connectRedisBus(`redis://127.0.0.1:${proxy.port}`, 'news', error => errors.push(error))
  after(() => bus.close())
  const { received, counts } = recordMessages(bus)
  assert.equal(bus.isListening(), false)
  await bus.publish({ word: 'local' })
  assert.deepEqual(received, ['local'])
  await proxy.listen()
  await waitUntil(() => bus.isListening())
  assert.ok(counts.gaps >= 1)
  await bus.publish({ word: 'shared' })
  await waitUntil(() => received.includes('shared'))
  assert.equal(errors.length, 2, 'each of the two connections reports once')
})

test('foreign messages on the channel are reported and ignored', { skip: !redis }, async () => {
  const errors: Error[] = []
  const url = redis?.url ?? ''
  const bus = await connectRedisBus(url, 'shared', error => errors.push(error))
  after(() => bus.close())
  const { received } = recordMessages(bus)
  const { Redis } = await import('ioredis')
  const stranger = new Redis(url)
  after(() => stranger.disconnect())
  await stranger.publish('shared', 'not JSON')
  await bus.publish({ word: 'ours' })
  await waitUntil(() => received.length > 0 && errors.length > 0)
  assert.deepEqual([received, errors.length], [['ours'], 1])
})

test('a message with a topic reaches the instances that follow it, also after a disconnect', {
  skip: !redis,
}, async () => {
  const kind = kinds.Redis as NonNullable<(typeof kinds)['Redis']>
  const [one, other] = [await startInstance(kind), await startInstance(kind)]
  assert.ok(one.bus.hasTopics())
  await Promise.all([one.bus.follow('red'), one.bus.follow('red'), other.bus.follow('blue')])
  for (const topic of ['red', 'blue', 'green']) await one.bus.publish({ word: topic }, topic)
  await one.bus.publish({ word: 'all' })
  await waitUntil(() => one.received.includes('all') && other.received.includes('all'))
  assert.deepEqual(
    [one.received, other.received],
    [
      ['red', 'all'],
      ['blue', 'all'],
    ],
  )

  one.proxy.cut()
  await waitUntil(() => !one.bus.isListening())
  await one.bus.follow('green')
  await one.proxy.listen()
  await waitUntil(() => one.bus.isListening())
  one.bus.unfollow('red')
  for (const topic of ['green', 'red']) await other.bus.publish({ word: `${topic} again` }, topic)
  await waitUntil(() => one.received.includes('red again'))
  assert.deepEqual(one.received.slice(2), ['green again', 'red again'])

  one.bus.unfollow('red')
  await other.bus.publish({ word: 'unfollowed' }, 'red')
  await other.bus.publish({ word: 'last' })
  await waitUntil(() => one.received.includes('last'))
  assert.ok(!one.received.includes('unfollowed'))
})

test('topics wait until no instance of the previous release is connected', { skip: !redis }, async () => {
  const url = redis?.url ?? ''
  const { Redis } = await import('ioredis')
  const older = new Redis(url)
  const heardByOlder: string[] = []
  older.on('message', (_channel, text) => heardByOlder.push(text))
  await older.subscribe('mixed')
  const bus = await connectRedisBus(url, 'mixed', () => {})
  after(() => bus.close())
  await bus.publish({ word: 'upgrade' }, 'red')
  await waitUntil(() => heardByOlder.length > 0)
  assert.deepEqual([bus.hasTopics(), heardByOlder], [false, ['{"message":{"word":"upgrade"}}']])
  await older.quit()
  await waitUntil(() => bus.hasTopics())
})
