import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { inTransaction } from '@atrium/database/transaction'
import {
  type Application,
  applicationToken,
  createApplication,
  personalToken,
  robotToken,
} from '../api-clients.ts'
import { startBothServices } from '../both-services.ts'
import { readStream } from '../event-stream.ts'
import { as, createPerson } from '../people.ts'
import { createTeam, createUser, type Team } from '../team.ts'

const services = await startBothServices({ RATE_LIMIT: 'off' })
const { app, identity, environment, proxy } = services
let application: Application
let team: Team

before(async () => {
  application = await createApplication(services)
  team = await createTeam(services)
})

function memberToken(scope?: string) {
  return applicationToken(services, application, team.member, scope)
}

test('another application acts for its user, with the user’s rights', async () => {
  const call = as(services, await memberToken())
  assert.equal((await call('GET', '/users/me')).json().item.id, team.member.id)
  const created = await call('POST', '/task', { title: 'From a script', columnId: team.toDo })
  assert.equal(created.statusCode, 200, created.body)
  assert.equal(created.json().item.creatorId, team.member.id)
  const forbidden = await call('PUT', `/board/${team.boardId}`, { name: 'Renamed' })
  assert.equal(forbidden.json().error.details.reason, 'role_too_low')
})

test('a missing scope is 403 with insufficient_scope', async () => {
  const call = as(services, await memberToken('tasks:read'))
  assert.equal((await call('GET', '/task')).statusCode, 200)
  assert.equal((await call('GET', '/startup')).statusCode, 200)
  const refused = await call('POST', '/task', { title: 'No', columnId: team.toDo })
  assert.equal(refused.statusCode, 403)
  assert.equal(refused.json().error.details.reason, 'scope_required')
  assert.equal(refused.headers['www-authenticate'], 'Bearer error="insufficient_scope", scope="tasks:write"')
  const withoutReading = as(services, await memberToken('tasks:write'))
  for (const url of ['/task', '/startup', '/events/token']) {
    assert.equal((await withoutReading('GET', url)).json().error.details.reason, 'scope_required', url)
  }
})

test('an unknown user is synchronized with the service’s own credentials', async () => {
  const person = await createPerson(services)
  const call = as(services, await applicationToken(services, application, person))
  const me = await call('GET', '/users/me')
  assert.deepEqual([me.statusCode, me.json().item.passportId], [200, person.passportId])
  assert.ok(proxy.requests.includes(`GET /users/${person.passportId}`))
})

test('the service’s own token is requested once, and again after it was revoked', async () => {
  const { deps } = await services.startInstance()
  const [one, other] = [await createUser(services), await createUser(services)]
  const before = proxy.requests.filter(each => each === 'POST /token').length
  const count = () => proxy.requests.filter(each => each === 'POST /token').length - before
  await Promise.all([one, other].map(({ passportId }) => deps.identity.readProfile(passportId)))
  assert.equal(count(), 1)
  await services.identityDeps.db
    .updateTable('accessTokens')
    .set({ revokedAt: new Date().toISOString() })
    .where('userId', 'is', null)
    .execute()
  const event = { type: 'TokensRevoked', clientId: environment.TASKS_CLIENT_ID } as const
  await inTransaction(services.identityDeps, (_tx, emit) => emit(event)) // evicts cached tokens
  assert.equal((await deps.identity.readProfile(one.passportId))?.email, one.email)
})

test('tokens for other audiences are refused', async () => {
  const payload = {
    grant_type: 'password',
    username: team.member.email,
    password: team.member.password,
    ...application,
  }
  const plain = await identity.inject({ method: 'POST', url: '/token', payload })
  assert.equal((await as(services, plain.json().access_token)('GET', '/task')).statusCode, 401)

  const forTasks = await memberToken()
  const headers = { authorization: `Bearer ${forTasks}` }
  const there = await identity.inject({ url: `/users/${team.member.passportId}`, headers })
  assert.equal(there.statusCode, 401)
})

