import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import type { CallRoute } from '@atrium/client/client'
import { getFullBoard } from '#boards/full-board.contract.ts'
import { createTask, listTasks, moveTask } from '#tasks/task.contract.ts'
import { sendRequests } from '../../../../bench/connection.ts'
import { openClient, type Prepare } from '../../../../bench/requests.ts'

/** What a browser or `fetch` adds on its own. */
const automatic = [
  'accept-encoding',
  'connection',
  'content-length',
  'cookie',
  'host',
  'origin',
  'sec-fetch-mode',
  'user-agent',
]

interface Received {
  method: string | undefined
  url: string | undefined
  headers: IncomingHttpHeaders
  body: string
}

const received: Received[] = []
const server = createServer(async (request, response) => {
  const { method, url, headers } = request
  received.push({ method, url, headers, body: await text(request) })
  response.setHeader('content-length', 2).end('{}')
}).listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => server.close())
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

/** The client of the web application, whose addresses have no origin. */
const { api } = (await import(new URL('../../../web/src/api.ts', import.meta.url).href)) as { api: CallRoute }
const { fetch } = globalThis
globalThis.fetch = (address, init) => fetch(new URL(String(address), url), init)
after(() => {
  globalThis.fetch = fetch
})

const calls: Record<string, (call: Prepare | CallRoute) => Promise<unknown>> = {
  'a list of tasks': call => call(listTasks, { query: { projectId: '7', limit: 20 } }),
  'a board': call => call(getFullBoard, { params: { id: 7 }, query: { perColumn: 2000, withProject: true } }),
  'a new task': call => call(createTask, { body: { title: 'Ten €', columnId: 3 } }),
  'a move': call => call(moveTask, { params: { id: 5 }, body: { columnId: 3, afterTaskId: 4 } }),
}

for (const [name, call] of Object.entries(calls)) {
  test(`the benchmark sends ${name} as the web application does`, async () => {
    received.length = 0
    await call(api)
    const { prepare } = openClient(url, { email: 'nobody@example.org', password: '' })
    const prepared = (await call(prepare)) as Awaited<ReturnType<Prepare>>
    assert.equal(received.length, 1, 'preparing sends nothing')
    await replay(prepared, 2)
    const [sent, ...replayed] = received.map(withoutAutomatic)
    assert.deepEqual(replayed, [sent, sent])
    const keys = received.map(({ headers }) => headers['idempotency-key'])
    const isPost = sent?.method === 'POST'
    assert.equal(new Set(keys).size, isPost ? 3 : 1)
    assert.equal(keys.includes(undefined), !isPost)
  })
}

function withoutAutomatic({ headers, ...request }: Received) {
  const { 'idempotency-key': _, ...others } = headers
  const own = Object.entries(others).filter(([name]) => !automatic.includes(name))
  return { ...request, headers: Object.fromEntries(own) }
}

/** Sends it over a connection of the load generator until it has been answered this often. */
async function replay(request: Awaited<ReturnType<Prepare>>, times: number) {
  let answers = 0
  await sendRequests({
    url,
    requests: [request],
    isOver: () => answers === times,
    onAnswer: status => {
      assert.equal(status, 200)
      answers += 1
    },
    onLoss: () => assert.fail('the connection was lost'),
  })
}
