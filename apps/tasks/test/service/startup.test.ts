import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { sharedServices } from '../both-services.ts'
import { createTeam } from '../team.ts'

const services = await sharedServices()
const { manager, member, project, toDo } = await createTeam(services)

async function startup(user = member) {
  const response = await user.call('GET', '/startup')
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item
}

test('the start of an application contains what single routes answer', async () => {
  const task = (await manager.call('POST', '/task', { title: 'Plan', columnId: toDo })).json().item
  await manager.call('POST', `/task/${task.id}/assign`, { assigneeId: member.id })
  await member.call('POST', '/time-interval/start', { taskId: task.id })
  const { streamToken, changeId, ...item } = await startup()
  const { rows } = await sql<{ last: number }>`select max(id) as last from activity`.execute(services.deps.db)
  assert.equal(changeId, rows[0]?.last, 'from here on, a stream misses nothing')
  const { runningTimer, user, ...rest } = item
  assert.equal(runningTimer.taskId, task.id)
  assert.equal(user.runningTimer.taskId, task.id)
  assert.deepEqual(user, (await member.call('GET', '/users/me')).json().item)
  assert.deepEqual(rest, {
    settings: (await member.call('GET', '/users/me/settings')).json().item,
    navigation: (await member.call('GET', '/navigation')).json().item,
    priorities: (await member.call('GET', '/task-priority')).json().items,
    notices: (await member.call('GET', '/notices')).json().item,
    unreadNotifications: (await member.call('GET', '/notification/unread-count')).json().item.unread,
  })
  assert.ok(rest.unreadNotifications > 0)
  assert.match(streamToken, /^[\w-]{43}$/)
})

test('its stream token belongs to the caller', async () => {
  const { streamToken } = await startup()
  const { userId } = await services.deps.db
    .selectFrom('streamTokens')
    .select('userId')
    .orderBy('expiresAt', 'desc')
    .executeTakeFirstOrThrow()
  assert.equal(userId, member.id)
  assert.notEqual(streamToken, (await startup()).streamToken)
})

test('without a valid session, the answer is empty and not an error', async () => {
  for (const headers of [
    {},
    { authorization: 'Bearer not-a-token' },
    { cookie: 'app_access_token=expired' },
  ]) {
    const response = await services.app.inject({ method: 'GET', url: '/startup', headers })
    assert.equal(response.statusCode, 200, response.body)
    assert.deepEqual(response.json(), { item: null })
  }
})

test('a board comes with its project and members, as their own routes answer', async () => {
  const boards = (await member.call('GET', `/project/${project.id}/board`)).json().items
  const url = `/board/${boards[0].id}/full`
  const { project: shown, members } = (await member.call('GET', `${url}?withProject=true`)).json()
  assert.deepEqual(shown, (await member.call('GET', `/project/${project.id}`)).json().item)
  assert.deepEqual(
    members,
    (await member.call('GET', `/project/${project.id}/member?limit=1000`)).json().items,
  )
  assert.deepEqual(Object.keys((await member.call('GET', url)).json()), ['item'])
})
