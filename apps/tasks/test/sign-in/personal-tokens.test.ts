import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createPersonalToken } from '@atrium/core/personal-token'
import { insertMember } from '#projects/project.queries.ts'
import { personalToken } from '../api-clients.ts'
import { startBothServices } from '../both-services.ts'
import { readStream } from '../event-stream.ts'
import { as, atIdentity } from '../people.ts'
import { createTeam, type Team } from '../team.ts'

const services = await startBothServices({ RATE_LIMIT: 'off', INTROSPECTION_CACHE: '0' })
const { app, deps, identity, identityDeps, environment, proxy } = services
const { db } = deps
const address = await app.listen({ host: 'localhost', port: Number(new URL(environment.TASKS_URL).port) })
let team: Team
let other: Team

before(async () => {
  team = await createTeam(services)
  other = await createTeam(services)
  await insertMember(db, other.project.id, team.member.id, 'member')
})

function revoke(token: string) {
  return identityDeps.db
    .updateTable('personalTokens')
    .set({ revokedAt: new Date().toISOString() })
    .where('digest', '=', identityDeps.secrets.digest(token))
    .execute()
}

test('a token created in the account works here until it is revoked there', async () => {
  const { member, project } = team
  const account = await atIdentity(services, member)
  const path = `/users/${member.passportId}/personal-tokens`
  const offered = (await account('GET', `${path}/projects`)).json().items as { id: number; name: string }[]
  assert.ok(offered.some(({ id, name }) => id === project.id && name === 'Website'))
  const input = { currentPassword: member.password, name: 'Nightly', scopes: ['tasks:read', 'tasks:write'] }
  const foreign = await account('POST', path, { ...input, projectIds: [project.id, 999_999] })
  assert.deepEqual(foreign.json().error.details.codes, { projectIds: ['does_not_exist'] })

  const { item } = (await account('POST', path, { ...input, projectIds: [project.id] })).json()
  const call = as(services, item.token)
  assert.equal((await call('GET', '/users/me')).json().item.id, member.id)
  const robots = await db.selectFrom('users').where('clientId', 'is not', null).select('id').execute()
  assert.deepEqual(robots, [], 'the client of a personal access token does not act')
  assert.equal((await call('POST', '/task', { title: 'Nightly', columnId: team.toDo })).statusCode, 200)
  const elsewhere = await call('POST', '/task', { title: 'Nightly', columnId: other.toDo })
  assert.equal(elsewhere.json().error.details.reason, 'outside_token_projects')
  const managing = await call('POST', `/project/${project.id}/board`, { name: 'No' })
  assert.equal(managing.json().error.details.reason, 'scope_required')

  await account('DELETE', `${path}/${item.id}`)
  const refused = await call('GET', '/task')
  assert.equal(refused.statusCode, 401)
  assert.match(String(refused.headers['www-authenticate']), /invalid_token/)
})

test('a token that cannot have been issued is refused without asking the identity service', async () => {
  const introspections = () => proxy.requests.filter(call => call === 'POST /token/introspect').length
  const before = introspections()
  const token = createPersonalToken()
  const mistyped = `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`
  for (const wrong of [mistyped, 'atrium_pat_x']) {
    assert.equal((await as(services, wrong)('GET', '/task')).statusCode, 401)
  }
  assert.equal(introspections(), before)
  assert.equal((await as(services, token)('GET', '/task')).statusCode, 401)
})

