import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { runFolder } from '@atrium/testing/run-folder'
import { waitUntil } from '@atrium/testing/wait-until'
import { startReadyService, startSampleService } from './run-sample-service.ts'

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} lets requests in flight finish, closes their connections and then ends the service`, async () => {
    const { child, origin, port, ended } = await startReadyService()
    const answer = fetch(`${origin}/slow`)
    await once(child, 'message')
    const keptAlive = connect(port, '127.0.0.1')
    keptAlive.write('GET /slow HTTP/1.1\r\nHost: sample\r\n\r\n')
    await once(child, 'message')
    child.kill(signal)
    await waitUntilRefused(origin)
    child.send('finish')
    const response = await answer
    assert.deepEqual([response.status, await response.json()], [200, { isClosed: false }])
    assert.match(await text(keptAlive), /^HTTP\/1\.1 200 OK.*connection: close.*\{"isClosed":false\}$/s)
    assert.equal(await ended, 0)
  })
}

test('a service drains for the configured time, closes its port, answers on idle connections and ends', async () => {
  const { child, origin, port, ended } = await startReadyService({ DRAIN_SECONDS: '1' })
  const socket = connect(port, '127.0.0.1')
  socket.write('GET /healthz HTTP/1.1\r\nHost: sample\r\n\r\n')
  const [first] = await once(socket, 'data')
  assert.match(String(first), /^HTTP\/1\.1 200 OK.*connection: keep-alive/is)
  child.kill('SIGTERM')
  await waitUntil(async () => (await stateOf(origin)).message === 'The service is shutting down')
  await waitUntilRefused(origin)
  socket.write('GET /healthz HTTP/1.1\r\nHost: sample\r\n\r\n')
  assert.match(await text(socket), /^HTTP\/1\.1 200 OK.*connection: close.*"status":"ok"/s)
  assert.equal(await ended, 0)
})

test('connections that have sent no request do not delay the end of the service', async () => {
  const { child, port, ended } = await startReadyService()
  const silent = connect(port, '127.0.0.1') // browsers open connections before they need them
  const half = connect(port, '127.0.0.1')
  half.write('GET /healthz HTTP/1.1\r\nHost: ')
  const idle = connect(port, '127.0.0.1')
  idle.write('GET /healthz HTTP/1.1\r\nHost: sample\r\n\r\n')
  await once(idle, 'data')
  child.kill('SIGTERM')
  await Promise.all([silent, half, idle].map(socket => text(socket)))
  assert.equal(await ended, 0, 'ended before the time limit')
})

test('connections waiting to be accepted when the port closes are answered', async () => {
  const { child, origin, port, ended } = await startReadyService()
  const unblocked = join(runFolder(), 'unblocked')
  const blocking = post(`${origin}/block`, { untilExists: unblocked })
  await once(child, 'message')
  const sockets = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect')
      await promisify(socket.write).call(socket, 'GET /healthz HTTP/1.1\r\nHost: sample\r\n\r\n')
      return socket
    }),
  )
  child.kill('SIGTERM')
  await writeFile(unblocked, '')
  for (const socket of sockets) assert.match(await text(socket), /^HTTP\/1\.1 200 OK/)
  assert.equal((await blocking).status, 200)
  assert.equal(await ended, 0)
})

test('/readyz reports that the service is stopping while its port is still open', async () => {
  const { child, origin, ended } = await startReadyService({ DRAIN_SECONDS: '300' })
  child.kill('SIGTERM')
  await waitUntil(async () => (await stateOf(origin)).message === 'The service is shutting down')
  const { status, retryAfter } = await stateOf(origin)
  assert.deepEqual([status, retryAfter], [503, '5'])
  const served = await fetch(`${origin}/healthz`)
  assert.deepEqual([served.status, served.headers.get('connection')], [200, 'keep-alive'])
  child.kill('SIGTERM') // a second signal ends the drain
  assert.equal(await ended, null)
})

async function stateOf(origin: string) {
  const response = await fetch(`${origin}/readyz`)
  const { error } = (await response.json()) as { error: { message: string } }
  const { headers, status } = response
  return {
    status,
    message: error.message,
    retryAfter: headers.get('retry-after'),
  }
}

test('a service stops when its parent process is gone, even though its log is not read', async () => {
  const { child, ready, origin, ended } = await startReadyService()
  assert.equal(ready, 'ready')
  child.stdout?.destroy()
  await fetch(`${origin}/nowhere`)
  child.disconnect()
  assert.equal(await ended, 0)
})

test('a port in use prevents the start with a clear message', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  after(() => other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const { ended, readOutput } = startSampleService({ PORT: String(port) })
  const { stderr } = await readOutput()
  assert.equal(await ended, 1)
  assert.equal(stderr, `Port ${port} is in use; stop what uses it or choose another port.\n`)
})

function post(url: string, body: object) {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

async function waitUntilRefused(origin: string) {
  for (;;) {
    const isServed = await fetch(`${origin}/healthz`).then(
      () => true,
      () => false,
    )
    if (!isServed) return
  }
}
