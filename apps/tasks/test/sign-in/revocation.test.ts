import assert from 'node:assert/strict'
import { test } from 'node:test'
import { longTest } from '@atrium/testing/long-test'
import { waitUntil } from '@atrium/testing/wait-until'
import { applicationToken, createApplication, personalToken, robotToken } from '../api-clients.ts'
import { startBothServices } from '../both-services.ts'
import { readStream } from '../event-stream.ts'
import { as, atIdentity, demote } from '../people.ts'
import { createTeam, createUser, type User } from '../team.ts'

// Cached answers outlive the tests: whatever ends here ends because it was announced.
const services = await startBothServices({ RATE_LIMIT: 'off', INTROSPECTION_CACHE: '300' })
const second = await services.startInstance()
const instances = [services, second]
const addresses = await Promise.all(instances.map(({ app }) => app.listen({ host: '127.0.0.1', port: 0 })))
const { proxy } = services
const administrator = await createUser(services, 'owner')
const admin = await atIdentity(services, administrator)
const { boardId } = await createTeam(services)

function untilHeard() {
  return waitUntil(() => instances.every(({ deps }) => deps.announcements.isFresh()))
}

async function statusesOf(token: string) {
  const answers = await Promise.all(instances.map(each => as(each, token)('GET', '/project')))
  return answers.map(({ statusCode }) => statusCode).join(' ')
}

async function changesOf(token: string) {
  const change = (instance: Instance) => as(instance, token)('POST', '/project', { name: 'A project' })
  const answers = await Promise.all(instances.map(change))
  return answers.map(({ statusCode }) => statusCode).join(' ')
}

type Instance = (typeof instances)[0]

/** What was asked of the identity service since, apart from what is asked all the time. */
function callsSince(count: number) {
  return proxy.requests
    .slice(count)
    .filter(call => call !== 'POST /token/announcements' && call !== 'GET /notices')
}

async function openStreams(token: string, query = '') {
  return Promise.all(
    instances.map(async (instance, index) => {
      const issued = await as(instance, token)('GET', '/events/token')
      return readStream(`${addresses[index]}/events?token=${issued.json().token}${query}`)
    }),
  )
}

function endingOf({ frames }: Awaited<ReturnType<typeof readStream>>) {
  return frames.at(-1)?.data.error.details.reason
}

const endings: Record<string, (user: User) => Promise<unknown>> = {
  'a revoked personal access token': async ({ passportId }) => {
    const path = `/users/${passportId}/personal-tokens`
    const { items } = (await admin('GET', path)).json()
    await admin('DELETE', `${path}/${items[0].id}`)
  },
  'the personal access token of an archived user': ({ passportId }) =>
    admin('DELETE', `/users/${passportId}`),
  'the session of an archived user': ({ passportId }) => admin('DELETE', `/users/${passportId}`),
  'a session that was ended everywhere': async user =>
    (await atIdentity(services, user))('POST', '/auth/logout-all'),
  'a session that an administrator ended': ({ passportId }) =>
    admin('DELETE', `/users/${passportId}/sessions`),
  'a session that another program revoked': ({ token }) => services.deps.identity.revoke(token),
}

for (const [name, end] of Object.entries(endings)) {
  test(`${name} reads and changes nothing any more on any instance, and its streams end`, async () => {
    const [user, bystander] = [await createUser(services), await createUser(services)]
    const isPersonal = name.includes('personal access token')
    const token = isPersonal ? await personalToken(services, user) : user.token
    const streams = await openStreams(token)
    const [kept] = await openStreams(bystander.token)
    assert.equal(await statusesOf(token), '200 200')
    assert.equal(await changesOf(token), '200 200')
    await untilHeard()
    await end(user)
    // At once: its end was confirmed when every instance had heard it.
    assert.equal(await changesOf(token), '401 401')
    assert.equal(await statusesOf(token), '401 401')
    for (const stream of streams) {
      await stream.waitForEnd()
      assert.equal(endingOf(stream), 'session_revoked')
    }
    assert.ok(!kept?.response.closed)
    assert.equal(await statusesOf(bystander.token), '200 200')
  })
}

