import assert from 'node:assert/strict'
import { test } from 'node:test'
import { longTest } from '@atrium/testing/long-test'
import { sql } from 'kysely'
import { sharedServices } from '../both-services.ts'
import { startInstrumentedInstance } from '../instrumented-instance.ts'
import { as } from '../people.ts'
import { createTeam } from '../team.ts'

const services = await sharedServices()
const { db } = services.deps
const team = await createTeam(services)
const { owner, manager, member, viewer, stranger } = team
const other = await createTeam(services)

test('a column is created at the end or between the given neighbours', async () => {
  const { id, columns } = await createBoard('A', 'B')
  const [a, b] = columns as [Column, Column]
  const c = await createColumn(id, { title: ' C ', wipLimit: 3, isDone: true })
  assert.deepEqual(c, {
    id: c.id,
    boardId: id,
    title: 'C',
    position: c.position,
    wipLimit: 3,
    isDone: true,
    archiveAfterDays: null,
    taskCount: 0,
    archivedCount: 0,
  })
  const plain = await createColumn(id, { title: 'D', afterColumnId: a.id })
  assert.deepEqual([plain.wipLimit, plain.isDone], [null, false])
  await createColumn(id, { title: 'E', beforeColumnId: a.id })
  await createColumn(id, { title: 'F', afterColumnId: b.id, beforeColumnId: c.id })
  await createColumn(id, { title: 'G', afterColumnId: 999_999, beforeColumnId: null })
  assert.deepEqual(await titlesOf(id), ['E', 'A', 'D', 'B', 'F', 'C', 'G'])
})

test('columns are listed in order with the number of their active tasks, and paged', async () => {
  const { id, columns } = await createBoard('A', 'B', 'C')
  const [a] = columns as [Column]
  const [, deleted] = [await createTask(a.id), await createTask(a.id)]
  await member.call('DELETE', `/task/${deleted.id}`)
  const { items, _meta } = (await viewer.call('GET', `/board/${id}/column?limit=2`)).json()
  assert.deepEqual(_meta, { total: 3, page: 1, limit: 2, pages: 2 })
  assert.deepEqual(
    items.map(({ title, taskCount }: Column) => [title, taskCount]),
    [
      ['A', 1],
      ['B', 0],
    ],
  )
})

test('updating a column keeps absent fields, and null clears a field', async () => {
  const { columns } = await createBoard('A')
  const [{ id }] = columns as [Column]
  assert.equal((await updateColumn(id, { wipLimit: 5 })).wipLimit, 5)
  const renamed = await updateColumn(id, { title: 'First' })
  assert.deepEqual([renamed.title, renamed.wipLimit, renamed.isDone], ['First', 5, false])
  assert.equal((await updateColumn(id, { wipLimit: null })).wipLimit, null)
  assert.deepEqual(await updateColumn(id, {}), { ...renamed, wipLimit: null })
})

test('a column moves between the given neighbours, and a deleted neighbour is ignored', async () => {
  const { id, columns } = await createBoard('A', 'B', 'C', 'D')
  const [a, b, c, d] = columns as [Column, Column, Column, Column]
  await updateColumn(d.id, { afterColumnId: a.id })
  assert.deepEqual(await titlesOf(id), ['A', 'D', 'B', 'C'])
  await updateColumn(c.id, { beforeColumnId: a.id, title: 'C2' })
  assert.deepEqual(await titlesOf(id), ['C2', 'A', 'D', 'B'])
  await updateColumn(c.id, { afterColumnId: null, beforeColumnId: null })
  assert.deepEqual(await titlesOf(id), ['A', 'D', 'B', 'C2'])
  await manager.call('DELETE', `/board/column/${d.id}`)
  await updateColumn(c.id, { afterColumnId: d.id, beforeColumnId: b.id })
  assert.deepEqual(await titlesOf(id), ['A', 'C2', 'B'])
  await updateColumn(a.id, { afterColumnId: d.id })
  assert.deepEqual(await titlesOf(id), ['C2', 'B', 'A'])
})

test('a neighbour from another board is refused, in the same project and in another', async () => {
  const { id, columns } = await createBoard('A', 'B')
  const [a] = columns as [Column]
  for (const foreign of [team.toDo, other.toDo]) {
    for (const field of ['afterColumnId', 'beforeColumnId']) {
      const errors = { [field]: ['belongs to another board'] }
      const changed = await manager.call('PUT', `/board/column/${a.id}`, { [field]: foreign })
      assert.equal(changed.statusCode, 422)
      assert.deepEqual(changed.json().error.details.errors, errors)
      const created = await manager.call('POST', `/board/${id}/column`, { title: 'x', [field]: foreign })
      assert.deepEqual(created.json().error.details.errors, errors)
    }
  }
  assert.deepEqual(await titlesOf(id), ['A', 'B'])
})

