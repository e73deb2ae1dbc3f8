import assert from 'node:assert/strict'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { Agent } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { freePort } from '@atrium/testing/free-port'
import { createFolder } from '@atrium/testing/run-folder'
import { waitUntil } from '@atrium/testing/wait-until'
import { CLIENTS, echo, startLoad } from './load.ts'
import { startSampleService } from './run-sample-service.ts'

const refusal = join(createFolder('workers'), 'refuse')
const service = await startWorkers({ REFUSE: refusal })
const load = startLoad(service.port)
after(() => load.stop())

test('two workers answer on one port', async () => {
  assert.equal((await listPids()).size, 2)
  await waitUntil(() => load.answered > CLIENTS)
  assert.deepEqual(load.failures, [])
})

test('/metrics reports both workers, whichever is asked', async () => {
  const body = await (await fetch(`${service.origin}/metrics`)).text()
  for (const worker of [1, 2]) {
    const line = new RegExp(`^http_requests_total\\{.*route="/echo".*worker="${worker}"\\} (\\d+)$`, 'm')
    assert.ok(Number(body.match(line)?.[1]) > 0, body)
  }
  assert.equal(body.match(/^# TYPE process_cpu_seconds_total /gm)?.length, 1)
})

test('a worker that is killed is replaced while the other answers', async () => {
  const [killed = 0, other = 0] = await listPids()
  process.kill(killed, 'SIGKILL')
  await untilPids(pids => pids.size === 2 && pids.has(other) && !pids.has(killed))
  // Only what the killed worker was doing is lost.
  assert.ok(load.failures.length <= 2 * CLIENTS, `${load.failures.length} requests failed`)
})

test('SIGHUP replaces both workers without a failed request', async () => {
  load.failures.length = 0
  const before = await listPids()
  service.child.kill('SIGHUP')
  await untilPids(pids => pids.size === 2 && [...pids].every(pid => !before.has(pid)))
  assert.deepEqual(load.failures, [])
})

test('a connection that opens while workers are replaced is answered by one of them', async () => {
  let isReplacing = true
  const visitors = Array.from({ length: 20 }, async () => {
    const statuses = new Set<number>()
    while (isReplacing) statuses.add((await echo(new Agent(), service.port, {})).status)
    return [...statuses]
  })
  const before = await listPids()
  service.child.kill('SIGHUP')
  await untilPids(pids => pids.size === 2 && [...pids].every(pid => !before.has(pid)))
  isReplacing = false
  assert.deepEqual(new Set((await Promise.all(visitors)).flat()), new Set([200]))
})

test('workers that refuse to start leave the old ones running', async () => {
  const before = await listPids()
  await writeFile(refusal, '')
  service.child.kill('SIGHUP')
  const [sentence] = await once(service.child.stderr ?? service.child, 'data')
  assert.equal(String(sentence), 'The sample refuses to start.\n')
  await rm(refusal)
  assert.deepEqual([await listPids(), load.failures], [before, []])
})

test('SIGTERM ends all workers after the requests in flight', async () => {
  await load.stop()
  const { child, port, ended } = service
  const sockets = await Promise.all([openRequest(port), openRequest(port)])
  const answers = sockets.map(socket => text(socket))
  child.kill('SIGTERM')
  await waitUntilRefused(port)
  for (const socket of sockets) socket.write('{}')
  for (const answer of answers) assert.match(await answer, /^HTTP\/1\.1 200 OK.*connection: close.*\{\}$/s)
  assert.equal(await ended, 0)
})

test('workers end when their supervisor is killed', async () => {
  const { child, port } = await startWorkers()
  child.kill('SIGKILL')
  await waitUntilRefused(port)
})

test('a service whose first worker refuses to start is refused, with one message', async () => {
  await writeFile(refusal, '')
  const { ended, readOutput } = startSampleService({ WORKERS: '2', REFUSE: refusal })
  const { stderr } = await readOutput()
  assert.deepEqual([await ended, stderr], [1, 'The sample refuses to start.\n'])
})

async function startWorkers(environment: Record<string, string> = {}) {
  const port = await freePort()
  const service = startSampleService({ PORT: String(port), WORKERS: '2', ...environment })
  service.child.stdout?.resume()
  const [ready] = await once(service.child, 'message')
  assert.equal(ready, 'ready')
  return { ...service, port, origin: `http://127.0.0.1:${port}` }
}

/** The processes that new connections reach: they go to the workers in turn. */
async function listPids() {
  const pids: number[] = []
  for (let count = 0; count < 4; count += 1) {
    // A connection that is on its way to a worker when it is killed is closed.
    const answer = await echo(new Agent(), service.port, {}).catch(() => undefined)
    if (answer) pids.push(answer.pid)
  }
  return new Set(pids.sort((one, other) => one - other))
}

async function untilPids(isSo: (pids: Set<number>) => boolean) {
  await waitUntil(async () => isSo(await listPids()))
}

/** A request whose body has not arrived yet. */
async function openRequest(port: number) {
  const socket = connect(port, '127.0.0.1')
  socket.write(
    'POST /echo HTTP/1.1\r\nHost: sample\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n',
  )
  await once(socket, 'data') // the request was accepted
  return socket
}

async function waitUntilRefused(port: number) {
  await waitUntil(async () => {
    const socket = connect(port, '127.0.0.1')
    const isServed = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    return !isServed
  })
}