test('an archived user neither reads nor changes anything when the identity service stops answering', async () => {
  const { token, passportId } = await createUser(services)
  const streams = await openStreams(token)
  assert.equal(await statusesOf(token), '200 200')
  await untilHeard()
  const before = instances.map(({ deps }) => deps.tokenCheck.signOutsHeard())
  await admin('DELETE', `/users/${passportId}`)
  await waitUntil(() => instances.every(({ deps }, i) => deps.tokenCheck.signOutsHeard() !== before[i]))
  proxy.setState('shut')
  try {
    assert.match(await statusesOf(token), /^(401|503) (401|503)$/)
    for (const instance of instances) {
      const change = await as(instance, token)('POST', '/project', { name: 'A project' })
      assert.equal(change.statusCode, 503)
      assert.ok(Number(change.headers['retry-after']) > 0)
    }
    for (const stream of streams) await stream.waitForEnd()
  } finally {
    proxy.setState('open')
  }
  assert.equal(await statusesOf(token), '401 401')
  const change = await as(services, token)('POST', '/project', { name: 'A project' })
  assert.equal(change.statusCode, 401)
})

longTest(
  'while announcements are not heard everything else works, and what was missed is heard afterwards',
  async () => {
    const [revoked, other] = [await createUser(services), await createUser(services)]
    const owner = await createUser(services, 'owner')
    for (const { token } of [revoked, other, owner]) assert.equal(await statusesOf(token), '200 200')
    const streams = await openStreams(revoked.token)
    proxy.setState('broken', '/token/announcements')
    try {
      await waitUntil(async () => {
        const { status, announcements } = (await services.app.inject('/readyz')).json()
        return status === 'degraded' && announcements === 'unavailable'
      })
      await (await atIdentity(services, revoked))('POST', '/auth/logout-all')
      assert.equal(await statusesOf(revoked.token), '200 200', 'the cached answer is still valid')
      const changes = instances.map(each =>
        as(each, revoked.token)('POST', '/project', { name: 'A project' }),
      )
      assert.equal((await changes[0])?.statusCode, 401, 'a change is asked about')
      for (const instance of instances) {
        const change = await as(instance, other.token)('POST', '/project', { name: 'A project' })
        assert.equal(change.statusCode, 200)
      }
      await demote(services, administrator, owner.passportId)
      assert.equal(
        (await owner.call('GET', '/users/me')).json().item.isOwner,
        false,
        'owners are asked about',
      )
    } finally {
      proxy.setState('open')
    }
    await waitUntil(async () => (await statusesOf(revoked.token)) === '401 401')
    for (const stream of streams) await stream.waitForEnd()
    await untilHeard()
    assert.equal((await services.app.inject('/readyz')).json().announcements, 'ok')
  },
)

test('nobody asks the identity service again while announcements are heard', async () => {
  const [owner, member] = [await createUser(services, 'owner'), await createUser(services)]
  const application = await createApplication(services)
  const tokens = {
    'an owner': owner.token,
    'another user': member.token,
    'a personal access token': await personalToken(services, member),
    'a personal access token of an owner': await personalToken(services, owner),
    'an application': await applicationToken(services, application, member),
    'an application on its own': await robotToken(services, application),
  }
  for (const token of Object.values(tokens)) assert.equal(await statusesOf(token), '200 200')
  for (const [name, token] of Object.entries(tokens)) {
    await untilHeard()
    const before = proxy.requests.length
    for (let round = 0; round < 5; round += 1) {
      assert.equal(await statusesOf(token), '200 200')
      assert.match(await changesOf(token), /^(200|403) \1$/) // applications create no projects
    }
    assert.deepEqual([name, ...callsSince(before)], [name])
  }
})

test('owners lose their rights when they lose the role, and get them with it', async () => {
  const owner = await createUser(services, 'owner')
  const [lost] = await openStreams(owner.token, `&topics=board:${boardId}`)
  const [, kept] = await openStreams(owner.token)
  await untilHeard()
  await demote(services, administrator, owner.passportId)
  const profiles = async () =>
    Promise.all(
      instances.map(async each => (await as(each, owner.token)('GET', '/users/me')).json().item.isOwner),
    )
  assert.deepEqual(await profiles(), [false, false])
  assert.deepEqual((await owner.call('GET', '/users/me')).json().item.roles, ['user'])
  await lost?.waitForEnd()
  assert.equal(lost && endingOf(lost), 'forbidden_topic')
  assert.ok(!kept?.response.closed, 'their own notifications continue')
  const { items } = (await admin('GET', '/roles?limit=100')).json()
  const roleId = items.find(({ name }: { name: string }) => name === 'owner').id
  assert.equal((await admin('POST', '/user-roles', { userId: owner.passportId, roleId })).statusCode, 200)
  assert.deepEqual(await profiles(), [true, true])
})