test('columns created and moved concurrently get distinct positions', async () => {
  const { id, columns } = await createBoard('First')
  const [first] = columns as [Column]
  const created = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      createColumn(id, { title: `${index}`, beforeColumnId: first.id }),
    ),
  )
  await Promise.all(created.map(column => updateColumn(column.id, { afterColumnId: first.id })))
  const { items } = (await viewer.call('GET', `/board/${id}/column`)).json()
  assert.equal(new Set(items.map(({ position }: Column) => position)).size, 7)
  assert.equal(items[0].title, 'First')
})

test('columns can be reordered', async () => {
  const { id, columns } = await createBoard('A', 'B', 'C')
  const [a, b, c] = columns.map(column => column.id) as [number, number, number]
  const response = await manager.call('POST', `/board/${id}/column/reorder`, { columnIds: [c, a, b] })
  assert.equal(response.statusCode, 200, response.body)
  const { items, _meta } = response.json()
  assert.deepEqual(
    items.map((column: Column) => column.title),
    ['C', 'A', 'B'],
  )
  assert.deepEqual(_meta, { total: 3, page: 1, limit: 3, pages: 1 })
  assert.deepEqual(await titlesOf(id), ['C', 'A', 'B'])
})

test('an order is refused unless it contains exactly the columns of the board', async () => {
  const { id, columns } = await createBoard('A', 'B', 'C')
  const [a, b, c] = columns.map(column => column.id) as [number, number, number]
  await manager.call('DELETE', `/board/column/${c}`)
  for (const columnIds of [
    [],
    [a],
    [a, a],
    [a, b, b],
    [a, b, c],
    [a, b, team.toDo],
    [a, other.toDo],
    [b, a, 999_999],
    [a, 'b'],
    'a',
  ]) {
    const response = await manager.call('POST', `/board/${id}/column/reorder`, { columnIds })
    assert.equal(response.statusCode, 422, JSON.stringify(columnIds))
    const [field] = Object.keys(response.json().error.details.errors)
    assert.match(String(field), /^columnIds/)
  }
  assert.deepEqual(await titlesOf(id), ['A', 'B'])
})

test('a board has at most 200 columns', async () => {
  const { id } = await createBoard('A')
  await sql`insert into board_columns (board_id, title, position)
    select ${id}, 'Column', n from generate_series(1, 199) as n`.execute(db)
  const refused = await manager.call('POST', `/board/${id}/column`, { title: 'One more' })
  assert.equal(refused.statusCode, 409, refused.body)
  assert.equal(refused.json().error.details.limit, 200)
  const ids = Array.from({ length: 1001 }, (_, index) => index + 1)
  const order = await manager.call('POST', `/board/${id}/column/reorder`, { columnIds: ids })
  assert.equal(order.statusCode, 422)
})

test('of two concurrent reorders one wins', async () => {
  const { id, columns } = await createBoard('A', 'B', 'C')
  const ids = columns.map(column => column.id)
  const orders = [ids.toReversed(), [...ids.slice(1), ...ids.slice(0, 1)]]
  const answers = await Promise.all(
    [...orders, ...orders].map(columnIds =>
      manager.call('POST', `/board/${id}/column/reorder`, { columnIds }),
    ),
  )
  for (const { statusCode, body } of answers) assert.equal(statusCode, 200, body)
  assert.ok(['C,B,A', 'B,C,A'].includes((await titlesOf(id)).join()))
})

test('an empty column can be deleted and its title reused', async () => {
  const { id, columns } = await createBoard('A', 'B')
  const [a] = columns as [Column]
  const deleted = await createTask(a.id)
  await member.call('DELETE', `/task/${deleted.id}`)
  const response = await manager.call('DELETE', `/board/column/${a.id}`)
  assert.equal(response.statusCode, 200, response.body)
  assert.equal(typeof response.json().message, 'string')
  assert.deepEqual(await titlesOf(id), ['B'])
  for (const [method, payload] of [['PUT', { title: 'x' }], ['DELETE']] as const) {
    assert.equal((await manager.call(method, `/board/column/${a.id}`, payload)).statusCode, 404)
  }
  await createColumn(id, { title: 'A' })
})

