import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { mock, type TestContext, test } from 'node:test'
import { Type } from 'typebox'
import type { App } from '../src/app/create-app.ts'
import { NotAuthenticated } from './sample.errors.ts'
import { createSampleApp } from './sample-app.ts'

/** A service with one route that changes something, and sessions that can end. */
async function startService() {
  const session = { isActive: true, checks: 0, admitted: Promise.withResolvers<void>() }
  const handled: unknown[] = []
  const app = await createSampleApp(
    app => {
      app.post('/thing', {
        schema: { body: Type.Object({ name: Type.String() }) },
        config: { access: { rule: { token: true } } },
        handler: async ({ body }) => {
          handled.push(body)
          return { message: 'Done' }
        },
      })
    },
    {
      authenticate: async () => {
        session.checks += 1
        if (!session.isActive) throw new NotAuthenticated('sign_in_required')
        setImmediate(session.admitted.resolve)
        return { id: 1 }
      },
    },
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  return { app, session, handled }
}

const body = JSON.stringify({ name: 'A thing' })

/** Sends half of the body and waits until the token has been checked. */
async function sendHalf(app: App, { admitted }: { admitted: PromiseWithResolvers<void> }) {
  const { port } = app.server.address() as AddressInfo
  const headers = {
    'content-type': 'application/json',
    'content-length': body.length,
    authorization: 'Bearer 1',
  }
  const sent = request({ port, method: 'POST', path: '/thing', headers })
  sent.write(body.slice(0, 5))
  await admitted.promise
  return sent
}

async function answerOf(sent: ClientRequest) {
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode, body: (await json(response)) as { error: { details: object } } }
}

/** Lets the clock of the process jump. */
function jump(t: TestContext, ms: number) {
  const now = performance.now.bind(performance)
  t.mock.method(performance, 'now', () => now() + ms)
}

test('a session that ends while a slow body arrives changes nothing', async t => {
  const { app, session, handled } = await startService()
  const sent = await sendHalf(app, session)
  session.isActive = false
  jump(t, 1000)
  sent.end(body.slice(5))
  assert.equal((await answerOf(sent)).status, 401)
  assert.deepEqual([handled, session.checks], [[], 2])
})

test('a session that goes on is checked twice for a slow body, and once for others', async t => {
  const { app, session, handled } = await startService()
  const slow = await sendHalf(app, session)
  jump(t, 1000)
  slow.end(body.slice(5))
  assert.equal((await answerOf(slow)).status, 200)
  assert.deepEqual([handled.length, session.checks], [1, 2])
  t.mock.restoreAll()
  const payload = { name: 'At once' }
  await app.inject({ method: 'POST', url: '/thing', payload, headers: { authorization: 'Bearer 1' } })
  assert.deepEqual([handled.length, session.checks], [2, 3])
})

test('a body that is not an upload has 30 seconds to arrive', async () => {
  const { app, session, handled } = await startService()
  mock.timers.enable({ apis: ['setTimeout'] })
  const sent = await sendHalf(app, session)
  mock.timers.tick(29_999)
  const answer = answerOf(sent)
  mock.timers.tick(1)
  mock.timers.reset()
  const { status, body } = await answer
  assert.equal(status, 408)
  assert.deepEqual(body.error.details, { reason: 'request_timeout', kind: 'timeout' })
  assert.deepEqual(handled, [])
})