test('time, timers and notifications of other projects stay hidden from a limited token', async () => {
  const { member } = team
  const token = await personalToken(services, member, { projectIds: [team.project.id] })
  const call = as(services, token)
  const create = async ({ owner, toDo }: Team, title: string) =>
    (await owner.call('POST', '/task', { title, columnId: toDo, assigneeId: member.id })).json().item.id
  const [taskId, hiddenId] = [await create(team, 'Shown'), await create(other, 'Hidden')]
  const day = { startedAt: '2026-01-05T10:00:00Z', duration: 60 }
  for (const id of [taskId, hiddenId]) await member.call('POST', '/time-interval', { taskId: id, ...day })
  await member.call('POST', '/time-interval/start', { taskId: hiddenId })

  const paths = [
    '/time-interval',
    '/time-interval/running',
    '/time-interval/daily-summary?date=2026-01-05',
    '/notification',
    '/users/me',
    '/task?search=Hidden',
  ]
  for (const path of paths) {
    assert.match((await member.call('GET', path)).body, /Hidden/, path)
    assert.doesNotMatch((await call('GET', path)).body, /Hidden/, path)
  }
  for (const path of ['/time-interval', '/notification', '/task']) {
    assert.match((await call('GET', path)).body, /Shown/, path)
  }
  const all = (await member.call('GET', '/notification')).json().items as { id: number; subject: string }[]
  const hidden = all.find(({ subject }) => subject.includes('Hidden'))
  const unread = async (caller: typeof call) =>
    (await caller('GET', '/notification/unread-count')).json().item.unread as number
  assert.ok((await unread(call)) < (await unread(member.call)))
  const read = await call('POST', `/notification/${hidden?.id}/read`)
  assert.equal(read.json().error?.details.reason, 'outside_token_projects', read.body)
  await call('POST', '/notification/read-all', {})
  assert.equal(await unread(call), 0)
  assert.ok((await unread(member.call)) > 0)

  const started = await call('POST', '/time-interval/start', { taskId })
  assert.equal(started.json().error.details.reason, 'outside_token_projects')
  assert.doesNotMatch(started.body, /Hidden/)
  assert.equal((await call('POST', '/time-interval/stop', { taskId: hiddenId })).statusCode, 403)
  await member.call('POST', '/time-interval/stop', { taskId: hiddenId })
})

test('a stream shows only the token’s projects and ends when the token is revoked', async () => {
  const { member } = team
  const token = await personalToken(services, member, { projectIds: [team.project.id], scope: 'tasks:read' })
  const call = as(services, token)
  const open = async (topics: string) => {
    const { token: streamToken } = (await call('GET', '/events/token')).json()
    return `${address}/events?token=${streamToken}&topics=${topics}`
  }
  const refused = await fetch(await open(`board:${other.boardId}`))
  assert.equal(refused.status, 403)

  const stream = await readStream(await open(`board:${team.boardId}`))
  const assign = ({ owner, toDo }: Team, title: string) =>
    owner.call('POST', '/task', { title, columnId: toDo, assigneeId: member.id })
  await assign(other, 'Secret elsewhere')
  await assign(team, 'Here')
  await stream.waitUntil(
    () => stream.messages().filter(({ data }) => JSON.stringify(data).includes('Here')).length === 2,
    'the change and the notification',
  )
  assert.doesNotMatch(JSON.stringify(stream.frames), /Secret elsewhere/)

  const resumed = await readStream(`${await open(`board:${team.boardId}`)}&lastEventId=0`)
  await resumed.waitUntil(() => JSON.stringify(resumed.frames).includes('Here'), 'the replay')
  assert.doesNotMatch(JSON.stringify(resumed.frames), /Secret elsewhere/)
  resumed.close()

  await revoke(token)
  // Another session of the user ends, which makes streams check theirs at once.
  const { access_token } = (
    await identity.inject({
      method: 'POST',
      url: '/token',
      payload: {
        grant_type: 'password',
        username: member.email,
        password: member.password,
        client_id: environment.TASKS_CLIENT_ID,
        client_secret: environment.TASKS_CLIENT_SECRET,
      },
    })
  ).json()
  await as(services, access_token)('GET', '/auth/logout')
  await stream.waitForEnd()
  const ending = stream.frames.find(({ event }) => event === 'error')
  assert.equal(ending?.data.error.details.reason, 'session_revoked')
})

test('a password reset at the identity service ends the token here', async () => {
  const { viewer } = team
  const token = await personalToken(services, viewer)
  assert.equal((await as(services, token)('GET', '/task')).statusCode, 200)
  const account = await atIdentity(services, viewer)
  await account('POST', `/users/${viewer.passportId}/passport-change`, {
    currentPassword: viewer.password,
    password: 'another long passphrase',
  })
  assert.equal((await as(services, token)('GET', '/task')).statusCode, 401)
})