test('a column with tasks can be deleted only if they move to another column', async () => {
  const { id, columns } = await createBoard('A', 'B')
  const [a, b] = columns as [Column, Column]
  const [first, second, resident] = [await createTask(a.id), await createTask(a.id), await createTask(b.id)]
  await member.call('POST', `/task/${second.id}/move-to-column`, { columnId: a.id, beforeTaskId: first.id })
  const refused = await manager.call('DELETE', `/board/column/${a.id}`)
  assert.equal(refused.statusCode, 409)
  assert.equal(refused.json().error.details.taskCount, 2)
  const response = await manager.call('DELETE', `/board/column/${a.id}?moveTo=${b.id}`)
  assert.equal(response.statusCode, 200, response.body)
  assert.deepEqual(await titlesOf(id), ['B'])
  assert.deepEqual(await listTaskIds(b.id), [resident.id, second.id, first.id])
})

longTest('deleting a column takes the same number of statements however many tasks it has', async () => {
  const { statementsOf, ...instance } = await startInstrumentedInstance(services)
  const call = as(instance, manager.token)
  const countStatements = async (tasks: number) => {
    const { columns } = await createBoard('A', 'B')
    const [a, b] = columns as [Column, Column]
    for (let n = 0; n < tasks; n += 1) await createTask(a.id)
    const statements = await statementsOf(() => call('DELETE', `/board/column/${a.id}?moveTo=${b.id}`))
    return statements.length
  }
  assert.equal(await countStatements(7), await countStatements(1))
})

test('tasks of a deleted column are completed or reopened by their new column', async () => {
  const { columns } = await createBoard('A', 'B', 'C')
  const [a, b, c] = columns as [Column, Column, Column]
  await updateColumn(b.id, { isDone: true, wipLimit: 1 })
  const [task, full] = [await createTask(a.id), await createTask(b.id)]
  await manager.call('DELETE', `/board/column/${a.id}?moveTo=${b.id}`)
  const completed = await getTask(task.id)
  assert.ok(completed.completedAt)
  assert.deepEqual([completed.columnId, completed.version], [b.id, task.version + 1])
  await manager.call('DELETE', `/board/column/${b.id}?moveTo=${c.id}`)
  assert.deepEqual((await getTask(task.id)).completedAt, null)
  assert.deepEqual((await getTask(full.id)).completedAt, null)
})

test('an update based on the version before the column was deleted is a conflict', async () => {
  const { columns } = await createBoard('A', 'B', 'C')
  const [a, b, c] = columns as [Column, Column, Column]
  const { id, version } = await createTask(a.id)
  await manager.call('DELETE', `/board/column/${a.id}?moveTo=${b.id}`)
  const stale = await member.call('PUT', `/task/${id}`, { columnId: c.id, version })
  assert.equal(stale.statusCode, 409, stale.body)
  assert.deepEqual(stale.json().error.details.fields, ['columnId'])
  assert.equal((await member.call('PUT', `/task/${id}`, { title: 'Other', version })).statusCode, 200)
})

test('tasks of a deleted column can move to another board of the project', async () => {
  const { columns } = await createBoard('A', 'B')
  const [a] = columns as [Column]
  const target = await createBoard('T')
  const task = await createTask(a.id)
  await manager.call('DELETE', `/board/column/${a.id}?moveTo=${target.columns[0]?.id}`)
  const moved = await getTask(task.id)
  assert.deepEqual([moved.boardId, moved.columnId], [target.id, target.columns[0]?.id])
})

test('tasks of a deleted column cannot move to another project or a missing column', async () => {
  const { columns } = await createBoard('A', 'B', 'C')
  const [a, , gone] = columns as [Column, Column, Column]
  const task = await createTask(a.id)
  await manager.call('DELETE', `/board/column/${gone.id}`)
  for (const moveTo of [other.toDo, a.id, gone.id, 999_999, 0, 'x']) {
    const response = await manager.call('DELETE', `/board/column/${a.id}?moveTo=${moveTo}`)
    assert.equal(response.statusCode, 422, String(moveTo))
    assert.deepEqual(Object.keys(response.json().error.details.errors), ['moveTo'])
  }
  assert.deepEqual(await listTaskIds(a.id), [task.id])
})

test('the last column of a board cannot be deleted', async () => {
  const { id, columns } = await createBoard('A', 'B')
  const answers = await Promise.all(
    columns.map(column => manager.call('DELETE', `/board/column/${column.id}?moveTo=${team.toDo}`)),
  )
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 409])
  assert.equal((await titlesOf(id)).length, 1)
})

