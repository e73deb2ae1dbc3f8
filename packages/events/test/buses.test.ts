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

/** An instance with a proxy of its own to the server, and all that it has heard. */
async function startInstance({
  server,
  connect,
}: (typeof kinds)['PostgreSQL'] | NonNullable<(typeof kinds)['Redis']>) {
  const proxy = await openTcpProxy(server)
  await proxy.listen()
  const bus = await connect(proxy.port)
  after(() => bus.close())
  return { bus, proxy, ...listenTo(bus) }
}

function listenTo(bus: Bus) {
  const heard: unknown[] = []
  const counted = { gaps: 0 }
  bus.onMessage(message => heard.push((message as { word: unknown }).word))
  bus.onGap(() => {
    counted.gaps += 1
  })
  return { heard, counted }
}

for (const [name, kind] of Object.entries(kinds)) {
  suite(`by ${name}`, () => {
    test('a message reaches every instance, the sender too, in the order of sending', async () => {
      const [one, other] = [await startInstance(kind), await startInstance(kind)]
      const words = Array.from({ length: 200 }, (_, n) => n)
      await Promise.all(words.map(word => one.bus.publish({ word })))
      await waitUntil(() => one.heard.length >= words.length && other.heard.length >= words.length)
      assert.deepEqual([one.heard, other.heard], [words, words])
      assert.deepEqual([one.counted.gaps, other.counted.gaps], [0, 0])
    })

    test('an instance that was cut off learns that it has missed something, and hears again', async () => {
      const [cutOff, other] = [await startInstance(kind), await startInstance(kind)]
      cutOff.proxy.cut()
      await waitUntil(() => !cutOff.bus.isListening())
      await other.bus.publish({ word: 'missed' })
      assert.equal(cutOff.counted.gaps, 0)
      await cutOff.proxy.listen()
      await waitUntil(() => cutOff.bus.isListening())
      assert.equal(cutOff.counted.gaps, 1)
      await other.bus.publish({ word: 'heard' })
      await waitUntil(() => cutOff.heard.includes('heard'))
      assert.deepEqual(cutOff.heard, ['heard'])
      assert.deepEqual([other.heard, other.counted.gaps], [['missed', 'heard'], 0])
    })

    test('an instance whose connection went silent learns that it has missed something, and hears again', async () => {
      const [silenced, other] = [await startInstance(kind), await startInstance(kind)]
      silenced.proxy.stall()
      await other.bus.publish({ word: 'missed' })
      await waitUntil(() => silenced.counted.gaps === 1)
      await other.bus.publish({ word: 'heard' })
      await waitUntil(() => silenced.heard.includes('heard'))
      assert.deepEqual(silenced.heard, ['heard'])
      await silenced.bus.publish({ word: 'said' })
      await waitUntil(() => other.heard.includes('said'))
    })

    test('what an instance says while it is cut off is heard there, and the others learn of a gap', async () => {
      const [cutOff, other] = [await startInstance(kind), await startInstance(kind)]
      cutOff.proxy.cut()
      await waitUntil(() => !cutOff.bus.isListening())
      await cutOff.bus.publish({ word: 'alone' })
      assert.deepEqual([cutOff.heard, other.heard, other.counted.gaps], [['alone'], [], 0])
      await cutOff.proxy.listen()
      await waitUntil(() => other.counted.gaps === 1)
      await cutOff.bus.publish({ word: 'again' })
      await waitUntil(() => other.heard.length > 0)
      assert.deepEqual([other.heard, other.counted.gaps], [['again'], 1])
    })

    test('however often the way breaks, a message is heard once', async () => {
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
      await waitUntil(() => cutOff.heard.includes('last'))
      assert.deepEqual(cutOff.heard, ['once', 'last'])
    })

    test('a closed instance hears nothing and disturbs nobody', async () => {
      const [closed, other] = [await startInstance(kind), await startInstance(kind)]
      await closed.bus.close()
      assert.equal(closed.bus.isListening(), false)
      await closed.bus.publish({ word: 'too late' })
      await other.bus.publish({ word: 'still here' })
      await waitUntil(() => other.heard.length > 0)
      assert.deepEqual([closed.heard, other.heard], [[], ['still here']])
    })
  })
}

test('Redis may be away at the start', { skip: !redis }, async () => {
  const proxy = await openTcpProxy({ host: '127.0.0.1', port: redis?.port ?? 0 })
  const errors: Error[] = []
  const bus = await connectRedisBus(`redis://127.0.0.1:${proxy.port}`, 'news', error => errors.push(error))
  after(() => bus.close())
  const { heard, counted } = listenTo(bus)
  assert.equal(bus.isListening(), false)
  await bus.publish({ word: 'alone' })
  assert.deepEqual(heard, ['alone'])
  await proxy.listen()
  await waitUntil(() => bus.isListening())
  assert.ok(counted.gaps >= 1)
  await bus.publish({ word: 'together' })
  await waitUntil(() => heard.includes('together'))
  assert.equal(errors.length, 2, 'each of the two connections complains once')
})

test('what somebody else says on the channel disturbs nobody', { skip: !redis }, async () => {
  const errors: Error[] = []
  const url = redis?.url ?? ''
  const bus = await connectRedisBus(url, 'shared', error => errors.push(error))
  after(() => bus.close())
  const { heard } = listenTo(bus)
  const { Redis } = await import('ioredis')
  const stranger = new Redis(url)
  after(() => stranger.disconnect())
  await stranger.publish('shared', 'no JSON at all')
  await bus.publish({ word: 'ours' })
  await waitUntil(() => heard.length > 0 && errors.length > 0)
  assert.deepEqual([heard, errors.length], [['ours'], 1])
})
