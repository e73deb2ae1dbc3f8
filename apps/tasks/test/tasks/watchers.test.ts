import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedServices } from '../both-services.ts'
import { notified } from '../notified.ts'
import { createTeamTask, listActivity } from '../task-parts.ts'
import { createTeam, createUser, type User } from '../team.ts'

const services = await sharedServices()
const { db } = services.deps
const team = await createTeam(services)
const { owner, manager, member, viewer, stranger, project, done } = team
const people = { owner, manager, member, viewer, stranger }

const watch = (user: User, id: number) => user.call('PUT', `/task/${id}/watch`)
const unwatch = (user: User, id: number) => user.call('DELETE', `/task/${id}/watch`)

async function watchersOf(id: number, user = member) {
  const { isWatching, watchers } = (await user.call('GET', `/task/${id}/watch`)).json().item
  const names = new Map(Object.entries(people).map(([name, one]) => [one.id, name]))
  return { isWatching, watchers: watchers.map((one: User) => names.get(one.id)).sort() }
}

/** A comment, a new due date and the completion, by the owner. */
async function changeAll(id: number) {
  await owner.call('POST', `/task/${id}/comment`, { text: 'Done soon' })
  await owner.call('PUT', `/task/${id}`, { dueDate: '2040-01-01' })
  await owner.call('POST', `/task/${id}/move-to-column`, { columnId: done })
}

const aboutAll = ['comment.created', 'task.completed', 'task.due_changed']
const eachOf = (names: string[]) => names.flatMap(name => aboutAll.map(type => `${name} ${type}`)).sort()

test('watchers are notified like assignee and creator, the actor never', async () => {
  const id = await createTeamTask(team)
  const response = await watch(viewer, id)
  assert.equal(response.statusCode, 200, response.body)
  assert.equal(response.json().item.isWatching, true)
  await watch(owner, id)
  assert.deepEqual(await watchersOf(id), { isWatching: true, watchers: ['member', 'owner', 'viewer'] })
  assert.deepEqual(await watchersOf(id, manager), {
    isWatching: false,
    watchers: ['member', 'owner', 'viewer'],
  })
  await changeAll(id)
  assert.deepEqual(await notified(services, people, { taskId: id }), eachOf(['member', 'viewer']))
})

test('watching twice is the same as once, also at the same moment', async () => {
  const id = await createTeamTask(team)
  const responses = await Promise.all([watch(viewer, id), watch(viewer, id), watch(viewer, id)])
  assert.deepEqual(
    responses.map(({ statusCode }) => statusCode),
    [200, 200, 200],
  )
  const events = (await listActivity(services, { taskId: id }, 'task')).slice(1)
  assert.deepEqual(
    events.map(({ type, after }) => [type, after]),
    [['task.watched', { userId: viewer.id }]],
  )
  await changeAll(id)
  assert.deepEqual(await notified(services, people, { taskId: id }), eachOf(['member', 'viewer']))
})

test('unwatching mutes creator, assignee and commenters, but not mentions and assignments', async () => {
  const id = await createTeamTask(team)
  await owner.call('POST', `/task/${id}/assign`, { assigneeId: manager.id })
  await manager.call('POST', `/task/${id}/comment`, { text: 'I am here' })
  await db.deleteFrom('notifications').where('taskId', '=', id).execute()
  for (const user of [member, manager]) assert.equal((await unwatch(user, id)).json().item.isWatching, false)
  await changeAll(id)
  assert.deepEqual(await notified(services, people, { taskId: id }), [])
  await owner.call('POST', `/task/${id}/comment`, { text: `@[${member.id}] look` })
  await owner.call('POST', `/task/${id}/assign`, { assigneeId: member.id })
  assert.deepEqual(await notified(services, people, { taskId: id }), [
    'manager task.unassigned',
    'member comment.mention',
    'member task.assigned',
  ])
  await watch(manager, id)
  await owner.call('PUT', `/task/${id}`, { dueDate: '2041-01-01' })
  assert.ok((await notified(services, people, { taskId: id })).includes('manager task.due_changed'))
})

test('those who left the project are neither listed nor notified', async () => {
  const id = await createTeamTask(team)
  const leaver = await createUser(services)
  await owner.call('POST', `/project/${project.id}/member`, { userId: leaver.id, role: 'viewer' })
  await watch(leaver, id)
  await owner.call('DELETE', `/project/${project.id}/member/${leaver.id}`)
  assert.deepEqual((await watchersOf(id)).watchers, ['member'])
  await changeAll(id)
  assert.deepEqual(await notified(services, { ...people, leaver }, { taskId: id }), eachOf(['member']))
  assert.equal((await watch(leaver, id)).statusCode, 403)
})

test('an administrator who can read every project watches only their own', async () => {
  const id = await createTeamTask(team)
  const admin = await createUser(services, 'owner')
  assert.equal((await admin.call('GET', `/task/${id}/watch`)).statusCode, 200)
  const refused = await watch(admin, id)
  assert.equal(refused.statusCode, 403)
  assert.equal(refused.json().error.details.reason, 'not_a_member')
})

test('watchers outside the new project are dropped when the task moves there', async () => {
  const id = await createTeamTask(team)
  const other = (await owner.call('POST', '/project', { name: 'Elsewhere' })).json().item
  await owner.call('POST', `/project/${other.id}/board`, { name: 'There' })
  await watch(viewer, id)
  await watch(manager, id)
  await unwatch(manager, id)
  const { leftBehind } = (
    await owner.call('POST', `/task/${id}/move-to-project`, { projectId: other.id })
  ).json()
  assert.deepEqual(leftBehind.watcherIds, [viewer.id])
  const rows = await db.selectFrom('taskWatchers').where('taskId', '=', id).select('userId').execute()
  assert.deepEqual(rows, [])
})

test('a deleted task cannot be watched', async () => {
  const id = await createTeamTask(team)
  await member.call('DELETE', `/task/${id}`)
  assert.equal((await watch(member, id)).statusCode, 410)
})
