import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, test } from 'node:test'
import { type StatementMessage, statementChannel } from '@atrium/core/diagnostics'
import { waitUntil } from '@atrium/testing/wait-until'
import { sql } from 'kysely'
import pg from 'pg'
import { sharedServices } from '../both-services.ts'
import { createTeam, type User } from '../team.ts'

const services = await sharedServices()
const second = await services.startInstance()
const { db } = services.deps
const { owner, manager, member, project, boardId, toDo } = await createTeam(services)

/** Transactions are repeated after a deadlock, so an answer does not show that there was one. */
const deadlocks: string[] = []
const watch = (message: unknown) => {
  const { text, answer } = message as StatementMessage
  answer.catch(error => error.code === '40P01' && deadlocks.push(text))
}
statementChannel.subscribe(watch)
after(() => statementChannel.unsubscribe(watch))
afterEach(() => assert.deepEqual(deadlocks.splice(0), []))

test('tasks created on two instances get their numbers while others refer to the project', async () => {
  const reference = await begin(
    `insert into stickers (project_id, name, color) values (${project.id}, 'Held', 'red')`,
  )
  const numbering = await begin(
    `update projects set last_task_number = last_task_number + 1 where id = ${project.id}`,
  )
  const creating = [create({}), create({}, { on: second })]
  await waitUntil(async () => (await countLockWaits()) === 2)
  await numbering.commit()
  const numbers = await Promise.all(creating)
  await reference.commit()
  assert.equal(new Set(numbers).size, 2)
})

test('tasks of several projects that are created at the same time are numbered one by one', async () => {
  const projects = await Promise.all(
    ['One', 'Two', 'Three'].map(async name => {
      const { item } = (await member.call('POST', '/project', { name })).json()
      await member.call('POST', `/project/${item.id}/board`, { name: 'Work' })
      return item.id as number
    }),
  )
  const inProjects = (ids: number[], on: typeof second) =>
    ids.map(async projectId => ({
      projectId,
      number: await create({ projectId, columnId: undefined }, { on }),
    }))
  const turns = Array.from({ length: 10 }, () => projects).flat()
  const created = await Promise.all([
    ...inProjects(turns, services),
    ...inProjects(turns.toReversed(), second),
  ])
  for (const id of projects) {
    const numbers = created.filter(({ projectId }) => projectId === id).map(({ number }) => number)
    const expected = Array.from({ length: 20 }, (_, index) => index + 1)
    assert.deepEqual(
      numbers.sort((one, other) => one - other),
      expected,
    )
  }
})

test('tasks that count towards a WIP limit are created at the same time', async () => {
  const columnId = await createColumn({ wipLimit: 8 })
  const held = await begin(`select from board_columns where id = ${columnId} for no key update`)
  const creating = Array.from({ length: 4 }, (_, index) =>
    create({ columnId }, { on: index % 2 ? services : second }),
  )
  await waitUntil(async () => (await countLockWaits()) > 0)
  await held.commit()
  assert.equal(new Set(await Promise.all(creating)).size, 4)
})

test('a task that counts towards a WIP limit is created while its column is renamed', async () => {
  const columnId = await createColumn({ wipLimit: 8 })
  const held = await begin(`select from projects where id = ${project.id} for no key update`)
  const renaming = manager.call('PUT', `/board/column/${columnId}`, { title: 'Renamed' })
  await waitUntil(async () => (await countLockWaits()) === 1)
  const creating = create({ columnId }, { on: second })
  await waitUntil(async () => (await countLockWaits()) === 2)
  await held.commit()
  assert.equal((await renaming).statusCode, 200)
  await creating
})

test('a sub-task with an Idempotency-Key is created while a task moves to another project', async () => {
  const { item: target } = (await owner.call('POST', '/project', { name: 'Target' })).json()
  await owner.call('POST', `/project/${target.id}/board`, { name: 'Work' })
  const { item: moved } = (await owner.call('POST', '/task', { title: 'Moved', columnId: toDo })).json()
  const { item: parent } = (await owner.call('POST', '/task', { title: 'Parent', columnId: toDo })).json()
  const held = await begin(`select from projects where id = ${project.id} for no key update`)
  const creating = create({ parentId: parent.id }, { key: randomUUID() })
  await waitUntil(async () => (await countLockWaits()) === 1)
  const moving = owner.call('POST', `/task/${moved.id}/move-to-project`, { projectId: target.id })
  await waitUntil(async () => (await countLockWaits()) === 2)
  await held.commit()
  await creating
  assert.equal((await moving).statusCode, 200)
})

async function create(
  fields: object,
  { on = services, key, by = member }: { on?: Pick<typeof second, 'app'>; key?: string; by?: User } = {},
) {
  const response = await on.app.inject({
    method: 'POST',
    url: '/task',
    headers: { authorization: `Bearer ${by.token}`, ...(key && { 'idempotency-key': key }) },
    payload: { title: 'New', columnId: toDo, ...fields },
  })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item.number as number
}

async function createColumn(fields: object) {
  const response = await manager.call('POST', `/board/${boardId}/column`, { title: 'Limited', ...fields })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item.id as number
}

/** A transaction that has run the statement and keeps its locks. */
async function begin(statement: string) {
  const client = new pg.Client({ connectionString: services.environment.TASKS_DATABASE_URL })
  await client.connect()
  await client.query('begin')
  await client.query(statement)
  return {
    commit: async () => {
      await client.query('commit')
      await client.end()
    },
  }
}

async function countLockWaits() {
  const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.count ?? 0
}
