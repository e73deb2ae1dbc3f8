import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedServices } from '../both-services.ts'
import { notified } from '../notified.ts'
import { createTeamTask, listActivity } from '../task-parts.ts'
import { createTeam, type User } from '../team.ts'

const services = await sharedServices()
const { db } = services.deps
const team = await createTeam(services)
const { owner, manager, member, viewer, project, boardId, toDo, inProgress, done } = team

async function createDeletedTask() {
  const id = await createTeamTask(team)
  assert.equal((await member.call('DELETE', `/task/${id}`)).statusCode, 200)
  return id
}

async function restoreTask(id: number) {
  const response = await member.call('POST', `/task/${id}/restore`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item
}

test('a deleted task can be moved, stays deleted, and is restored to its new column', async () => {
  const id = await createDeletedTask()
  const moved = await member.call('POST', `/task/${id}/move-to-column`, { columnId: done })
  assert.equal(moved.statusCode, 200, moved.body)
  const { columnId, position, deletedAt, completedAt } = moved.json().item
  assert.deepEqual([columnId, position], [done, null])
  assert.ok(deletedAt && completedAt)
  assert.equal((await member.call('GET', `/task/${id}`)).statusCode, 410)
  const { columns } = (await member.call('GET', `/board/${boardId}/full`)).json().item
  assert.ok(columns.every(({ tasks }: { tasks: { id: number }[] }) => tasks.every(task => task.id !== id)))
  const restored = await restoreTask(id)
  assert.deepEqual([restored.columnId, restored.completedAt], [done, completedAt])
  assert.equal(typeof restored.position, 'number')
})

test('a deleted task does not count towards the WIP limit of its column', async () => {
  const full = { title: 'Full', wipLimit: 1 }
  const column = (await owner.call('POST', `/board/${boardId}/column`, full)).json().item
  const there = await createTeamTask(team)
  const move = (id: number, neighbours = {}) =>
    member.call('POST', `/task/${id}/move-to-column`, { columnId: column.id, ...neighbours })
  assert.equal((await move(there)).statusCode, 200)
  const id = await createDeletedTask()
  assert.equal((await move(id, { afterTaskId: there })).json().item.position, null)
  assert.equal((await move(await createTeamTask(team))).statusCode, 409)
  assert.equal((await restoreTask(id)).columnId, column.id)
})

test('a task deleted with its board can be moved to another board', async () => {
  const other = (await owner.call('POST', `/project/${project.id}/board`, { name: 'Other' })).json().item
  const columnId = other.columns[0].id
  const task = (await member.call('POST', '/task', { title: 'Left behind', columnId })).json().item
  await owner.call('DELETE', `/board/${other.id}`)
  const move = (to: number) => member.call('POST', `/task/${task.id}/move-to-column`, { columnId: to })
  assert.equal((await move(columnId)).statusCode, 422, 'the column belongs to a deleted board')
  assert.equal((await move(inProgress)).json().item.boardId, boardId)
  await owner.call('POST', `/board/${other.id}/restore`)
  assert.equal((await member.call('GET', `/task/${task.id}`)).statusCode, 410)
  assert.equal((await owner.call('POST', `/task/${task.id}/restore`)).json().item.columnId, inProgress)
})

test('a deleted task can be assigned without a notification, and keeps its assignee when restored', async () => {
  const id = await createDeletedTask()
  const assigned = await member.call('POST', `/task/${id}/assign`, { assigneeId: manager.id })
  assert.equal(assigned.statusCode, 200, assigned.body)
  assert.ok(assigned.json().item.deletedAt)
  assert.deepEqual(await notified(services, { manager }, { taskId: id }), [])
  const [entry] = (await listActivity(services, { taskId: id }, 'task')).slice(-1)
  assert.equal(entry?.type, 'task.assigned')
  assert.equal((await restoreTask(id)).assigneeId, manager.id)
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

test('the time in a column excludes the time in the trash', async () => {
  const id = await createDeletedTask()
  await member.call('POST', `/task/${id}/move-to-column`, { columnId: done })
  const columnIdOf = ({ columnId }: { columnId: number }) => columnId
  const { byColumn } = (await restoreAndSummarize(id)).item
  assert.deepEqual(byColumn.map(columnIdOf), [toDo, done])
})

/** Restores the task as if it had been moved 70 minutes before. */
async function restoreAndSummarize(id: number) {
  await restoreTask(id)
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const age = { 'task.created': 90, 'task.deleted': 80, 'task.moved': 70, 'task.restoreTask': 0 }
  for (const [type, minutes] of Object.entries(age)) {
    await db
      .updateTable('activity')
      .set({ createdAt: minutesAgo(minutes) })
      .where('taskId', '=', id)
      .where('type', '=', type)
      .execute()
  }
  const summary = (await member.call('GET', `/task/${id}/time-summary`)).json()
  const seconds = summary.item.byColumn.map(({ seconds }: { seconds: number }) => Math.round(seconds / 60))
  assert.deepEqual(seconds, [10, 0])
  return summary
}

test('members list the tasks they deleted, managers all deleted tasks, viewers none', async () => {
  const own = await createDeletedTask()
  const ofOwner = await createTeamTask(team)
  await owner.call('DELETE', `/task/${ofOwner}`)
  const active = await createTeamTask(team)
  const found = async (user: User, query: string) => {
    const response = await user.call('GET', `/task?ids=${own},${ofOwner},${active}&orderBy=id&${query}`)
    return response.json().items.map(({ id }: { id: number }) => id)
  }
  assert.deepEqual(await found(member, 'deleted=true'), [own])
  assert.deepEqual(await found(member, 'deleted=all'), [own, active])
  assert.deepEqual(await found(member, `deleted=true&projectId=${project.id}`), [own])
  assert.deepEqual(await found(manager, 'deleted=true'), [own, ofOwner])
  assert.deepEqual(await found(manager, `deleted=all&projectId=${project.id}`), [own, ofOwner, active])
  assert.deepEqual(await found(viewer, 'deleted=true'), [])
  const named = await viewer.call('GET', `/task?projectId=${project.id}&deleted=true`)
  assert.equal(named.statusCode, 403)
  assert.equal((await restoreTask(own)).deletedAt, null)
})
