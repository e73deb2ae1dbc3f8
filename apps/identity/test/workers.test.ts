import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { freePort } from '@atrium/testing/free-port'
import { startIdentity } from './identity-service.ts'
import { createUser, signIn } from './people.ts'

const identity = await startIdentity()
const person = await createUser(identity)
const { url, ended, stop } = await startWorkers()

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

/** The real service, on the database of the instance in this process. */
async function startWorkers() {
  const port = await freePort()
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
  const settings = { ...identity.deps.settings, IDENTITY_PORT: port, WORKERS: 2, DRAIN_SECONDS: 0 }
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH ?? '',
      ...Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)])),
      METRICS_TOKEN: 'public',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  after(() => child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  await Promise.race([once(child, 'message'), ended.then(() => assert.fail('The service did not start'))])
  return { url: `http://127.0.0.1:${port}`, ended, stop: () => child.kill('SIGTERM') }
}