longTest('no task stays in a column that is deleted while tasks move in and out', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { columns } = await createBoard('A', 'B', 'C')
    const [a, b, c] = columns as [Column, Column, Column]
    const [incoming, outgoing] = [await createTask(c.id), await createTask(a.id)]
    const move = (id: number, columnId: number) =>
      member.call('POST', `/task/${id}/move-to-column`, { columnId })
    const [deleted, ...answers] = await Promise.all([
      manager.call('DELETE', `/board/column/${a.id}?moveTo=${b.id}`),
      move(incoming.id, a.id),
      move(outgoing.id, c.id),
      member.call('POST', '/task', { title: 'New', columnId: a.id }),
    ])
    assert.equal(deleted.statusCode, 200, deleted.body)
    for (const { statusCode, body } of answers) assert.ok([200, 422].includes(statusCode), body)
    assert.deepEqual(await listTaskIds(a.id), [])
    assert.ok((await listTaskIds(c.id)).includes(outgoing.id), 'the concurrent move wins')
    const hasEntered = answers[0]?.statusCode === 200
    assert.equal((await listTaskIds(b.id)).includes(incoming.id), hasEntered)
  }
})

test('marking a column as done completes its tasks, and unmarking it reopens them', async () => {
  const { columns } = await createBoard('A', 'B')
  const [a, b] = columns as [Column, Column]
  const [task, elsewhere, deleted] = [await createTask(a.id), await createTask(b.id), await createTask(a.id)]
  await member.call('DELETE', `/task/${deleted.id}`)
  await updateColumn(a.id, { isDone: true })
  const completed = await getTask(task.id)
  assert.ok(completed.completedAt)
  assert.equal(completed.version, task.version + 1)
  await updateColumn(a.id, { isDone: true, title: 'Still' })
  assert.deepEqual(await getTask(task.id), completed)
  assert.equal((await getTask(elsewhere.id)).completedAt, null)
  await updateColumn(a.id, { isDone: false })
  assert.equal((await getTask(task.id)).completedAt, null)
  const row = await db
    .selectFrom('tasks')
    .where('id', '=', deleted.id)
    .select('completedAt')
    .executeTakeFirst()
  assert.equal(row?.completedAt, null)
})

test('tasks that enter a column while it is marked as done are completed', async () => {
  const { columns } = await createBoard('A', 'B')
  const [a, b] = columns as [Column, Column]
  const tasks = await Promise.all(Array.from({ length: 6 }, () => createTask(b.id)))
  const moves = tasks.map(({ id }) => member.call('POST', `/task/${id}/move-to-column`, { columnId: a.id }))
  await Promise.all([...moves.slice(0, 3), updateColumn(a.id, { isDone: true }), ...moves.slice(3)])
  const states = await Promise.all(tasks.map(({ id }) => getTask(id)))
  assert.ok(states.every(({ columnId, completedAt }) => columnId === a.id && completedAt !== null))
})

test('users who cannot change boards cannot change columns', async () => {
  const { id, columns } = await createBoard('A', 'B')
  const [a] = columns as [Column]
  const attempts = [
    ['PUT', `/board/column/${a.id}`, { title: 'x' }],
    ['POST', `/board/${id}/column/reorder`, { columnIds: columns.map(column => column.id) }],
    ['POST', `/board/${id}/column`, { title: 'x' }],
    ['DELETE', `/board/column/${a.id}`],
  ] as const
  for (const [method, url, payload] of attempts) {
    for (const user of [member, viewer, stranger, other.owner]) {
      assert.equal((await user.call(method, url, payload)).statusCode, 403, `${method} ${url}`)
    }
    assert.equal((await owner.call(method, url, payload)).statusCode, 200, `${method} ${url}`)
  }
})

test('missing columns and boards return 404', async () => {
  assert.equal((await owner.call('PUT', '/board/column/999999', { title: 'x' })).statusCode, 404)
  assert.equal((await owner.call('DELETE', '/board/column/999999')).statusCode, 404)
  assert.equal((await owner.call('GET', '/board/999999/column')).statusCode, 404)
  assert.equal((await owner.call('POST', '/board/999999/column', { title: 'x' })).statusCode, 404)
})

