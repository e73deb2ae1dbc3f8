import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { beforeEach, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createListeners } from '@atrium/events/bus'
import { waitUntil } from '@atrium/testing/wait-until'
import { listAnnouncers, registerAnnouncer } from '#oauth/announcements/announcement.queries.ts'
import { announcements } from '#oauth/announcements/announcements.subscriber.ts'
import { createAnnouncer } from '#oauth/announcements/announcer.ts'
import { ANSWER_VALID_MS, createFollowers } from '#oauth/announcements/followers.ts'
import { ensureClient, setClientActive } from '#oauth/clients/client.commands.ts'
import { cleanUp } from '#tokens/clean-up.ts'
import { advanceClock, freezeClock, startIdentity } from '../identity-service.ts'
import {
  as,
  asPerson,
  createConfirmedUser,
  createUser,
  goodPassword,
  registerClient,
  signIn,
  tokenRequest,
} from '../people.ts'

const TASKS_CLIENT_ID = 'atrium-tasks'
const clientSecret = randomBytes(32).toString('hex')
const identity = await startIdentity({ TASKS_CLIENT_ID, TASKS_URL: 'https://tasks.example.org' })
const { app, deps } = identity
await ensureClient(deps, {
  name: 'Atrium Tasks',
  clientId: TASKS_CLIENT_ID,
  clientSecret,
  redirectUri: 'https://tasks.example.org/auth/callback',
  grantTypes: 'password refresh_token',
  scope: 'user:read',
  isPublic: false,
  requiresPkce: true,
})
const owner = await asPerson(identity, await createUser(identity, 'owner'))

