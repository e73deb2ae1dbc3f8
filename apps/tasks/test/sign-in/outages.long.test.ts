import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@atrium/testing/free-port'
import { waitUntil } from '@atrium/testing/wait-until'
import { startService } from '@atrium/testing/workers'
import { startBothServices } from '../both-services.ts'
import { cookiesOf } from '../people.ts'
import { createUser } from '../team.ts'

// Two processes of each service: the first task service asks the first identity service, the second one the second.
const settings = { RATE_LIMIT: 'off', INTROSPECTION_CACHE: '300', IDENTITY_TIMEOUT: '2' }
const services = await startBothServices(settings)
const ports = [await freePort(), await freePort()] as const
const startIdentity = (which: 0 | 1) =>
  startService(new URL('../../../identity/src/main.ts', import.meta.url), services.environment, ports[which])
const identities = [await startIdentity(0), await startIdentity(1)] as const
const startTasks = (IDENTITY_INTERNAL_URL: string) =>
  startService(new URL('../../src/main.ts', import.meta.url), {
    ...services.environment,
    IDENTITY_INTERNAL_URL,
  })
const tasks = await Promise.all(identities.map(({ url }) => startTasks(url)))
const administrator = await createUser(services, 'owner')
const cookies = cookiesOf(
  await services.identity.inject({
    method: 'POST',
    url: '/auth/login',
    payload: { username: administrator.email, password: administrator.password },
  }),
)

/** How long each test looks for a change that is accepted: longer than anything that is relied on. */
const ATTACK_MS = 8000

interface Disturbance {
  before?: () => unknown
  /** The instance of the identity service where the user is archived. */
  archivedAt: 0 | 1
  after?: () => unknown
}

const disturbances: Record<string, Disturbance> = {
  'nothing happens': { archivedAt: 0 },
  'the identity service that it asks is frozen, and continues': {
    before: () => identities[0].kill('SIGSTOP'),
    archivedAt: 1,
    after: () => identities[0].kill('SIGCONT'),
  },
  'the task service is frozen, and continues': {
    before: () => tasks[0]?.kill('SIGSTOP'),
    archivedAt: 0,
    after: () => tasks[0]?.kill('SIGCONT'),
  },
  'the identity service is frozen after it': {
    archivedAt: 0,
    after: async () => {
      for (const { kill } of identities) kill('SIGSTOP')
      setTimeout(() => identities.map(({ kill }) => kill('SIGCONT')), ATTACK_MS / 2)
    },
  },
  'the identity service that it asks is killed': {
    before: async () => {
      identities[0].kill('SIGKILL')
      await identities[0].ended
    },
    archivedAt: 1,
    after: async () => Object.assign(identities[0], await startIdentity(0)),
  },
  'the identity service that it asks is killed and started again': {
    before: async () => {
      identities[0].kill('SIGKILL')
      await identities[0].ended
      Object.assign(identities[0], await startIdentity(0))
    },
    archivedAt: 0,
  },
  'the identity service that it asks stops': {
    before: () => identities[0].stop(),
    archivedAt: 1,
    after: async () => {
      await identities[0].ended
      Object.assign(identities[0], await startIdentity(0))
    },
  },
}

// One test, because services that are started during a test end with it.
test('no token of an archived user changes anything, whatever happens to the services', async () => {
  for (const [name, disturbance] of Object.entries(disturbances)) {
    const statuses = await attack(disturbance)
    assert.deepEqual([name, ...statuses.filter(status => status !== 401 && status !== 503)], [name])
  }
})

async function attack({ before, archivedAt, after }: Disturbance) {
  const { token, passportId } = await createUser(services)
  await waitUntil(areHeard)
  assert.deepEqual(await changesOf(token), [200, 200])
  await before?.()
  const archived = await fetch(`${identities[archivedAt].url}/users/${passportId}`, {
    method: 'DELETE',
    headers: { cookie: cookieHeader(cookies) },
  })
  assert.equal(archived.status, 200, await archived.text())
  const frozen = changesOf(token) // waits in a socket if a service is frozen
  await after?.()
  const statuses = await frozen
  for (const end = Date.now() + ATTACK_MS; Date.now() < end; await sleep(50))
    statuses.push(...(await changesOf(token)))
  await waitUntil(areHeard)
  assert.deepEqual(await changesOf(token), [401, 401])
  assert.deepEqual(await changesOf(administrator.token), [200, 200])
  return [...new Set(statuses)]
}

async function areHeard() {
  const states = await Promise.all(
    tasks.map(async ({ url }) => (await fetch(`${url}/readyz`)).json() as Promise<{ announcements: string }>),
  )
  return states.every(({ announcements }) => announcements === 'ok')
}

async function changesOf(token: string) {
  const change = async ({ url }: { url: string }) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ name: 'A project' })
    const answer = await fetch(`${url}/project`, { method: 'POST', headers, body })
    await answer.arrayBuffer()
    return answer.status
  }
  return Promise.all(tasks.map(change))
}

function cookieHeader(values: Record<string, string>) {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('; ')
}
