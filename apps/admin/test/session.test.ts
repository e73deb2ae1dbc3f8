import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '@atrium/client/api-error'
import { renewSession } from '../src/data/session.ts'

test('a session is renewed, or refused by the server', async t => {
  answerWith(t, new Response(null, { status: 200 }))
  assert.equal(await renewSession(), true)
  answerWith(t, new Response(null, { status: 401 }))
  assert.equal(await renewSession(), false)
})

test('a server that is busy or away does not end the session', async t => {
  for (const [answer, status] of [
    [new Response(null, { status: 429 }), 429],
    [new Response(null, { status: 503 }), 503],
    [new TypeError('Failed to fetch'), 0],
  ] as const) {
    answerWith(t, answer)
    await assert.rejects(renewSession(), error => error instanceof ApiError && error.status === status)
  }
})

function answerWith({ mock }: Pick<typeof import('node:test'), 'mock'>, answer: Response | Error) {
  mock.restoreAll()
  mock.method(globalThis, 'fetch', async () => {
    if (answer instanceof Error) throw answer
    return answer
  })
}
