import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedServices } from '../both-services.ts'
import { notified } from '../notified.ts'
import { createTeamTask, listActivity } from '../task-parts.ts'
import { createTeam, createUser, type User } from '../team.ts'

const services = await sharedServices()
const team = await createTeam(services)
const { owner, manager, member, viewer, stranger, project, boardId } = team

const vote = (user: User, id: number) => user.call('PUT', `/task/${id}/vote`)
const withdraw = (user: User, id: number) => user.call('DELETE', `/task/${id}/vote`)
const taskOf = async (id: number) => (await owner.call('GET', `/task/${id}`)).json().item

async function votersOf(id: number, user = owner) {
  const { items, _meta } = (await user.call('GET', `/task/${id}/vote`)).json()
  const ids = items.map((one: { user: User }) => one.user.id)
  assert.equal(_meta.total, ids.length)
  assert.equal((await taskOf(id)).voteCount, ids.length)
  return ids
}

test('every member has one vote, and cards, lists and the task have the count', async () => {
  const id = await createTeamTask(team)
  for (const user of [viewer, member, manager]) await vote(user, id)
  const again = await vote(viewer, id)
  assert.deepEqual([again.statusCode, again.json().item], [200, { hasVoted: true, voteCount: 3 }])
  assert.deepEqual(await votersOf(id), [viewer.id, member.id, manager.id])
  assert.deepEqual(await votersOf(id, manager), [manager.id, viewer.id, member.id])
  const { columns } = (await member.call('GET', `/board/${boardId}/full`)).json().item
  const cards = columns.flatMap(({ tasks }: { tasks: { id: number; voteCount: number }[] }) => tasks)
  assert.equal(cards.find((card: { id: number }) => card.id === id).voteCount, 3)
  const query = `/task?projectId=${project.id}&orderBy=-votes&filter=${encodeURIComponent('votes > 2')}`
  const listed = (await member.call('GET', query)).json().items
  assert.deepEqual(
    listed.map((task: { id: number; voteCount: number }) => [task.id, task.voteCount]),
    [[id, 3]],
  )
  const csv = (await member.call('GET', `/task/csv?ids=${id}&columns=number,votes`)).body
  assert.match(csv, /,3\r?\n?$/)
  assert.deepEqual((await withdraw(member, id)).json().item, { hasVoted: false, voteCount: 2 })
  assert.deepEqual((await withdraw(member, id)).json().item, { hasVoted: false, voteCount: 2 })
  assert.deepEqual(await votersOf(id), [viewer.id, manager.id])
})

test('twenty votes at once are all counted, and each is recorded once', async () => {
  const id = await createTeamTask(team)
  const people = await Promise.all(Array.from({ length: 10 }, () => createUser(services)))
  for (const { id: userId } of people)
    await owner.call('POST', `/project/${project.id}/member`, { userId, role: 'viewer' })
  const responses = await Promise.all([...people, ...people].map(user => vote(user, id)))
  assert.ok(responses.every(({ statusCode }) => statusCode === 200))
  assert.equal((await votersOf(id)).length, 10)
  await Promise.all([...people, ...people].map((user, n) => (n % 2 ? withdraw(user, id) : vote(user, id))))
  assert.equal((await votersOf(id)).length, 5)
  const recorded = await listActivity(services, { taskId: id }, 'vote')
  const counts = recorded.map(({ type, after }) => [type, after])
  const added = Array.from({ length: 10 }, (_, n) => ['vote.added', { voteCount: n + 1 }])
  assert.deepEqual(counts.slice(0, 10), added)
  assert.equal(counts.length, 15)
  assert.deepEqual(await notified(services, { owner, member, manager }, { taskId: id }), [])
})

test('those who are not members have no vote', async () => {
  const id = await createTeamTask(team)
  const admin = await createUser(services, 'owner')
  for (const user of [stranger, admin]) {
    const refused = await vote(user, id)
    assert.deepEqual([refused.statusCode, refused.json().error.details.reason], [403, 'not_a_member'])
  }
  assert.equal((await stranger.call('GET', `/task/${id}/vote`)).statusCode, 403)
  assert.equal((await admin.call('GET', `/task/${id}/vote`)).statusCode, 200)
  assert.equal((await vote(member, 999_999)).statusCode, 404)
  await member.call('DELETE', `/task/${id}`)
  assert.equal((await vote(member, id)).statusCode, 410)
})

test('votes of those who left still count, and votes follow the task to another project, but not to a copy', async () => {
  const id = await createTeamTask(team)
  const leaver = await createUser(services)
  await owner.call('POST', `/project/${project.id}/member`, { userId: leaver.id, role: 'viewer' })
  await vote(leaver, id)
  await vote(member, id)
  await owner.call('DELETE', `/project/${project.id}/member/${leaver.id}`)
  assert.deepEqual(await votersOf(id), [leaver.id, member.id])
  const copy = (await member.call('POST', `/task/${id}/duplicate`, {})).json().item
  assert.deepEqual(await votersOf(copy.id), [])
  const other = (await owner.call('POST', '/project', { name: 'Elsewhere' })).json().item
  await owner.call('POST', `/project/${other.id}/board`, { name: 'There' })
  const moved = await owner.call('POST', `/task/${id}/move-to-project`, { projectId: other.id })
  assert.equal(moved.json().item.voteCount, 2, moved.body)
  assert.deepEqual(await votersOf(id), [leaver.id, member.id])
})
