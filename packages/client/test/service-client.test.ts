import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { contract, open } from '@atrium/core/contract'
import { Type } from 'typebox'
import { createServiceClient, routeOf } from '../src/service-client.ts'

const common = { tag: 'Things', summary: 'Test', description: 'Test.', access: open } as const
const updateThing = contract('updateThing', 'PUT /things/:id', {
  ...common,
  query: Type.Object({ colour: Type.Optional(Type.String()) }),
  body: Type.Object({ name: Type.String() }),
  reply: Type.Object({ heard: Type.String() }),
})
const route = routeOf<typeof updateThing>('PUT', '/things/:id')

let answer: RequestListener
const server = createServer((request, response) => answer(request, response))
server.listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => {
  server.closeAllConnections()
  server.close()
})
const { port } = server.address() as AddressInfo
const call = createServiceClient({ baseUrl: `http://127.0.0.1:${port}`, timeoutMs: 300 })

const input = { params: { id: 7 }, query: { colour: 'red' }, body: { name: 'a b' } }

test('a route is called with its parameters, query, body and headers', async () => {
  answer = async (request, response) => {
    const { method, url, headers } = request
    const heard = [method, url, headers['content-type'], headers.authorization, await text(request)].join(' ')
    response.setHeader('x-thing', '7').end(JSON.stringify({ heard }))
  }
  const { reply, headers } = await call(route, { ...input, headers: { authorization: 'Bearer x' } })
  assert.equal(reply?.heard, 'PUT /things/7?colour=red application/json Bearer x {"name":"a b"}')
  assert.equal(headers.get('x-thing'), '7')
  const form = await call(route, { ...input, isForm: true })
  assert.match(String(form.reply?.heard), /application\/x-www-form-urlencoded.* name=a\+b$/)
})

test('a refusal is an answer, with what it says', async () => {
  answer = (_request, response) => void response.writeHead(409).end('{"error":{"code":"busy"}}')
  const { status, reply, refusal } = await call(route, input)
  assert.deepEqual([status, reply, refusal], [409, undefined, { error: { code: 'busy' } }])
})

test('a redirect is not followed', async () => {
  answer = (_request, response) => void response.writeHead(302, { location: '/elsewhere' }).end()
  assert.equal((await call(route, input)).status, 302)
})

const failures: Record<string, RequestListener> = {
  'no answer in time': () => {},
  'an answer that does not end in time': (_request, response) => void response.write('{"heard":'),
  'an answer that is cut off': (_request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{"heard":')
    setImmediate(() => response.destroy())
  },
  'an answer of something else': (_request, response) => void response.end('<html></html>'),
  'a failing service': (_request, response) => void response.writeHead(503).end('{}'),
}

for (const [name, listener] of Object.entries(failures)) {
  test(`${name} is an error`, async () => {
    answer = listener
    await assert.rejects(call(route, input))
  })
}
