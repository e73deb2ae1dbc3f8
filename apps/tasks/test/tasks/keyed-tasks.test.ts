import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { test } from 'node:test'
import { longTest } from '@atrium/testing/long-test'
import { waitUntil } from '@atrium/testing/wait-until'
import { sql } from 'kysely'
import { insertTasks, type TaskNumber, takeTaskNumbers } from '#tasks/task.queries.ts'
import { sharedServices } from '../both-services.ts'
import { createTeam } from '../team.ts'

// Creating and moving a task claim their key with the first statement of their transaction, not before the handler.
const services = await sharedServices()
const second = await services.startInstance()
const { db } = services.deps
const { manager, member, project, boardId, toDo, done } = await createTeam(services)

test('twenty parallel requests with one key on two instances create one task and get the same answer', async () => {
  const key = randomUUID()
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) => create(key, {}, index % 2 ? services : second)),
  )
  assert.deepEqual([...new Set(responses.map(({ statusCode }) => statusCode))], [200])
  assert.equal(new Set(responses.map(({ body }) => body)).size, 1)
  assert.equal(responses.filter(isReplayed).length, 19)
  assert.equal(await countTasks(key), 1)
})

test('a retry that overtakes its first request waits for the answer of it', async () => {
  const key = randomUUID()
  const column = await lockColumn()
  const first = create(key)
  await waitUntil(async () => (await countLockWaits()) === 1)
  const number = await lastNumber()
  const retry = create(key, {}, second)
  await waitUntil(async () => (await lastNumber()) > number) // it is on its way to the claim
  await column.commit()
  const [one, other] = await Promise.all([first, retry])
  assert.deepEqual([one.statusCode, other.statusCode, other.body], [200, 200, one.body])
  assert.deepEqual([isReplayed(one), isReplayed(other)], [false, true])
  assert.equal(await countTasks(key), 1)
})

test('a repeat gets the first answer, even if the request would be refused by now', async () => {
  const key = randomUUID()
  const columnId = await createColumn({})
  const first = await create(key, { columnId })
  assert.equal(first.statusCode, 200, first.body)
  const removed = await manager.call('DELETE', `/board/column/${columnId}?moveTo=${toDo}`)
  assert.equal(removed.statusCode, 200, removed.body)
  const repeated = await create(key, { columnId })
  assert.deepEqual([repeated.statusCode, repeated.body, isReplayed(repeated)], [200, first.body, true])
  assert.equal((await create(randomUUID(), { columnId })).statusCode, 422)
})

test('a refusal is repeated, even if the request would succeed by now', async () => {
  const key = randomUUID()
  const columnId = await createColumn({ wipLimit: 1 })
  await create(randomUUID(), { columnId })
  const refused = await create(key, { columnId })
  assert.deepEqual([refused.statusCode, refused.json().error.details.reason], [409, 'wip_limit_reached'])
  await manager.call('PUT', `/board/column/${columnId}`, { wipLimit: 5 })
  const repeated = await create(key, { columnId })
  assert.deepEqual([repeated.statusCode, repeated.body, isReplayed(repeated)], [409, refused.body, true])
  assert.equal(await countTasks(key), 0)
})

test('the same key with another body is refused, and does nothing', async () => {
  const key = randomUUID()
  await create(key)
  const other = await create(key, { description: 'Something else' })
  assert.equal(other.statusCode, 422)
  assert.ok(other.json().error.details.errors['Idempotency-Key'])
  assert.equal(await countTasks(key), 1)
})

test('a key can be used again after a day', async () => {
  const key = randomUUID()
  await create(key)
  second.deps.now = () => new Date(Date.now() + 24 * 3600 * 1000 + 1000)
  const later = await create(key, {}, second)
  const repeated = await create(key, {}, second)
  second.deps.now = () => new Date()
  assert.deepEqual([later.statusCode, isReplayed(later)], [200, false])
  assert.deepEqual([repeated.body, isReplayed(repeated)], [later.body, true])
  assert.equal(await countTasks(key), 2)
})