test('an application with tasks:read can open a stream', async () => {
  const address = await app.listen({ host: 'localhost', port: 0 })
  const token = await memberToken('tasks:read')
  const { token: streamToken } = (await as(services, token)('GET', '/events/token')).json()
  const stream = await readStream(`${address}/events?token=${streamToken}&topics=board:${team.boardId}`)
  await team.owner.call('POST', '/task', { title: 'Seen live', columnId: team.toDo })
  await stream.waitForMessages(1)
  assert.equal(stream.messages()[0]?.data.data.patch.title, 'Seen live')
  stream.close()
})

test('activity names the application or the token that made a change', async () => {
  const { owner, member, project, toDo } = team
  const changed = as(services, await memberToken())
  const scripted = as(services, await personalToken(services, member, { name: 'Nightly' }))
  const create = (call: typeof changed, title: string, headers = {}) =>
    call('POST', '/task', { title, columnId: toDo }, headers)
  await create(changed, 'By an application', { 'idempotency-key': 'once' })
  const { id } = (await create(scripted, 'By a script')).json().item
  await create(member.call, 'By hand')
  const { items } = (await owner.call('GET', `/project/${project.id}/activity?limit=3`)).json()
  assert.deepEqual(
    items.map(({ after, application }: { after: { title: string }; application: string | null }) => [
      after.title,
      application,
    ]),
    [
      ['By hand', null],
      ['By a script', 'Nightly'],
      ['By an application', 'Reports'],
    ],
  )
  const own = (await owner.call('GET', `/task/${id}/activity`)).json().items
  assert.equal(own[0].application, 'Nightly')
})

test('a client acts on its own behalf as a robot that projects can add', async () => {
  const { owner, manager, project, toDo } = team
  const builder = await createApplication(services, 'Build server')
  const call = as(services, await robotToken(services, builder))
  const requests = await Promise.all(Array.from({ length: 8 }, () => call('GET', '/users/me')))
  const [me, ...others] = requests.map(response => response.json().item)
  assert.deepEqual([me.name, me.isRobot, me.passportId], ['Build server', true, null])
  for (const again of others) assert.equal(again.id, me.id)
  assert.deepEqual((await call('GET', '/project')).json().items, [], 'without a project of its own')
  const refused = await call('POST', '/task', { title: 'Too early', columnId: toDo })
  assert.equal(refused.json().error.details.reason, 'not_a_member')

  const { items: found } = (await manager.call('GET', '/users?search=build')).json()
  assert.deepEqual([found[0].id, found[0].isRobot, found[0].email], [me.id, true, null])
  const added = await manager.call('POST', `/project/${project.id}/member`, { userId: me.id, role: 'member' })
  assert.equal(added.json().item.isRobot, true)
  const created = await call('POST', '/task', { title: 'Fix the build', columnId: toDo })
  assert.equal(created.json().item.creatorId, me.id)
  const members = (await owner.call('GET', `/project/${project.id}/member`)).json().items
  const robots = members.filter(({ isRobot }: { isRobot: boolean }) => isRobot)
  assert.deepEqual(
    robots.map(({ userId }: { userId: number }) => userId),
    [me.id],
  )
  const { items } = (await owner.call('GET', `/project/${project.id}/activity?limit=1`)).json()
  assert.deepEqual([items[0].actor.name, items[0].application], ['Build server', null])

  const reading = as(services, await robotToken(services, builder, 'tasks:read'))
  assert.equal((await reading('POST', '/task', { title: 'No', columnId: toDo })).statusCode, 403)
  await owner.call('DELETE', `/project/${project.id}/member/${me.id}`)
  assert.equal((await call('GET', `/board/${team.boardId}`)).statusCode, 403)
  for (const url of ['/invitation', '/notification', '/navigation', '/time-interval', '/startup']) {
    assert.equal((await call('GET', url)).statusCode, 200, url)
  }
})

test('a token of the service’s own client is no robot', async () => {
  const { TASKS_CLIENT_ID: client_id, TASKS_CLIENT_SECRET: client_secret } = environment
  const payload = { grant_type: 'client_credentials', client_id, client_secret }
  const { access_token } = (await identity.inject({ method: 'POST', url: '/token', payload })).json()
  const response = await as(services, access_token)('GET', '/task')
  assert.equal(response.json().error.details.reason, 'user_token_required')
})
