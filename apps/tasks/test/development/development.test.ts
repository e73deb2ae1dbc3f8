import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contractsOf } from '@atrium/http/routes/operation'
import { longTest } from '@atrium/testing/long-test'
import { startBothServices } from '../both-services.ts'
import { createTeam, createUser } from '../team.ts'

const services = await startBothServices({ NODE_ENV: 'development', RATE_LIMIT: 'off' })
const { app, deps, environment } = services
const { db } = deps

test('without users there is no one to own a generated project', async () => {
  const response = await app.inject('/generator')
  assert.equal(response.statusCode, 409, response.body)
  assert.equal(response.json().error.details.reason, 'no_user_yet')
})

test('the generator creates a project for the first user, without a token', async () => {
  const first = await createUser(services)
  await createUser(services)
  const response = await app.inject({ method: 'POST', url: '/generator', payload: { tasks: 30 } })
  assert.equal(response.statusCode, 200, response.body)
  const { projectId, boardIds, tasks } = response.json().item
  assert.deepEqual([tasks, boardIds.length], [30, 2])
  const project = (await first.call('GET', `/project/${projectId}`)).json().item
  assert.deepEqual([project.ownerId, project.myRole], [first.id, 'owner'])
  assert.equal((await first.call('GET', `/task?projectId=${projectId}`)).json()._meta.total, 30)
})

longTest('the generator fills a project with everything a project can have, by its own members', async () => {
  const { owner, manager, member, project, boardId } = await createTeam(services)
  const response = await app.inject(`/generator?projectId=${project.id}&tasks=40`)
  assert.equal(response.statusCode, 200, response.body)
  assert.ok(!response.json().item.boardIds.includes(boardId))
  const tasks = (await owner.call('GET', `/task?projectId=${project.id}&limit=1000`)).json().items
  assert.equal(tasks.length, 40)
  const team = [owner.id, manager.id, member.id]
  const assignees = new Set(tasks.map((task: { assigneeId: number }) => task.assigneeId))
  assert.deepEqual(assignees, new Set([null, ...team]))
  const creators = new Set(tasks.map((task: { creatorId: number }) => task.creatorId))
  assert.deepEqual(creators, new Set(team))
  const has = (field: string) => tasks.filter((task: Record<string, unknown>) => task[field]).length
  for (const field of ['description', 'dueDate', 'estimateSeconds', 'commentCount', 'checklistTotal']) {
    assert.ok(has(field) > 3, field)
  }
  assert.ok(has('completedAt') > 10 && has('completedAt') < 35)
  assert.ok(tasks.some(({ stickers }: { stickers: unknown[] }) => stickers.length > 0))
  assert.equal(new Set(tasks.map(({ priorityId }: { priorityId: number }) => priorityId)).size, 4)
  const today = deps.now().toISOString().slice(0, 10)
  const open = tasks.filter((task: { completedAt: unknown }) => !task.completedAt)
  assert.ok(open.some(({ dueDate }: { dueDate: string | null }) => dueDate && dueDate < today))
  assert.ok(open.some(({ dueDate }: { dueDate: string | null }) => dueDate && dueDate > today))
})

test('completed tasks have a history over several days', async () => {
  const done = await db
    .selectFrom('tasks')
    .where('completedAt', 'is not', null)
    .select(['id', 'createdAt', 'completedAt', 'updatedAt'])
    .execute()
  assert.ok(done.length > 10)
  for (const task of done) {
    const rows = await db
      .selectFrom('activity')
      .where('taskId', '=', task.id)
      .select(['type', 'createdAt'])
      .orderBy('id')
      .execute()
    const days = rows.map(({ createdAt }) => createdAt)
    assert.deepEqual(days, days.toSorted())
    assert.deepEqual([rows[0]?.type, rows[0]?.createdAt], ['task.created', task.createdAt])
    const moves = rows.filter(({ type }) => type === 'task.moved')
    assert.deepEqual([moves.length, moves.at(-1)?.createdAt], [2, task.completedAt])
    assert.ok(String(task.createdAt) < String(task.completedAt))
    assert.ok(String(task.completedAt) <= deps.now().toISOString())
  }
})

test('started tasks have tracked time on their own days and none in the future', async () => {
  const intervals = await db.selectFrom('timeIntervals').selectAll().execute()
  assert.ok(intervals.length > 20)
  for (const { startedAt, endedAt } of intervals) {
    assert.ok(String(startedAt) < String(endedAt))
    assert.ok(String(endedAt) <= deps.now().toISOString())
  }
})

test('the generator can fill a project twice', async () => {
  const { project } = await createTeam(services)
  for (const method of ['GET', 'POST'] as const) {
    const query = `?projectId=${project.id}&tasks=3`
    const request =
      method === 'GET' ? { url: `/generator${query}` } : post({ projectId: project.id, tasks: 3 })
    assert.equal((await app.inject(request)).statusCode, 200)
  }
  const { count } = await db
    .selectFrom('tasks')
    .where('projectId', '=', project.id)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  assert.equal(count, 6)
})

for (const [words, wish, status] of [
  ['a project that is not there', { projectId: 999_999 }, 404],
  ['no task', { tasks: 0 }, 422],
  ['too many tasks', { tasks: 1001 }, 422],
  ['an unknown field', { users: 3 }, 422],
] as const) {
  test(`the generator refuses ${words}`, async () => {
    assert.equal((await app.inject(post(wish))).statusCode, status)
  })
}

test('debug shows the routes with their access rules', async () => {
  const { routes } = (await app.inject('/debug')).json()
  const rule = (url: string, method = 'GET') =>
    routes.find((route: { url: string; method: string }) => route.url === url && route.method === method).rule
  assert.deepEqual(rule('/debug'), { token: false })
  assert.deepEqual(rule('/roles', 'POST'), { token: true, permission: 'roles.manage', scope: 'tasks:manage' })
})

test('debug shows settings without secrets', async () => {
  const response = await app.inject('/debug')
  const { settings } = response.json()
  assert.equal(settings.NODE_ENV, 'development')
  assert.equal(settings.TASKS_URL, environment.TASKS_URL)
  const secrets = [environment.TASKS_CLIENT_SECRET, environment.TASKS_DATABASE_URL, environment.STORAGE_URL]
  for (const secret of secrets) assert.ok(!response.body.includes(secret))
})

test('debug shows the last fifty requests, newest first and without query strings', async () => {
  for (let count = 0; count < 60; count += 1) await app.inject('/healthz')
  await app.inject('/nothing/here?token=secret')
  const { requests } = (await app.inject('/debug')).json()
  assert.equal(requests.length, 50)
  const [{ ms, ...newest }] = requests
  assert.deepEqual(newest, { method: 'GET', path: '/nothing/here', status: 404 })
  assert.ok(Number.isInteger(ms))
})

test('neither exists outside development', async () => {
  const { app } = await startBothServices()
  for (const url of ['/generator', '/debug', '/api/v1/debug']) {
    assert.equal((await app.inject(url)).statusCode, 404)
  }
  assert.equal((await app.inject({ method: 'POST', url: '/generator' })).statusCode, 404)
  assert.ok(!contractsOf(app).some(({ path }) => path === '/generator' || path === '/debug'))
})

function post(payload: object) {
  return { method: 'POST', url: '/generator', payload } as const
}
