import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { archiveCompleted } from '#tasks/archive/archive-jobs.ts'
import { sharedServices } from '../both-services.ts'
import { listActivity } from '../task-parts.ts'
import { createTeam, type User } from '../team.ts'

const services = await sharedServices()
const { deps } = services
const realNow = deps.now
after(() => {
  deps.now = realNow
})
const team = await createTeam(services)
const { owner, manager, member, viewer, project, boardId, toDo, done } = team

async function ok(user: User, ...[method, url, payload]: Parameters<User['call']>) {
  const response = await user.call(method, url, payload)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

async function aTask(columnId = done): Promise<number> {
  return (await ok(member, 'POST', '/task', { title: 'Write it down', columnId })).item.id
}

async function archived(id: number) {
  return (await ok(member, 'PUT', `/task/${id}`, { isArchived: true })).item
}

interface Column {
  id: number
  taskCount: number
  archivedCount: number
  tasks: { id: number }[]
}

async function columnOf(columnId: number): Promise<Column> {
  const { item } = await ok(viewer, 'GET', `/board/${boardId}/full`)
  const column = item.columns.find(({ id }: Column) => id === columnId)
  assert.ok(column)
  return column
}

const shownIn = async (columnId: number) => (await columnOf(columnId)).tasks.map(({ id }) => id)

const matching = async (query: string) =>
  (await ok(viewer, 'GET', `/task?projectId=${project.id}&limit=1000&${query}`)).items.map(
    ({ id }: { id: number }) => id,
  )

test('an archived task leaves its board, stays open and searchable, and comes back to its place', async () => {
  const [first, second, third] = [await aTask(), await aTask(), await aTask()]
  const before = await columnOf(done)
  const { archivedAt, completedAt, version } = await archived(second)
  assert.ok(archivedAt)
  assert.ok(completedAt)
  const column = await columnOf(done)
  assert.deepEqual([column.taskCount, column.archivedCount], [before.taskCount - 1, before.archivedCount + 1])
  assert.ok(!column.tasks.some(({ id }) => id === second))
  assert.equal((await ok(viewer, 'GET', `/task/${second}`)).item.archivedAt, archivedAt)
  assert.ok((await matching('search=Write')).includes(second))
  assert.ok((await matching('completed=true')).includes(second))
  for (const query of ['archived=true', `filter=${encodeURIComponent('archived = true')}`])
    assert.deepEqual(await matching(query), [second])
  for (const query of ['archived=false', `filter=${encodeURIComponent('archived = false')}`])
    assert.ok(!(await matching(query)).includes(second))

  const again = await archived(second)
  assert.deepEqual([again.version, again.archivedAt], [version, archivedAt])
  const restored = await ok(member, 'PUT', `/task/${second}`, { isArchived: false })
  assert.deepEqual([restored.item.archivedAt, restored.item.completedAt], [null, completedAt])
  assert.deepEqual(
    (await shownIn(done)).filter(id => [first, second, third].includes(id)),
    [first, second, third],
  )
  const edits = await listActivity(services, { taskId: second }, 'task')
  assert.deepEqual(
    edits.slice(1).map(({ type, before, after }) => ({ type, before, after })),
    [
      { type: 'task.updated', before: { archivedAt: null }, after: { archivedAt } },
      { type: 'task.updated', before: { archivedAt }, after: { archivedAt: null } },
    ],
  )
})

test('only completed tasks are archived, by those who can edit them', async () => {
  const open = await aTask(toDo)
  const refused = await member.call('PUT', `/task/${open}`, { isArchived: true })
  assert.deepEqual([refused.statusCode, refused.json().error.details.reason], [409, 'task_not_completed'])
  const { item } = await ok(member, 'PUT', `/task/${open}`, { isArchived: true, columnId: done })
  assert.ok(item.archivedAt)
  assert.equal((await viewer.call('PUT', `/task/${open}`, { isArchived: false })).statusCode, 403)
})

test('a task that is reopened or moved to another column is shown again', async () => {
  const { item } = await ok(manager, 'POST', `/board/${boardId}/column`, { title: 'Shipped', isDone: true })
  for (const columnId of [toDo, item.id]) {
    for (const [method, url, body] of [
      ['PUT', '', { columnId }],
      ['POST', '/move-to-column', { columnId }],
    ] as const) {
      const id = await aTask()
      await archived(id)
      const moved = (await ok(member, method, `/task/${id}${url}`, body)).item
      assert.deepEqual([moved.archivedAt, moved.columnId], [null, columnId])
      assert.ok((await shownIn(columnId)).includes(id))
    }
  }
  const id = await aTask()
  await archived(id)
  const kept = (await ok(member, 'POST', `/task/${id}/move-to-column`, { columnId: done })).item
  assert.ok(kept.archivedAt)
  await ok(manager, 'PUT', `/board/column/${done}`, { isDone: false })
  assert.equal((await ok(viewer, 'GET', `/task/${id}`)).item.archivedAt, null)
  assert.ok((await shownIn(done)).includes(id))
  await ok(manager, 'PUT', `/board/column/${done}`, { isDone: true })
})

test('many tasks are archived at once, and undoing shows them again', async () => {
  const [first, second, open] = [await aTask(), await aTask(), await aTask(toDo)]
  const change = { ids: [first, second, open], change: { isArchived: true } }
  const { item } = await ok(member, 'POST', '/task/bulk', change)
  assert.deepEqual(item.changedIds, [first, second])
  assert.deepEqual(item.refusals[0].code, 'task_not_completed')
  assert.ok(!(await shownIn(done)).includes(first))
  await ok(member, 'POST', `/task/bulk/${item.id}/undo`)
  assert.ok((await shownIn(done)).includes(first))

  await archived(first)
  const reopened = await ok(member, 'POST', '/task/bulk', { ids: [first], change: { columnId: toDo } })
  assert.equal((await ok(viewer, 'GET', `/task/${first}`)).item.archivedAt, null)
  await ok(member, 'POST', `/task/bulk/${reopened.item.id}/undo`)
  const { archivedAt, columnId } = (await ok(viewer, 'GET', `/task/${first}`)).item
  assert.ok(archivedAt)
  assert.equal(columnId, done)
})

test('archived tasks do not count towards the limit of a column, and a column is not deleted with them', async () => {
  const { item } = await ok(manager, 'POST', `/board/${boardId}/column`, {
    title: 'Checked',
    isDone: true,
    wipLimit: 1,
  })
  const id = await aTask(item.id)
  assert.equal((await member.call('POST', '/task', { title: 'Next', columnId: item.id })).statusCode, 409)
  await archived(id)
  await aTask(item.id)
  await ok(member, 'PUT', `/task/${id}`, { isArchived: false })
  await archived(id)
  const [only] = await shownIn(item.id)
  await archived(Number(only))
  assert.equal((await manager.call('DELETE', `/board/column/${item.id}`)).statusCode, 409)
  await ok(manager, 'DELETE', `/board/column/${item.id}?moveTo=${done}`)
  const moved = (await ok(viewer, 'GET', `/task/${id}`)).item
  assert.ok(moved.archivedAt)
  assert.equal(moved.columnId, done)
})

test('a column archives what has been completed for as long as it says', async () => {
  const column = await ok(manager, 'PUT', `/board/column/${done}`, { archiveAfterDays: 7 })
  assert.equal(column.item.archiveAfterDays, 7)
  const { items } = await ok(member, 'GET', `/project/${project.id}/activity?limit=1`)
  assert.deepEqual(items[0].after, { columnId: done, archiveAfterDays: 7 })
  const [id, open] = [await aTask(), await aTask(toDo)]
  const { version } = (await ok(viewer, 'GET', `/task/${id}`)).item
  const inDays = (days: number) => () => new Date(realNow().getTime() + days * 86_400_000)
  deps.now = inDays(6)
  await archiveCompleted(deps)
  assert.ok((await shownIn(done)).includes(id))
  deps.now = inDays(8)
  await ok(owner, 'DELETE', `/project/${project.id}`)
  await archiveCompleted(deps)
  await ok(owner, 'POST', `/project/${project.id}/restore`)
  assert.ok((await shownIn(done)).includes(id))
  await Promise.all([archiveCompleted(deps), archiveCompleted(deps)])
  assert.ok(!(await shownIn(done)).includes(id))
  const task = (await ok(viewer, 'GET', `/task/${id}`)).item
  assert.equal(task.version, version + 1)
  const last = (await listActivity(services, { taskId: id }, 'task')).at(-1)
  assert.deepEqual(
    [last?.type, last?.actorId, last?.after],
    ['task.updated', null, { archivedAt: task.archivedAt }],
  )
  assert.equal((await ok(viewer, 'GET', `/task/${open}`)).item.archivedAt, null)
})

test('tasks of archived projects are searched when asked for', async () => {
  const other = await createTeam(services)
  const { item } = await ok(other.member, 'POST', '/task', { title: 'Old plans', columnId: other.toDo })
  await ok(other.owner, 'DELETE', `/project/${other.project.id}`)
  const found = async (user: User, query: string) =>
    (await ok(user, 'GET', `/task?search=old&${query}`)).items.map(({ id }: { id: number }) => id)
  assert.deepEqual(await found(other.viewer, ''), [])
  assert.deepEqual(await found(other.viewer, 'archivedProjects=true'), [item.id])
  assert.deepEqual(await found(other.viewer, `projectId=${other.project.id}`), [item.id])
  assert.deepEqual(await found(other.stranger, 'archivedProjects=true'), [])
  assert.equal((await other.member.call('PUT', `/task/${item.id}`, { title: 'New' })).statusCode, 409)
})
