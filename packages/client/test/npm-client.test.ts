import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { clientCredentials } from '../npm/client-credentials.ts'
import { readMessages } from '../npm/event-stream.ts'
import { createOperations } from '../npm/operations.ts'
import type { ClientOptions } from '../npm/request.ts'
import { createSend } from '../npm/send.ts'
import { ApiError } from '../src/api-error.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** A server that gives these answers in turn, the last one again and again. */
async function answering(...answers: Answer[]) {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    answers[Math.min(requests.length, answers.length) - 1]?.(request, response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

function json(status: number, body: object, headers = {}): Answer {
  return (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

const ok = json(200, { message: 'done' })
const cut: Answer = request => request.socket.destroy()
const silent: Answer = () => {}

const routes = {
  read: 'GET /thing',
  write: 'POST /thing',
  register: 'POST /open open',
  change: 'PUT /thing/:id',
  list: 'GET /thing list',
}

function operationsAt(url: string, options: Partial<ClientOptions> = {}) {
  return createOperations(routes, createSend({ url, ...options })) as Record<
    keyof typeof routes,
    (input?: object) => Promise<unknown>
  >
}

test('a read and a write with a key are repeated if the answer is lost, with the same key', async () => {
  for (const name of ['read', 'write'] as const) {
    const { url, requests } = await answering(cut, ok)
    assert.deepEqual(await operationsAt(url)[name]({ body: undefined }), { message: 'done' })
    const [first, second] = requests.map(({ headers }) => headers['idempotency-key'])
    assert.equal(requests.length, 2)
    assert.equal(first, second)
    assert.equal(first === undefined, name === 'read')
  }
})

test('what could happen twice is never repeated', async () => {
  const change = await answering(cut, ok)
  await rejects(operationsAt(change.url).change({ params: { id: 1 } }), 0, 'unreachable')
  const write = await answering(cut, ok)
  await rejects(operationsAt(write.url).register(), 0, 'unreachable')
  assert.deepEqual([change.requests.length, write.requests.length], [1, 1])
})

test('a busy server is asked again when it says so, unless that takes too long', async () => {
  const busy = (seconds: number) =>
    json(
      503,
      { error: { code: 503, message: 'Busy', details: { reason: 'busy' } } },
      { 'retry-after': seconds },
    )
  const short = await answering(busy(1), ok)
  await operationsAt(short.url).change({ params: { id: 1 } })
  assert.equal(short.requests.length, 2)
  const long = await answering(busy(3600))
  const error = await rejects(operationsAt(long.url).read(), 503, 'busy')
  assert.deepEqual([long.requests.length, error.retryAfter], [1, 3600])
  const never = await answering(busy(1))
  await rejects(operationsAt(never.url, { retries: 0 }).read(), 503, 'busy')
  assert.equal(never.requests.length, 1)
})

test('a rejected token is replaced once', async () => {
  const rejected = json(401, {
    error: { code: 401, message: 'Expired', details: { reason: 'session_expired' } },
  })
  const { url, requests } = await answering(rejected, ok)
  const token = (old?: string) => (old === 'first' ? 'second' : 'first')
  await operationsAt(url, { token }).read()
  assert.deepEqual(
    requests.map(({ headers }) => headers.authorization),
    ['Bearer first', 'Bearer second'],
  )
  const always = await answering(rejected)
  await rejects(operationsAt(always.url, { token }).read(), 401, 'session_expired')
  await rejects(operationsAt(always.url, { token: 'fixed' }).read(), 401, 'session_expired')
  assert.equal(always.requests.length, 3)
})

test('a call ends at its timeout or when it is aborted', async () => {
  const { url } = await answering(silent)
  await rejects(operationsAt(url, { timeout: 20, retries: 0 }).read(), 0, 'timeout')
  await rejects(operationsAt(url, { retries: 0 }).read({ timeout: 20 }), 0, 'timeout')
  const controller = new AbortController()
  const call = operationsAt(url).read({ signal: controller.signal })
  controller.abort(new Error('not needed'))
  await assert.rejects(call, { message: 'not needed' })
})

test('tokens of a client are requested once and kept until they expire', async () => {
  const issue = (token: string, seconds: number) => json(200, { access_token: token, expires_in: seconds })
  const { url, requests } = await answering(issue('short', 10), issue('long', 3600), issue('new', 3600))
  const token = clientCredentials({ identityUrl: url, clientId: 'robot', clientSecret: 'secret' })
  assert.deepEqual(await Promise.all([token(), token()]), ['short', 'short'])
  assert.equal(await token(), 'long')
  assert.equal(await token(), 'long')
  assert.equal(requests.length, 2)
  assert.equal(await token('long'), 'new')
})

test('the token endpoint refuses with the code of RFC 6749', async () => {
  const { url } = await answering(json(401, { error: 'invalid_client', error_description: 'Unknown client' }))
  const token = clientCredentials({ identityUrl: url, clientId: 'robot', clientSecret: 'wrong' })
  const error = await rejects(Promise.resolve(token()), 401, 'invalid_client')
  assert.equal(error.message, 'Unknown client')
})

const streamToken = json(200, { token: 'once', expires_in: 60 })

function streaming(...parts: string[]): Answer {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const part of parts) response.write(part)
    response.end()
  }
}

const change = (id: number) => `id: 7-${id}\nevent: message\ndata: {"event":"change","data":{"id":${id}}}\n\n`
const end = (reason: string, retry: boolean) =>
  `event: error\ndata: {"error":{"code":401,"message":"Over","details":{"reason":"${reason}","retry":${retry}}}}\n\n`

test('a stream goes on where it was cut, and ends when the server says so', async () => {
  const whole = `retry: 1\n: ok\n\nid: 7-0\nevent: place\ndata: {}\n\n${change(1)}${change(2)}`
  const { url, requests } = await answering(
    streamToken,
    streaming(whole.slice(0, 60), whole.slice(60)),
    streamToken,
    streaming(change(3), end('session_revoked', false)),
  )
  const ids: string[] = []
  const error = await rejects(
    (async () => {
      const stream = readMessages(createSend({ url, retries: 0 }), { topics: ['board:7'] })
      for await (const { id } of stream) ids.push(id)
    })(),
    401,
    'session_revoked',
  )
  assert.equal(error.message, 'Over')
  assert.deepEqual(ids, ['7-1', '7-2', '7-3'])
  const [, first, , second] = requests.map(request => new URL(String(request.url), url).searchParams)
  assert.deepEqual([first?.get('topics'), first?.get('lastEventId')], ['board:7', null])
  assert.equal(second?.get('lastEventId'), '7-2')
})

test('aborting a stream ends it without an error', async () => {
  const open: Answer = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(change(1))
  }
  const { url } = await answering(streamToken, open)
  const controller = new AbortController()
  const stream = readMessages(createSend({ url }), { signal: controller.signal })
  assert.equal((await stream.next()).value?.id, '7-1')
  controller.abort()
  assert.deepEqual(await stream.next(), { done: true, value: undefined })
})

async function rejects(call: Promise<unknown>, status: number, code: string) {
  const error = await call.then(
    () => assert.fail('the call succeeded'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof ApiError, String(error))
  assert.deepEqual([error.status, error.code], [status, code])
  return error
}
