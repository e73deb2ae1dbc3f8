import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { waitUntil } from '@atrium/testing/wait-until'
import { createAnnouncements } from '../src/announcements.ts'

const client = { clientId: 'tasks', clientSecret: 'secret' }

/** An identity service that answers each request when the test says so, and a follower with a stopped clock. */
async function startFollowing() {
  const requests: { cursor: string | undefined; answer: (status: number, body: object) => void }[] = []
  const server = createServer(async (request, response) => {
    const { cursor } = (await json(request)) as { cursor?: string }
    const answer = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body))
    requests.push({ cursor, answer })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const time = { now: 0 }
  const changes: boolean[] = []
  const heard: object[] = []
  let gaps = 0
  const announcements = createAnnouncements({
    identityUrl: `http://127.0.0.1:${port}`,
    client,
    onChange: error => changes.push(error === undefined),
    clock: () => time.now,
  })
  announcements.onMessage(message => heard.push(message))
  announcements.onGap(() => {
    gaps += 1
  })
  after(async () => {
    await announcements.stop()
    server.closeAllConnections()
    server.close()
  })
  announcements.start()
  let taken = 0
  return {
    ...announcements,
    time,
    changes,
    heard,
    gaps: () => gaps,
    /** The next request, as it arrives. */
    next: async () => {
      taken += 1
      await waitUntil(() => requests.length >= taken)
      return requests[taken - 1] as (typeof requests)[number]
    },
  }
}

function answer(cursor: string, announcements: object[] = [], others: object = {}) {
  return { cursor, announcements, isCursorUnknown: false, waitedMs: 0, validMs: 3000, ...others }
}

test('each request continues where the last answer ended, and repeats what was not answered', async () => {
  const { next, heard, gaps, changes } = await startFollowing()
  const first = await next()
  assert.equal(first.cursor, undefined)
  first.answer(200, answer('1:1:'))
  const second = await next()
  assert.deepEqual([second.cursor, gaps(), heard], ['1:1:', 1, []])
  second.answer(200, answer('2:2:', [{ userId: 7 }, { tokenId: 'a' }]))
  const third = await next()
  assert.deepEqual(heard, [
    { name: 'TokensAnnounced', userId: 7 },
    { name: 'TokensAnnounced', tokenId: 'a' },
  ])
  third.answer(500, {})
  const repeated = await next()
  assert.deepEqual([third.cursor, repeated.cursor, changes], ['2:2:', '2:2:', [true, false]])
  repeated.answer(200, answer('3:3:', [{}]))
  assert.equal((await next()).cursor, '3:3:')
  assert.deepEqual([heard.at(-1), gaps(), changes], [{ name: 'TokensAnnounced' }, 1, [true, false, true]])
})

test('an unknown cursor, or one older than half an hour, is a gap', async () => {
  const { next, gaps, time } = await startFollowing()
  ;(await next()).answer(200, answer('1:1:'))
  ;(await next()).answer(200, answer('2:2:', [], { isCursorUnknown: true }))
  const late = await next()
  assert.deepEqual([late.cursor, gaps()], ['2:2:', 2])
  time.now += 1_800_001
  late.answer(500, {})
  const restarted = await next()
  assert.equal(restarted.cursor, undefined)
  restarted.answer(200, answer('3:3:'))
  await next()
  assert.equal(gaps(), 3)
})

test('knowledge ages from the moment that the identity service read it, however late it arrives', async () => {
  const { next, isFresh, ageSeconds, time } = await startFollowing()
  const first = await next()
  time.now += 900
  assert.deepEqual([isFresh(), ageSeconds()], [false, 0.9])
  first.answer(200, answer('1:1:', [], { waitedMs: 800 }))
  const delayed = await next()
  assert.deepEqual([isFresh(), ageSeconds()], [true, 0.1])
  time.now += 2900
  assert.equal(isFresh(), false)
  time.now += 5000
  delayed.answer(200, answer('2:2:', [], { waitedMs: 1000 }))
  const current = await next()
  assert.equal(isFresh(), false, 'it was read seven seconds ago')
  current.answer(200, answer('3:3:'))
  await next()
  assert.equal(isFresh(), true)
})
