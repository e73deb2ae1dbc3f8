import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openOutbound } from '@atrium/outbound/outbound'
import { connectTo } from '#imports/sources/connection.ts'
import { SourceFailed } from '#imports/sources/import-source.ts'
import { importSources } from '#imports/sources/sources.ts'
import { answeringServer, type Reply } from './answering-server.ts'

const settings = { IDENTITY_PORT: 4000, TASKS_PORT: 4100, IDENTITY_URL: 'https://id.example.com' }
const outbound = openOutbound({ ...settings, OUTBOUND_ALLOW: '127.0.0.1' })
const bearer = { headers: (token: string) => ({ authorization: `Bearer ${token}` }) }
const { signal } = new AbortController()

const connect = (address: string) => connectTo(outbound, { source: bearer, address, token: 't', signal })
const failsWith = (problem: string) => (error: unknown) =>
  error instanceof SourceFailed && error.problem === problem

test('waits as long as a source asks to, and tries again', async () => {
  const replies: Reply[] = [
    { status: 429, headers: { 'retry-after': '0' } },
    { status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1' } },
    { json: { done: true } },
  ]
  const { url, asked } = await answeringServer(() => replies.shift() as Reply)
  const { body } = await connect(url).json('/items?page=1')
  assert.deepEqual(body, { done: true })
  assert.deepEqual(
    asked.map(({ path, headers }) => [path, headers.authorization]),
    Array.from({ length: 3 }, () => ['/items?page=1', 'Bearer t']),
  )
})

test('says whether the token is refused, nothing is there, or the answer is nonsense', async () => {
  const { url } = await answeringServer(({ path }): Reply => {
    if (path === '/html') return { bytes: '<html>' }
    return { status: Number(path.slice(1)) }
  })
  const { json } = connect(url)
  await assert.rejects(json('/401'), failsWith('tokenRefused'))
  await assert.rejects(json('/404'), failsWith('notFound'))
  await assert.rejects(json('/500'), failsWith('unavailable'))
  await assert.rejects(json('/302'), failsWith('nonsense'))
  await assert.rejects(json('/html'), failsWith('nonsense'))
})

test('the token goes to the address only, not to where an answer leads', async () => {
  const elsewhere = await answeringServer(() => ({ bytes: 'content' }))
  const { url } = await answeringServer(() => ({ status: 302, headers: { location: `${elsewhere.url}/f` } }))
  const { json, file } = connect(url)
  assert.equal((await file('/file')).toString(), 'content')
  assert.deepEqual(
    elsewhere.asked.map(({ path, headers }) => [path, headers.authorization]),
    [['/f', undefined]],
  )
  await assert.rejects(json(`${elsewhere.url}/items`), failsWith('nonsense'))
  assert.equal(elsewhere.asked.length, 1)
})

test('internal addresses are refused, also where a file is', async () => {
  const closed = openOutbound(settings)
  const { json } = connectTo(closed, { source: bearer, address: 'http://127.0.0.1:9', token: 't', signal })
  await assert.rejects(json('/'), { code: 'outbound_address_refused' })
  const { url } = await answeringServer(() => ({ status: 302, headers: { location: 'http://10.1.2.3/f' } }))
  await assert.rejects(connect(url).file('/file'), { code: 'outbound_address_refused' })
})

test('a Trello board comes with more than 1,000 comments', async () => {
  const comments = Array.from({ length: 2500 }, (_, index) => ({ id: `c${index}`, type: 'commentCard' }))
  const { url, asked } = await answeringServer(({ path }): Reply => {
    const { pathname, searchParams } = new URL(path, 'http://trello.example')
    if (pathname === '/1/boards/abc123') return { json: { id: 'b', name: 'Board', lists: [], cards: [] } }
    assert.equal(pathname, '/1/boards/abc123/actions')
    const start = comments.findIndex(({ id }) => id === searchParams.get('before')) + 1
    return { json: comments.slice(start, start + Number(searchParams.get('limit'))) }
  })
  const trello = importSources.find(({ id }) => id === 'trello')
  assert.ok(trello)
  const address = `${url}/b/abc123/office-move`
  const connection = connectTo(outbound, { source: trello, address, token: 'key:secret', signal })
  const counts: number[] = []
  const document = await trello.download(connection, async done => {
    counts.push(done)
  })
  assert.deepEqual(document, { id: 'b', name: 'Board', lists: [], cards: [], actions: comments })
  assert.deepEqual(counts, [1, 2, 3, 4])
  assert.equal(asked[0]?.headers.authorization, 'OAuth oauth_consumer_key="key", oauth_token="secret"')
  assert.doesNotMatch(asked.map(({ path }) => path).join(), /secret/)
})
