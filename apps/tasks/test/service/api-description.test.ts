import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkApiDescription } from '@atrium/testing/api-description'
import { startBothServices } from '../both-services.ts'

const { app } = await startBothServices()
const document = (await app.inject('/docs/apidoc/json')).json()
const { paths } = document

test('the description is valid OpenAPI 3.1, and every operation has a summary and a description', () =>
  checkApiDescription(document))

test('in development the description includes the development routes', async () => {
  const { app } = await startBothServices({ NODE_ENV: 'development' })
  const document = (await app.inject('/docs/apidoc/json')).json()
  assert.ok(document.paths['/generator'].post)
  await checkApiDescription(document)
})

test('the event stream documents its token and the Last-Event-ID header', () => {
  const { parameters, description, responses } = paths['/events'].get
  const named = Object.fromEntries(parameters.map((each: { name: string }) => [each.name, each]))
  assert.equal(named.token.required, true)
  assert.deepEqual([named['Last-Event-ID'].in, named['Last-Event-ID'].required], ['header', false])
  assert.doesNotMatch(description, /No access token required/)
  assert.ok(responses[200].content['text/event-stream'])
  assert.ok(responses[403])
})

test('every POST with a token accepts an Idempotency-Key, and no other operation does', () => {
  for (const [path, item] of Object.entries<
    Record<string, { parameters?: { name: string }[]; security?: object }>
  >(paths)) {
    for (const [method, { parameters = [], security }] of Object.entries(item)) {
      const takesKey = parameters.some(({ name }) => name === 'Idempotency-Key')
      assert.equal(takesKey, method === 'post' && security !== undefined, `${method} ${path}`)
    }
  }
})

test('a request with a session cookie may return refreshed cookies', () => {
  const { security, responses } = paths['/project'].get
  assert.deepEqual(security, [{ bearer: [] }, { app_access_token: [] }, { app_refresh_token: [] }])
  assert.match(responses[200].headers['Set-Cookie'].description, /app_access_token/)
  assert.match(
    paths['/auth/callback'].get.responses[302].headers['Set-Cookie'].description,
    /app_access_token/,
  )
  assert.equal(paths['/auth/callback'].get.responses[200], undefined)
})
