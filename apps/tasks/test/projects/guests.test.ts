import assert from 'node:assert/strict'
import { test } from 'node:test'
import { personalToken } from '../api-clients.ts'
import { listenOnce, sharedServices } from '../both-services.ts'
import { readStream } from '../event-stream.ts'
import { agentToken, createAgentApplication, toolsOf } from '../mcp/agents.ts'
import { as, createPerson } from '../people.ts'
import { arrive, createGuest, createTeam, createUser, type Team, type User } from '../team.ts'

const services = await sharedServices()

async function invite({ manager, project }: Team, email: string, body: object = {}) {
  const invitation = { email, role: 'member', isGuest: true, ...body }
  const response = await manager.call('POST', `/project/${project.id}/invite`, invitation)
  assert.equal(response.statusCode, 200, response.body)
  assert.equal(response.json().item.isGuest, invitation.isGuest)
  return response.json().item as { id: number; token: string }
}

function inviteGuest({ manager, project }: Team) {
  return createGuest(services, { manager, projectId: project.id })
}

async function idsOf(user: User, url: string) {
  const response = await user.call('GET', url)
  assert.equal(response.statusCode, 200, response.body)
  return response
    .json()
    .items.map(({ id, userId }: { id: number; userId?: number }) => userId ?? id) as number[]
}

const isGuest = async (user: User) => (await user.call('GET', '/users/me')).json().item.isGuest as boolean

test('a guest sees the people of their projects only, and nobody else sees the guest', async () => {
  const team = await createTeam(services)
  const other = await createTeam(services)
  const { owner, manager, member, viewer, stranger, project } = team
  const guest = await inviteGuest(team)
  assert.equal(await isGuest(guest), true)
  const people = [owner, manager, member, viewer, guest].map(({ id }) => id).sort((a, b) => a - b)
  const sorted = async (user: User, url: string) => (await idsOf(user, url)).sort((a, b) => a - b)
  assert.deepEqual(await sorted(guest, '/users?limit=1000&status=all'), people)
  assert.deepEqual(
    await sorted(guest, `/users?ids=${[...people, stranger.id, other.owner.id]}&status=all`),
    people,
  )
  for (const hidden of [stranger, other.owner])
    assert.equal((await guest.call('GET', `/users/${hidden.id}`)).statusCode, 404)

  for (const outside of [stranger, other.manager]) {
    assert.equal((await outside.call('GET', `/users/${guest.id}`)).statusCode, 404)
    for (const url of ['/users?limit=1000', `/users?ids=${guest.id}`, '/users?search=Sample&limit=1000'])
      assert.equal((await idsOf(outside, url)).includes(guest.id), false, url)
  }
  const add = { userId: guest.id, role: 'member' }
  assert.equal((await other.manager.call('POST', `/project/${other.project.id}/member`, add)).statusCode, 404)
  const members = (await owner.call('GET', `/project/${project.id}/member`)).json().items
  assert.deepEqual(
    members
      .filter((each: { isGuest: boolean }) => each.isGuest)
      .map(({ userId }: { userId: number }) => userId),
    [guest.id],
  )
  const administrator = await createUser(services, 'owner')
  assert.equal((await administrator.call('GET', `/users/${guest.id}`)).json().item.isGuest, true)
})

test('a guest works in their project, and finds nothing of others with any token', async () => {
  const team = await createTeam(services)
  const other = await createTeam(services)
  const guest = await inviteGuest(team)
  const task = { title: 'Secret of others', columnId: other.toDo }
  const secret = (await other.member.call('POST', '/task', task)).json().item
  const own = await guest.call('POST', '/task', { title: 'From outside', columnId: team.toDo })
  assert.equal(own.statusCode, 200, own.body)
  const mention = { text: `Hello @[${guest.id}]` }
  assert.equal((await other.member.call('POST', `/task/${secret.id}/comment`, mention)).statusCode, 200)

  const token = await personalToken(services, guest)
  for (const call of [guest.call, as(services, token)]) {
    for (const url of [
      '/task?search=Secret',
      '/project',
      '/navigation',
      '/notification',
      '/invitation',
      '/view',
      '/template',
      '/sticker',
      '/calendar-feed',
      '/plan',
    ]) {
      const response = await call('GET', url)
      assert.doesNotMatch(response.body, /Secret of others/, url)
      if (url === '/project')
        assert.equal(response.body.includes(`"id":${other.project.id},`), false, response.body)
    }
    assert.equal((await call('GET', `/task/${secret.id}`)).statusCode, 403)
    assert.equal((await call('GET', `/board/${other.boardId}/full`)).statusCode, 403)
    assert.equal((await call('GET', `/project/${other.project.id}/member`)).statusCode, 403)
    for (const [method, url, body] of [
      ['POST', '/project', { name: 'Mine' }],
      ['POST', '/project/from-template', { name: 'Mine', builtIn: 'kanban' }],
      ['GET', '/roles', undefined],
      ['GET', '/user-roles', undefined],
      ['DELETE', `/users/${guest.id}/guest`, undefined],
    ] as const)
      assert.equal((await call(method, url, body)).statusCode, 403, url)
  }
})