for (const [payload, field] of [
  [{ title: '' }, 'title'],
  [{ title: '  ' }, 'title'],
  [{ title: 'x'.repeat(101) }, 'title'],
  [{ title: null }, 'title'],
  [{ title: 'x', wipLimit: 0 }, 'wipLimit'],
  [{ title: 'x', wipLimit: 1001 }, 'wipLimit'],
  [{ title: 'x', wipLimit: '3' }, 'wipLimit'],
  [{ title: 'x', isDone: 'yes' }, 'isDone'],
  [{ title: 'x', afterColumnId: -1 }, 'afterColumnId'],
  [{ title: 'x', position: 1 }, 'position'],
  [{ title: 'x', boardId: 1 }, 'boardId'],
] as [object, string][]) {
  test(`a column with ${JSON.stringify(payload).slice(0, 40)} is refused at ${field}`, async () => {
    for (const [method, url] of [
      ['POST', `/board/${team.boardId}/column`],
      ['PUT', `/board/column/${team.toDo}`],
    ] as const) {
      const response = await manager.call(method, url, payload)
      assert.equal(response.statusCode, 422, response.body)
      assert.deepEqual(Object.keys(response.json().error.details.errors), [field])
    }
  })
}

test('a column requires a title', async () => {
  const response = await manager.call('POST', `/board/${team.boardId}/column`, {})
  assert.deepEqual(response.json().error.details.errors, { title: ['is required'] })
})

test('the activity contains changes of columns and of the tasks in them', async () => {
  const { id, columns } = await createBoard('A', 'B')
  const [a, b] = columns as [Column, Column]
  const c = await createColumn(id, { title: 'C', wipLimit: 2 })
  await updateColumn(c.id, { title: 'C', wipLimit: 2 })
  await updateColumn(c.id, { title: 'Review', wipLimit: 3 })
  await manager.call('POST', `/board/${id}/column/reorder`, { columnIds: [b.id, a.id, c.id] })
  await manager.call('POST', `/board/${id}/column/reorder`, { columnIds: [b.id, a.id, c.id] })
  const task = await createTask(a.id)
  await manager.call('DELETE', `/board/column/${a.id}?moveTo=${b.id}`)
  const rows = await db
    .selectFrom('activity')
    .where('boardId', '=', id)
    .where('type', 'not in', ['board.created', 'task.created'])
    .select(['type', 'actorId', 'taskId', 'taskVersion', 'before', 'after'])
    .orderBy('id')
    .execute()
  const moved = await getTask(task.id)
  const by = { actorId: manager.id, taskId: null, taskVersion: null }
  assert.deepEqual(rows, [
    {
      ...by,
      type: 'column.created',
      before: {},
      after: { columnId: c.id, title: 'C', wipLimit: 2, isDone: false, position: c.position },
    },
    {
      ...by,
      type: 'column.updated',
      before: { columnId: c.id, title: 'C', wipLimit: 2 },
      after: { columnId: c.id, title: 'Review', wipLimit: 3 },
    },
    {
      ...by,
      type: 'column.reordered',
      before: { columnIds: [a.id, b.id, c.id] },
      after: { columnIds: [b.id, a.id, c.id] },
    },
    {
      type: 'task.moved',
      actorId: manager.id,
      taskId: task.id,
      taskVersion: moved.version,
      before: { columnId: a.id, boardId: id, position: task.position, completedAt: null },
      after: { columnId: b.id, boardId: id, position: moved.position, completedAt: null },
    },
    { ...by, type: 'column.deleted', before: { columnId: a.id, title: 'A' }, after: {} },
  ])
})

interface Column {
  id: number
  boardId: number
  title: string
  position: number
  wipLimit: number | null
  isDone: boolean
  taskCount: number
}

interface Task {
  id: number
  boardId: number
  columnId: number
  position: number
  version: number
  completedAt: string | null
}

async function createBoard(...columns: string[]) {
  const response = await manager.call('POST', `/project/${team.project.id}/board`, {
    name: 'Board',
    columns,
    doneColumn: null,
  })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item as { id: number; columns: Column[] }
}

async function createColumn(boardId: number, fields: object) {
  const response = await manager.call('POST', `/board/${boardId}/column`, fields)
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item as Column
}

async function updateColumn(id: number, changes: object) {
  const response = await manager.call('PUT', `/board/column/${id}`, changes)
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item as Column
}

async function titlesOf(boardId: number): Promise<string[]> {
  const { columns } = (await viewer.call('GET', `/board/${boardId}`)).json().item
  return columns.map(({ title }: Column) => title)
}

async function createTask(columnId: number) {
  const response = await member.call('POST', '/task', { title: 'Task', columnId, force: true })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item as Task
}

async function getTask(id: number) {
  return (await member.call('GET', `/task/${id}`)).json().item as Task
}

async function listTaskIds(columnId: number): Promise<number[]> {
  const tasks = await db
    .selectFrom('tasks')
    .where('columnId', '=', columnId)
    .where('deletedAt', 'is', null)
    .select('id')
    .orderBy('position')
    .execute()
  return tasks.map(({ id }) => id)
}
