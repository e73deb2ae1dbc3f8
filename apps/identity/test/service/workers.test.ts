import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '@atrium/testing/workers'
import { main, startIdentity } from '../identity-service.ts'
import { createUser, signIn } from '../people.ts'

const identity = await startIdentity()
const person = await createUser(identity)
const settings = Object.entries({ ...identity.deps.settings, WORKERS: 2, METRICS_TOKEN: 'public' })
const environment = Object.fromEntries(settings.map(([name, value]) => [name, String(value)]))
const { url, ended, stop } = await startService(main, environment)

test('signing out with one worker counts for the other at once', async () => {
  const { access_token: token } = await signIn(identity, person)
  const isActive = async () => (await post('/token/introspect', { token })).active
  assert.deepEqual([await isActive(), await isActive()], [true, true])
  await post('/auth/logout', {}, { authorization: `Bearer ${token}` })
  assert.deepEqual([await isActive(), await isActive()], [false, false])

  const metrics = await (await fetch(`${url}/metrics`)).text()
  for (const worker of [1, 2]) {
    const answered = new RegExp(
      `^http_requests_total\\{.*route="/token/introspect".*worker="${worker}"\\} 2$`,
      'm',
    )
    assert.match(metrics, answered)
  }
})

test('SIGTERM ends the service', async () => {
  stop()
  assert.deepEqual(await ended, [0, null])
})

/** On a connection of its own: these go to the workers in turn. */
async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close', ...headers },
    body: JSON.stringify(body),
  })
  assert.equal(response.status, 200)
  return (await response.json()) as { active?: boolean }
}