function basic(clientId: string, secret: string) {
  return { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` }
}

function ask(payload: object, headers: Record<string, string> = basic(TASKS_CLIENT_ID, clientSecret)) {
  return app.inject({
    method: 'POST',
    url: '/token/announcements',
    payload: { follower: 'tasks', ...payload },
    headers,
  })
}

const heard: object[] = []
void follow()

/** Follows as the task service does until the end: each change is answered when it has been heard here. */
async function follow() {
  for (let cursor: string | undefined; ; ) {
    const answer = await ask({ cursor }).catch(() => undefined)
    if (answer?.statusCode !== 200) return
    cursor = answer.json().cursor
    heard.push(...answer.json().announcements)
  }
}

beforeEach(() => heard.splice(0))

test('only the client of the task service can follow announcements', async () => {
  const other = await registerClient(identity)
  const open = await registerClient(identity, { isPublic: true, grantTypes: 'authorization_code' })
  const answers = {
    'without credentials': await ask({}, {}),
    'a wrong secret': await ask({}, basic(TASKS_CLIENT_ID, 'wrong')),
    'a public client': await ask({}, basic(open.clientId, '')),
    'another client': await ask({}, basic(other.clientId, other.clientSecret ?? '')),
    'the token of an owner': await owner('POST', '/token/announcements', { follower: 'tasks' }),
  }
  const errors = Object.entries(answers).map(([name, answer]) => [name, answer.json().error])
  assert.deepEqual(Object.fromEntries(errors), {
    'without credentials': 'invalid_client',
    'a wrong secret': 'invalid_client',
    'a public client': 'invalid_client',
    'another client': 'unauthorized_client',
    'the token of an owner': 'invalid_client',
  })
  assert.equal((await ask({})).statusCode, 200)
})

test('everything that ends or changes what tokens can do is announced, and nothing else', async () => {
  const person = await createConfirmedUser(identity)
  const { id } = person
  const call = await asPerson(identity, person)
  const application = await registerClient(identity)
  const credentials = { client_id: application.clientId, client_secret: application.clientSecret ?? '' }
  const login = { grant_type: 'password', username: person.email, password: person.password, ...credentials }
  const named = async (list: string, name: string) =>
    (await owner('GET', `${list}?limit=100`))
      .json()
      .items.find((each: { name: string }) => each.name === name)
  const role = await named('/roles', 'manager')
  const permission = await named('/rbac/permissions', 'users.list')
  const input = { currentPassword: goodPassword, name: 'A script', scopes: ['tasks:read'] }
  const personal = (await call('POST', `/users/${id}/personal-tokens`, input)).json().item
  const pair = (await tokenRequest(identity, login)).json()
  const spent = (await tokenRequest(identity, login)).json()
  const refresh = () =>
    tokenRequest(identity, {
      grant_type: 'refresh_token',
      refresh_token: spent.refresh_token,
      ...credentials,
    })
  const ofClient = (await tokenRequest(identity, { grant_type: 'client_credentials', ...credentials })).json()
  const { jti } = JSON.parse(Buffer.from(ofClient.access_token.split('.')[1], 'base64url').toString())
  const revoke = (token: string) =>
    app.inject({ method: 'POST', url: '/token/revoke', payload: { token, ...credentials } })
  let assignment: number
  const user = { userId: id }
  const changes: [string, () => Promise<unknown>, object[]][] = [
    ['signing in', () => signIn(identity, person), []],
    ['refreshing', refresh, []],
    ['changing a profile', () => call('PUT', `/users/${id}`, { name: 'Sim' }), []],
    ['revoking a token of a user', () => revoke(pair.access_token), [user]],
    ['revoking a token of a client', () => revoke(ofClient.access_token), [{ tokenId: jti }]],
    [
      'using a refresh token again',
      async () => {
        advanceClock(deps, 60)
        await refresh()
      },
      [user],
    ],
    [
      'revoking a personal access token',
      () => call('DELETE', `/users/${id}/personal-tokens/${personal.id}`),
      [{ tokenId: `personal-token-${personal.id}` }],
    ],
    [
      'assigning a role',
      async () => {
        const assigned = await owner('POST', '/user-roles', { userId: id, roleId: role.id })
        assert.equal(assigned.statusCode, 200, assigned.body)
        assignment = assigned.json().item.id
      },
      [user],
    ],
    ['removing a role', () => owner('DELETE', `/user-roles/${assignment}`), [user]],
    [
      'changing the permissions of a role',
      () => owner('DELETE', `/rbac/roles/${role.id}/permissions/${permission.id}`),
      [{}],
    ],
    [
      'disabling a client',
      () => setClientActive(deps, application.clientId, false),
      [{ clientId: application.clientId }],
    ],
    ['signing out', async () => (await asPerson(identity, person))('POST', '/auth/logout'), [user]],
    [
      'signing out everywhere',
      async () => (await asPerson(identity, person))('POST', '/auth/logout-all'),
      [user],
    ],
    [
      'a new password',
      async () =>
        (await asPerson(identity, person))('POST', `/users/${id}/passport-change`, {
          password: 'another long passphrase',
          currentPassword: goodPassword,
        }),
      [user],
    ],
    ['archiving', () => owner('DELETE', `/users/${id}`), [user]],
    ['restoring', () => owner('POST', `/users/${id}/restore`), [user]],
  ]
  for (const [name, change, expected] of changes) {
    await change()
    await waitUntil(() => heard.length >= expected.length)
    const different = new Set(heard.splice(0).map(each => JSON.stringify(each)))
    assert.deepEqual([name, ...different], [name, ...expected.map(each => JSON.stringify(each))])
  }
})

test('a change that commits late is heard, and nothing is heard twice', async () => {
  const [early, late] = [await createUser(identity), await createUser(identity)]
  const { promise: canCommit, resolve: commit } = Promise.withResolvers<void>()
  const { promise: isWritten, resolve: written } = Promise.withResolvers<void>()
  const open = deps.db.transaction().execute(async tx => {
    await tx.insertInto('announcements').values({ userId: late.id }).execute()
    written()
    await canCommit
  })
  await isWritten
  await owner('DELETE', `/users/${early.id}`)
  await waitUntil(() => heard.length > 0)
  commit()
  await open
  await waitUntil(() => heard.length > 1)
  await owner('POST', `/users/${early.id}/restore`)
  await waitUntil(() => heard.length > 2)
  assert.deepEqual(heard, [{ userId: early.id }, { userId: late.id }, { userId: early.id }])
})

test('a follower of one instance hears the changes of another', async () => {
  const second = await identity.startInstance()
  const person = await createUser(identity)
  await as(second, (await signIn(second, person)).access_token)('POST', '/auth/logout-all')
  await waitUntil(() => heard.length > 0)
  assert.deepEqual(heard, [{ userId: person.id }])
})

test('a change counts as heard when each follower continues after it', async () => {
  const listeners = createListeners()
  const followers = createFollowers({ ...deps.bus, ...listeners })
  for (const id of ['one', 'other']) followers.read(id, '10:10:')
  let isHeard = false
  const hearing = listeners.deliver({ name: 'TokensRevoked', xid: '12' }).then(() => {
    isHeard = true
  })
  const pass = async (id: string, cursor: string) => {
    followers.arrive(id, cursor)
    await nextTurn()
    return isHeard
  }
  assert.equal(await pass('one', '13:13:'), false)
  assert.equal(await pass('other', '12:12:'), false, 'it had not begun')
  assert.equal(await pass('other', '11:15:12,14'), false, 'it had not ended')
  followers.arrive('other', '11:15:14')
  await hearing
  await listeners.deliver({ name: 'ClientChanged' })
})

test('an instance that was killed is waited for as long as its followers rely on its last answer', async () => {
  const { bus, db } = deps
  const subscriber = announcements({ db, bus })
  const answered = async (heardBy: string[], name: string) => {
    const startedAt = performance.now()
    await subscriber.afterCommit?.([], [{ heardByAll: async () => new Set(heardBy) }])
    return [name, performance.now() - startedAt >= ANSWER_VALID_MS]
  }
  await registerAnnouncer(db, 'killed', 60_000)
  await registerAnnouncer(db, 'killed long ago', -1)
  const registered = await listAnnouncers(db)
  assert.deepEqual(
    registered.toSorted(),
    [bus.instance, 'killed'].toSorted(),
    'one answers the follower here',
  )
  assert.deepEqual(await Promise.all([answered([bus.instance], 'killed'), answered(registered, 'stopped')]), [
    ['killed', true],
    ['stopped', false],
  ])
  await registerAnnouncer(db, 'killed', -1)
})

test('an instance that stops gives no answer that is relied on any more', async () => {
  const second = await identity.startInstance()
  const follow = async () => {
    const payload = { follower: 'tasks' }
    const headers = basic(TASKS_CLIENT_ID, clientSecret)
    return second.app.inject({ method: 'POST', url: '/token/announcements', payload, headers })
  }
  assert.equal((await follow()).json().validMs, ANSWER_VALID_MS)
  const announcer = createAnnouncer(deps.db, deps.bus)
  assert.equal(announcer.validMs(), 0, 'not registered yet')
  await announcer.register()
  assert.equal(announcer.validMs(), ANSWER_VALID_MS)
  await announcer.stop()
  assert.equal(announcer.validMs(), 0)
})

test('a cursor of another database is reported, and a malformed one is refused', async () => {
  const unknown = (await ask({ cursor: '9000000000:9000000001:' })).json()
  assert.deepEqual([unknown.isCursorUnknown, unknown.announcements], [true, []])
  const known = (await ask({ cursor: unknown.cursor })).json()
  assert.equal(known.isCursorUnknown, false)
  for (const cursor of ['', 'yesterday', '5:3:', '3:5:9', '1:2', 7]) {
    const refused = await ask({ cursor })
    assert.deepEqual([refused.statusCode, refused.json().error], [400, 'invalid_request'], String(cursor))
  }
})

test('introspection tells the task service alone whether the user is an owner', async () => {
  const { access_token: token } = await signIn(identity, await createUser(identity, 'owner'))
  const other = await registerClient(identity)
  const introspectAs = async (headers: Record<string, string>) =>
    (await app.inject({ method: 'POST', url: '/token/introspect', payload: { token }, headers })).json()
  assert.equal((await introspectAs(basic(TASKS_CLIENT_ID, clientSecret))).is_owner, true)
  for (const headers of [{}, basic(other.clientId, other.clientSecret ?? '')])
    assert.equal('is_owner' in (await introspectAs(headers)), false)
})

test('announcements are deleted after an hour', async () => {
  const count = async () => (await deps.db.selectFrom('announcements').select('id').execute()).length
  freezeClock(deps)
  deps.now = () => new Date()
  await owner('DELETE', `/users/${(await createUser(identity)).id}`)
  await cleanUp(deps)
  assert.ok((await count()) > 0)
  advanceClock(deps, 3601)
  await cleanUp(deps)
  assert.equal(await count(), 0)
})