test('agents, live changes and calendars of a guest are limited to their project', async () => {
  const team = await createTeam(services)
  const other = await createTeam(services)
  const guest = await inviteGuest(team)
  const secret = { title: 'Secret of others', columnId: other.toDo, dueDate: '2026-05-01' }
  assert.equal((await other.member.call('POST', '/task', secret)).statusCode, 200)

  const tool = toolsOf(services, await agentToken(services, await createAgentApplication(services), guest))
  const { projects } = (await tool('list_projects')).structuredContent
  const ids = projects.map(({ id }: { id: number }) => id)
  assert.deepEqual([ids.includes(team.project.id), ids.includes(other.project.id)], [true, false])
  const { total } = (await tool('find_tasks', { filter: 'title ~ "Secret"' })).structuredContent
  assert.equal(total, 0)
  assert.equal((await tool('get_board', { boardId: other.boardId })).isError, true)

  const address = await listenOnce(services)
  const open = async () => (await guest.call('GET', '/events/token')).json().token as string
  const foreign = await fetch(`${address}/events?token=${await open()}&topics=board:${other.boardId}`)
  assert.equal(foreign.status, 403)
  const stream = await readStream(
    `${address}/events?token=${await open()}&topics=board:${team.boardId},navigation`,
  )
  await other.member.call('POST', '/task', { ...secret, title: 'Another secret of others' })
  await team.member.call('POST', '/task', { title: 'Seen by the guest', columnId: team.toDo })
  await stream.waitForMessages(1)
  assert.deepEqual(
    stream.messages().map(({ data }) => data.data.patch.title),
    ['Seen by the guest'],
  )
  stream.close()

  const feed = (kind: object) => guest.call('POST', '/calendar-feed', kind)
  assert.equal((await feed({ kind: 'project', projectId: other.project.id })).statusCode, 403)
  for (const kind of [{ kind: 'mine' }, { kind: 'project', projectId: team.project.id }]) {
    const { url } = (await feed(kind)).json().item
    const calendar = await services.app.inject(new URL(url).pathname)
    assert.equal(calendar.statusCode, 200)
    assert.doesNotMatch(calendar.body, /secret/i)
  }
})

test('a guest sees neither the groups nor the shared templates of the installation', async () => {
  const team = await createTeam(services)
  const guest = await inviteGuest(team)
  await services.identityDeps.db.insertInto('groups').values({ name: 'Board of directors' }).execute()
  const own = (await guest.call('GET', '/project')).json().items as { id: number; type: string }[]
  const personal = own.find(({ type }) => type === 'personal')
  const groups = await guest.call('GET', `/project/${personal?.id}/available-group`)
  assert.deepEqual([groups.statusCode, groups.json().items], [200, []])

  const template = { name: 'Merger', isShared: true }
  const saved = await team.manager.call('POST', `/project/${team.project.id}/template`, template)
  const { id } = saved.json().item
  assert.equal((await team.stranger.call('GET', `/template/${id}`)).statusCode, 200)
  assert.equal((await guest.call('GET', `/template/${id}`)).statusCode, 404)
  assert.deepEqual((await guest.call('GET', '/template')).json().items, [])
})

test('only people without an account become guests, and a guest manages nothing', async () => {
  const team = await createTeam(services)
  const { manager, owner, stranger, project } = team
  const known = await invite(team, stranger.email)
  await stranger.call('POST', '/invitation/accept', { token: known.token })
  assert.equal(await isGuest(stranger), false)

  const colleague = await createPerson(services)
  const other = await createTeam(services)
  await invite(team, colleague.email)
  await invite(other, colleague.email, { isGuest: false })
  assert.equal(await isGuest(await arrive(services, colleague)), false)

  const reason = async (user: User, method: 'POST' | 'PUT', url: string, body: object) => {
    const response = await user.call(method, url, body)
    return `${response.statusCode} ${response.json().error?.details?.reason}`
  }
  const refused = '409 guests_manage_nothing'
  const invitation = { email: 'someone@example.org', role: 'manager', isGuest: true }
  assert.equal(await reason(manager, 'POST', `/project/${project.id}/invite`, invitation), refused)
  const guest = await inviteGuest(team)
  for (const [user, role] of [
    [manager, 'manager'],
    [owner, 'owner'],
  ] as const)
    assert.equal(
      await reason(user, 'PUT', `/project/${project.id}/member/${guest.id}/role`, { role }),
      refused,
    )
  const { token } = await invite(other, guest.email, { role: 'manager', isGuest: false })
  assert.equal(await reason(guest, 'POST', '/invitation/accept', { token }), refused)
})

test('an administrator makes a guest a full user, which counts at once', async () => {
  const team = await createTeam(services)
  const guest = await inviteGuest(team)
  const administrator = await createUser(services, 'owner')
  const create = async () => (await guest.call('POST', '/project', { name: 'Mine' })).statusCode
  assert.equal(await create(), 403)
  assert.equal((await team.owner.call('DELETE', `/users/${guest.id}/guest`)).statusCode, 403)
  const made = await administrator.call('DELETE', `/users/${guest.id}/guest`)
  assert.deepEqual([made.statusCode, made.json().item?.isGuest], [200, false])
  assert.equal(await create(), 200)
  assert.equal((await team.stranger.call('GET', `/users/${guest.id}`)).statusCode, 200)
  assert.equal((await administrator.call('DELETE', `/users/${guest.id}/guest`)).statusCode, 409)
  const entries = await services.deps.db.selectFrom('auditEntries').selectAll().execute()
  assert.ok(
    entries.some(
      ({ action, subjectId }) => action === 'guest.made_full_user' && subjectId === guest.passportId,
    ),
  )
})
