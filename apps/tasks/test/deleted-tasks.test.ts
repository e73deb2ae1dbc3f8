import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBothServices } from './both-services.ts'
import { createTeamTask, listActivity } from './task-parts.ts'
import { createTeam, type User } from './team.ts'
import { tellings } from './tellings.ts'

const services = await startBothServices()
const { db } = services.deps
const team = await createTeam(services)
const { owner, manager, member, viewer, project, boardId, toDo, inProgress, done } = team

async function createDeletedTask() {
  const id = await createTeamTask(team)
  assert.equal((await member.call('DELETE', `/task/${id}`)).statusCode, 200)
  return id
}

async function restored(id: number) {
  const response = await member.call('POST', `/task/${id}/restore`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item
}

test('a deleted task moves to another column, stays deleted and comes back there', async () => {
  const id = await createDeletedTask()
  const moved = await member.call('POST', `/task/${id}/move-to-column`, { columnId: done })
  assert.equal(moved.statusCode, 200, moved.body)
  const { columnId, position, deletedAt, completedAt } = moved.json().item
  assert.deepEqual([columnId, position], [done, null])
  assert.ok(deletedAt && completedAt)
  assert.equal((await member.call('GET', `/task/${id}`)).statusCode, 410)
  const { columns } = (await member.call('GET', `/board/${boardId}/full`)).json().item
  assert.ok(columns.every(({ tasks }: { tasks: { id: number }[] }) => tasks.every(task => task.id !== id)))
  const back = await restored(id)
  assert.deepEqual([back.columnId, back.completedAt], [done, completedAt])
  assert.equal(typeof back.position, 'number')
})

test('a deleted task takes no place in a full column, neighbours or not', async () => {
  const full = { title: 'Full', wipLimit: 1 }
  const column = (await owner.call('POST', `/board/${boardId}/column`, full)).json().item
  const there = await createTeamTask(team)
  const move = (id: number, neighbours = {}) =>
    member.call('POST', `/task/${id}/move-to-column`, { columnId: column.id, ...neighbours })
  assert.equal((await move(there)).statusCode, 200)
  const id = await createDeletedTask()
  assert.equal((await move(id, { afterTaskId: there })).json().item.position, null)
  assert.equal((await move(await createTeamTask(team))).statusCode, 409)
  assert.equal((await restored(id)).columnId, column.id)
})

test('a task that was deleted with its board leaves it for a board that is there', async () => {
  const other = (await owner.call('POST', `/project/${project.id}/board`, { name: 'Other' })).json().item
  const columnId = other.columns[0].id
  const task = (await member.call('POST', '/task', { title: 'Left behind', columnId })).json().item
  await owner.call('DELETE', `/board/${other.id}`)
  const move = (to: number) => member.call('POST', `/task/${task.id}/move-to-column`, { columnId: to })
  assert.equal((await move(columnId)).statusCode, 422, 'a column of a deleted board is no place')
  assert.equal((await move(inProgress)).json().item.boardId, boardId)
  await owner.call('POST', `/board/${other.id}/restore`)
  assert.equal((await member.call('GET', `/task/${task.id}`)).statusCode, 410)
  assert.equal((await owner.call('POST', `/task/${task.id}/restore`)).json().item.columnId, inProgress)
})

test('a deleted task is assigned without anybody being notified, and comes back with its assignee', async () => {
  const id = await createDeletedTask()
  const assigned = await member.call('POST', `/task/${id}/assign`, { assigneeId: manager.id })
  assert.equal(assigned.statusCode, 200, assigned.body)
  assert.ok(assigned.json().item.deletedAt)
  assert.deepEqual(await tellings(services, { manager }, { taskId: id }), [])
  const [story] = (await listActivity(services, { taskId: id }, 'task')).slice(-1)
  assert.equal(story?.type, 'task.assigned')
  assert.equal((await restored(id)).assigneeId, manager.id)
  const wrong = await createDeletedTask()
  for (const assigneeId of [viewer.id, 999_999])
    assert.equal((await member.call('POST', `/task/${wrong}/assign`, { assigneeId })).statusCode, 422)
  for (const [path, body] of [
    ['assign', { assigneeId: null }],
    ['move-to-column', { columnId: toDo }],
  ] as const) {
    assert.equal((await viewer.call('POST', `/task/${wrong}/${path}`, body)).statusCode, 403)
    assert.equal((await team.stranger.call('POST', `/task/${wrong}/${path}`, body)).statusCode, 403)
  }
})

test('the time in a column does not count what a task spent in the trash', async () => {
  const id = await createDeletedTask()
  await member.call('POST', `/task/${id}/move-to-column`, { columnId: done })
  const columnOf = ({ columnId }: { columnId: number }) => columnId
  const { byColumn } = (await restoredSummary(id)).item
  assert.deepEqual(byColumn.map(columnOf), [toDo, done])
})

/** As if it had been moved an hour before it was restored. */
async function restoredSummary(id: number) {
  await restored(id)
  const before = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const age = { 'task.created': 90, 'task.deleted': 80, 'task.moved': 70, 'task.restored': 0 }
  for (const [type, minutes] of Object.entries(age)) {
    await db
      .updateTable('activity')
      .set({ createdAt: before(minutes) })
      .where('taskId', '=', id)
      .where('type', '=', type)
      .execute()
  }
  const summary = (await member.call('GET', `/task/${id}/time-summary`)).json()
  const seconds = summary.item.byColumn.map(({ seconds }: { seconds: number }) => Math.round(seconds / 60))
  assert.deepEqual(seconds, [10, 0])
  return summary
}

test('a member finds what they deleted themselves, a manager everything, a viewer nothing', async () => {
  const own = await createDeletedTask()
  const ofOwner = await createTeamTask(team)
  await owner.call('DELETE', `/task/${ofOwner}`)
  const living = await createTeamTask(team)
  const found = async (who: User, query: string) => {
    const response = await who.call('GET', `/task?ids=${own},${ofOwner},${living}&orderBy=id&${query}`)
    return response.json().items.map(({ id }: { id: number }) => id)
  }
  assert.deepEqual(await found(member, 'deleted=true'), [own])
  assert.deepEqual(await found(member, 'deleted=all'), [own, living])
  assert.deepEqual(await found(member, `deleted=true&projectId=${project.id}`), [own])
  assert.deepEqual(await found(manager, 'deleted=true'), [own, ofOwner])
  assert.deepEqual(await found(manager, `deleted=all&projectId=${project.id}`), [own, ofOwner, living])
  assert.deepEqual(await found(viewer, 'deleted=true'), [])
  const named = await viewer.call('GET', `/task?projectId=${project.id}&deleted=true`)
  assert.equal(named.statusCode, 403)
  assert.equal((await restored(own)).deletedAt, null)
})