test('a repeated move moves nothing', async () => {
  const { item: task } = (await create(randomUUID())).json()
  const key = randomUUID()
  const move = (columnId: number, headers = {}) =>
    post(`/task/${task.id}/move-to-column`, { columnId }, headers)
  const first = await move(done, { 'idempotency-key': key })
  assert.equal(first.statusCode, 200, first.body)
  await move(toDo)
  const repeated = await move(done, { 'idempotency-key': key })
  assert.deepEqual([repeated.body, isReplayed(repeated)], [first.body, true])
  assert.equal((await member.call('GET', `/task/${task.id}`)).json().item.columnId, toDo)
})

test('tasks that are appended at the same time have different positions, whichever others they see', async () => {
  const columnId = await createColumn({})
  const append = async (tx: typeof db, number: number) => {
    const [numbered] = await takeTaskNumbers(db, project.id, 1)
    const { id, defaultPriorityId: priorityId } = numbered as TaskNumber
    const row = { id, number, priorityId, projectId: project.id, boardId, columnId, creatorId: member.id }
    const at = new Date().toISOString()
    await insertTasks(tx, [{ ...row, title: 'Appended', fieldValues: {}, createdAt: at, updatedAt: at }])
  }
  const one = await db.startTransaction().execute()
  const other = await db.startTransaction().execute()
  await append(one, 100_009)
  await append(db, 100_003)
  await append(other, 100_010) // sees 3, but not 9
  await one.commit().execute()
  await db.transaction().execute(async tx => {
    await append(tx, 100_004) // sees 9, but not 10
    await other.commit().execute()
  })
})

longTest('after an instance is killed between claim and commit, a retry creates the task once', async () => {
  const key = randomUUID()
  const child = fork(new URL('../dying-instance.ts', import.meta.url), ['none'], {
    env: { ...process.env, ...services.environment },
  })
  const [port] = await once(child, 'message')
  const headers = {
    authorization: `Bearer ${member.token}`,
    'idempotency-key': key,
    'content-type': 'application/json',
  }
  const body = JSON.stringify({ title: key, columnId: toDo })
  const transaction = await db.startTransaction().execute()
  await sql`select from task_priorities for update`.execute(transaction) // every new task refers to one
  const answer = fetch(`http://127.0.0.1:${port}/task`, { method: 'POST', headers, body })
  await waitUntil(async () => (await countLockWaits()) === 1)
  child.kill('SIGKILL')
  await assert.rejects(answer)
  await transaction.commit().execute()
  const retry = await create(key)
  assert.deepEqual([retry.statusCode, isReplayed(retry)], [200, false])
  assert.equal(await countTasks(key), 1)
})

type Response = Awaited<ReturnType<typeof create>>

function create(key: string, fields: object = {}, on: Pick<typeof second, 'app'> = services) {
  return post('/task', { title: key, columnId: toDo, ...fields }, { 'idempotency-key': key }, on)
}

function post(
  url: string,
  payload: object,
  headers: object = {},
  { app }: Pick<typeof second, 'app'> = services,
) {
  const authorization = `Bearer ${member.token}`
  return app.inject({ method: 'POST', url, headers: { authorization, ...headers }, payload })
}

function isReplayed({ headers }: Response) {
  return headers['idempotency-replayed'] === 'true'
}

async function createColumn(fields: object) {
  const response = await manager.call('POST', `/board/${boardId}/column`, { title: 'Another', ...fields })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item.id as number
}

/** Until it is committed, no task can be created in the column. */
async function lockColumn() {
  const transaction = await db.startTransaction().execute()
  await sql`select from board_columns where id = ${toDo} for no key update`.execute(transaction)
  return { commit: () => transaction.commit().execute() }
}

async function lastNumber() {
  const { lastTaskNumber } = await db
    .selectFrom('projects')
    .where('id', '=', project.id)
    .select('lastTaskNumber')
    .executeTakeFirstOrThrow()
  return lastTaskNumber
}

async function countLockWaits() {
  const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.count ?? 0
}

async function countTasks(title: string) {
  return (await db.selectFrom('tasks').where('title', '=', title).select('id').execute()).length
}
