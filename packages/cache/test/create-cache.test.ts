import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { connectPostgresBus } from '@atrium/events/postgres-bus'
import { openTcpProxy, socketPathOf, urlThroughProxy } from '@atrium/testing/tcp-proxy'
import { createTestDatabase } from '@atrium/testing/test-database'
import { waitUntil } from '@atrium/testing/wait-until'
import { type CacheOptions, createCache } from '../src/create-cache.ts'

interface Person {
  id: number
  team: string
  version: number
}

const databaseUrl = await createTestDatabase('tasks')
/** The source of the caches, with a count of its reads. */
const source = { version: 1, reads: 0 }

/** Resolves once this instance has evicted the entries of the message. */
async function publishEviction({ bus }: Instance, message: { tags: string[] | 'all' }) {
  const before = bus.received
  await bus.publish(message)
  await waitUntil(() => bus.received > before)
}

type Instance = Awaited<ReturnType<typeof startInstance>>

/** A cache of people by id, tagged by team, with its own connection that a test can cut. */
async function startInstance(options: Partial<CacheOptions<number, Person>> = {}) {
  const proxy = await openTcpProxy({ path: socketPathOf(databaseUrl) })
  await proxy.listen()
  const connected = await connectPostgresBus(urlThroughProxy(proxy.port, databaseUrl), 'people', () => {})
  after(() => connected.close())
  const bus = Object.assign(connected, { received: 0 })
  const cache = createCache<number, Person>(bus, {
    max: 100,
    evictedBy: message => (message as { tags?: string[] | 'all' }).tags,
    tagsOf: ({ team }, id) => [`person ${id}`, `team ${team}`],
    ...options,
  })
  bus.onMessage(() => {
    bus.received += 1
  })
  return { bus, proxy, cache }
}

function read(id: number, team = 'red') {
  return async (): Promise<Person> => {
    source.reads += 1
    return { id, team, version: source.version }
  }
}

/** A load that the test completes. */
function slowLoad(id: number) {
  const { promise, resolve, reject } = Promise.withResolvers<Person | undefined>()
  const version = source.version
  return {
    load: () => promise,
    finish: () => resolve({ id, team: 'red', version }),
    findNothing: () => resolve(undefined),
    fail: () => reject(new Error('The source is unavailable')),
  }
}

async function countReads(work: () => Promise<unknown>) {
  const before = source.reads
  await work()
  return source.reads - before
}

test('a value is loaded once and then cached', async () => {
  const { cache } = await startInstance()
  assert.equal(cache.find(1), undefined)
  const reads = await countReads(async () => {
    const [first, second] = [await cache.get(1, read(1)), await cache.get(1, read(1))]
    assert.equal(first, second)
    assert.equal(cache.find(1), first)
  })
  assert.equal(reads, 1)
})

test('concurrent calls for one key share a load', async () => {
  const { cache } = await startInstance()
  const reads = await countReads(() => Promise.all(Array.from({ length: 20 }, () => cache.get(1, read(1)))))
  assert.equal(reads, 1)
})

test('the least recently used entry is evicted with its tags', async () => {
  const instance = await startInstance({ max: 3 })
  const { cache } = instance
  for (const id of [1, 2, 3]) await cache.get(id, read(id))
  cache.find(1)
  await cache.get(4, read(4))
  assert.deepEqual(
    [1, 2, 3, 4].map(id => cache.find(id)?.id),
    [1, undefined, 3, 4],
  )
  await cache.get(2, read(2, 'blue'))
  await publishEviction(instance, { tags: ['team red'] })
  assert.deepEqual(
    [1, 2, 3, 4].map(id => cache.find(id)?.id),
    [undefined, 2, undefined, undefined],
  )
})

test('a message evicts the tagged entries on every instance', async () => {
  const [one, other] = [await startInstance(), await startInstance()]
  for (const { cache } of [one, other]) {
    for (const id of [1, 2]) await cache.get(id, read(id, 'red'))
    await cache.get(3, read(3, 'blue'))
  }
  await publishEviction(one, { tags: ['person 1', 'team blue', 'team unknown'] })
  await waitUntil(() => other.bus.received === 1)
  for (const { cache } of [one, other]) {
    assert.deepEqual(
      [1, 2, 3].map(id => cache.find(id)?.id),
      [undefined, 2, undefined],
    )
  }
  await publishEviction(one, { tags: 'all' })
  await waitUntil(() => other.bus.received === 2)
  assert.deepEqual([one.cache.find(2), other.cache.find(2)], [undefined, undefined])
})

test('a message with other tags evicts nothing', async () => {
  const instance = await startInstance({
    evictedBy: message => ('tags' in message ? 'all' : undefined),
  })
  await instance.cache.get(1, read(1))
  const before = instance.cache.evictions()
  await instance.bus.publish({ word: 'hello' })
  await waitUntil(() => instance.bus.received === 1)
  assert.equal(instance.cache.find(1)?.id, 1)
  assert.equal(instance.cache.evictions(), before)
})

test('an entry has the tags of its last load', async () => {
  const instance = await startInstance()
  const { cache } = instance
  await cache.get(1, read(1, 'red'))
  await cache.reload(1, read(1, 'blue'))
  await publishEviction(instance, { tags: ['team red'] })
  assert.equal(cache.find(1)?.team, 'blue')
  await publishEviction(instance, { tags: ['team blue'] })
  assert.equal(cache.find(1), undefined)
})

test('a load that started before an eviction is neither stored nor shared after it', async () => {
  const instance = await startInstance()
  const { cache } = instance
  const slow = slowLoad(1)
  const early = cache.get(1, slow.load)
  source.version += 1
  await publishEviction(instance, { tags: ['team blue'] })
  const late = await cache.get(1, read(1))
  slow.finish()
  assert.equal((await early)?.version, source.version - 1)
  assert.equal(late?.version, source.version)
  assert.equal(cache.find(1)?.version, source.version)
})

test('a load that fails or finds nothing is not cached', async () => {
  const { cache } = await startInstance()
  const broken = slowLoad(1)
  const waiting = [cache.get(1, broken.load), cache.get(1, broken.load)]
  broken.fail()
  for (const each of waiting) await assert.rejects(each, { message: 'The source is unavailable' })
  assert.equal((await cache.get(1, read(1)))?.id, 1)

  const empty = slowLoad(2)
  empty.findNothing()
  assert.equal(await cache.get(2, empty.load), undefined)
  assert.equal((await cache.get(2, read(2)))?.id, 2)
})

test('a reload that finds nothing removes the entry, and one that fails keeps it', async () => {
  const { cache } = await startInstance()
  await cache.get(1, read(1))
  const broken = async () => {
    throw new Error('The source is unavailable')
  }
  await assert.rejects(cache.reload(1, broken))
  assert.equal(cache.find(1)?.id, 1)
  const empty = slowLoad(1)
  empty.findNothing()
  await cache.reload(1, empty.load)
  assert.equal(cache.find(1), undefined)
})

test('a reload starts after the call: callers during a load share the next one', async () => {
  const { cache } = await startInstance()
  const slow = slowLoad(1)
  const running = cache.reload(1, slow.load)
  await nextTurn()
  source.version += 1
  let reloaded: (Person | undefined)[] = []
  const reads = await countReads(async () => {
    const waiting = Promise.all(Array.from({ length: 5 }, () => cache.reload(1, read(1))))
    slow.finish()
    reloaded = await waiting
  })
  assert.equal((await running)?.version, source.version - 1)
  assert.deepEqual(new Set(reloaded.map(person => person?.version)), new Set([source.version]))
  assert.equal(reads, 1)
  assert.equal(cache.find(1)?.version, source.version)
})

test('reloads in the same turn of the event loop share one', async () => {
  const { cache } = await startInstance()
  const reads = await countReads(() => Promise.all(Array.from({ length: 5 }, () => cache.reload(1, read(1)))))
  assert.equal(reads, 1)
})

test('a stale entry is loaded again and can still be peeked at', async () => {
  const { cache } = await startInstance({ isFresh: ({ version }) => version === source.version })
  const old = await cache.get(1, read(1))
  source.version += 1
  assert.equal(cache.find(1), undefined)
  assert.equal(cache.peek(1), old)
  assert.equal((await cache.get(1, read(1)))?.version, source.version)
})

test('the cache is bypassed while it cannot receive messages, and starts empty afterwards', async () => {
  const { bus, proxy, cache } = await startInstance()
  const known = await cache.get(1, read(1))
  proxy.cut()
  await waitUntil(() => !bus.isListening())
  assert.equal(cache.find(1), undefined)
  assert.equal(cache.peek(1), known)
  assert.equal(cache.evictions(), undefined)
  source.version += 1
  const reads = await countReads(async () => {
    assert.equal((await cache.get(1, read(1)))?.version, source.version)
    assert.equal((await cache.get(1, read(1)))?.version, source.version)
  })
  assert.equal(reads, 2)

  const slow = slowLoad(2)
  const early = cache.get(2, slow.load)
  await proxy.listen()
  await waitUntil(() => bus.isListening())
  slow.finish()
  await early
  assert.deepEqual([cache.find(1), cache.peek(1), cache.find(2)], [undefined, undefined, undefined])
  assert.notEqual(cache.evictions(), undefined)
  await cache.get(1, read(1))
  assert.equal(cache.find(1)?.id, 1)
})
