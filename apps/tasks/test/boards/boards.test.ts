import assert from 'node:assert/strict'
import { test } from 'node:test'
import { longTest } from '@atrium/testing/long-test'
import { sharedServices } from '../both-services.ts'
import { createTeam, createUser, type Team, type User } from '../team.ts'

const services = await sharedServices()
const { db } = services.deps
const team = await createTeam(services)
const { owner, manager, member, viewer, stranger } = team

test('a new board has three columns, the last one the done column', async () => {
  const response = await manager.call('POST', `/project/${team.project.id}/board`, { name: ' Plans ' })
  assert.equal(response.statusCode, 200, response.body)
  const { columns, ...board } = response.json().item
  assert.deepEqual(
    columns.map(({ title, isDone, wipLimit, taskCount }: Column) => [title, isDone, wipLimit, taskCount]),
    [
      ['To do', false, null, 0],
      ['In progress', false, null, 0],
      ['Done', true, null, 0],
    ],
  )
  assert.deepEqual(Object.keys(board), [
    'id',
    'projectId',
    'name',
    'description',
    'background',
    'position',
    'createdAt',
    'updatedAt',
  ])
  assert.deepEqual([board.projectId, board.name, board.description], [team.project.id, 'Plans', null])
  assert.deepEqual((await viewer.call('GET', `/board/${board.id}`)).json().item, { ...board, columns })
})

test('a new board has the given columns, the last one the done column', async () => {
  const { columns, description } = await createBoard(team, {
    columns: ['Ideas', ' Chosen '],
    description: 'Soon',
  })
  assert.deepEqual(
    columns.map(({ title, isDone }) => [title, isDone]),
    [
      ['Ideas', false],
      ['Chosen', true],
    ],
  )
  assert.equal(description, 'Soon')
})

for (const [columns, doneColumn, expected] of [
  [['Backlog', 'DONE', 'Archive'], undefined, 'DONE'],
  [['План', 'готово', 'Архив'], undefined, 'готово'],
  [['Backlog', 'Shipped', 'Dropped'], undefined, 'Dropped'],
  [['Backlog', 'Shipped', 'Dropped'], 'Shipped', 'Shipped'],
  [['Backlog', 'Done'], null, undefined],
  [['Only'], undefined, undefined],
  [['Done'], undefined, 'Done'],
  [undefined, 'In progress', 'In progress'],
] as const) {
  test(`with columns ${columns ?? 'by default'} and doneColumn ${doneColumn}, the done column is ${expected ?? 'none'}`, async () => {
    const board = await createBoard(team, { columns, doneColumn })
    const done = board.columns.filter(({ isDone }) => isDone).map(({ title }) => title)
    assert.deepEqual(done, expected ? [expected] : [])
  })
}

test('boards are listed in order and paged', async () => {
  const own = await createTeam(services)
  const created = [own.boardId]
  for (const name of ['B', 'C']) created.push((await createBoard(own, { name })).id)
  assert.deepEqual(await listBoardIds(own), created)
  const second = (await own.viewer.call('GET', `/project/${own.project.id}/board?limit=1&page=2`)).json()
  assert.deepEqual(second._meta, { total: 3, page: 2, limit: 1, pages: 3 })
  assert.equal(second.items[0].id, created[1])
  const names = async (orderBy: string) => {
    const { items } = (
      await own.viewer.call('GET', `/project/${own.project.id}/board?orderBy=${orderBy}`)
    ).json()
    return items.map(({ name }: { name: string }) => name)
  }
  assert.deepEqual(await names('-name'), ['Work', 'C', 'B'])
  assert.deepEqual(await names('-position'), ['C', 'B', 'Work'])
})

test('updating a board keeps absent fields, and null clears a field', async () => {
  const { id } = await createBoard(team, { description: 'Soon' })
  const put = async (changes: object) => (await manager.call('PUT', `/board/${id}`, changes)).json().item
  const renamed = await put({ name: 'Later' })
  assert.deepEqual([renamed.name, renamed.description, renamed.columns.length], ['Later', 'Soon', 3])
  const cleared = await put({ description: null })
  assert.deepEqual([cleared.name, cleared.description], ['Later', null])
  assert.deepEqual(await put({}), cleared)
})

test('a board moves between the given neighbours', async () => {
  const own = await createTeam(services)
  const [a, b, c, d] = [own.boardId, ...(await createBoards(own, 3))] as [number, number, number, number]
  const move = async (id: number, to: object) => {
    const response = await own.manager.call('PUT', `/board/${id}`, to)
    assert.equal(response.statusCode, 200, response.body)
    return listBoardIds(own)
  }
  assert.deepEqual(await move(d, { afterBoardId: a }), [a, d, b, c])
  assert.deepEqual(await move(c, { beforeBoardId: a }), [c, a, d, b])
  assert.deepEqual(await move(c, { afterBoardId: d, beforeBoardId: b }), [a, d, c, b])
  assert.deepEqual(await move(a, { afterBoardId: null, beforeBoardId: null }), [d, c, b, a])
  assert.deepEqual(await move(a, { name: 'Renamed' }), [d, c, b, a])
  await own.manager.call('DELETE', `/board/${c}`)
  assert.deepEqual(await move(a, { afterBoardId: c, beforeBoardId: b }), [d, a, b])
  assert.deepEqual(await move(d, { afterBoardId: c }), [a, b, d])
  assert.deepEqual(await move(a, { afterBoardId: 999_999 }), [b, d, a])
})

test('a neighbour from another project is refused', async () => {
  const other = await createTeam(services)
  const before = await listBoardIds(team)
  for (const field of ['afterBoardId', 'beforeBoardId']) {
    const response = await manager.call('PUT', `/board/${team.boardId}`, { [field]: other.boardId })
    assert.equal(response.statusCode, 422)
    assert.deepEqual(response.json().error.details.errors, { [field]: ['belongs to another project'] })
  }
  assert.deepEqual(await listBoardIds(team), before)
})

longTest('boards created and moved concurrently get distinct positions', async () => {
  const own = await createTeam(services)
  const created = await Promise.all(Array.from({ length: 6 }, () => createBoard(own)))
  const moves = created.map(({ id }) =>
    own.manager.call('PUT', `/board/${id}`, { beforeBoardId: own.boardId }),
  )
  const answers = await Promise.all(moves)
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode),
    created.map(() => 200),
  )
  const { items } = (await own.owner.call('GET', `/project/${own.project.id}/board`)).json()
  assert.equal(new Set(items.map(({ position }: { position: number }) => position)).size, 7)
  assert.equal(items[6].id, own.boardId)
})

test('a deleted board returns 410, and its columns and tasks are deleted with it', async () => {
  const board = await createBoard(team)
  const [column] = board.columns as [Column]
  const task = await createTask(column.id)
  const response = await manager.call('DELETE', `/board/${board.id}`)
  assert.equal(response.statusCode, 200, response.body)
  assert.equal(typeof response.json().message, 'string')
  for (const [method, url, payload] of [
    ['GET', `/board/${board.id}`],
    ['GET', `/board/${board.id}/full`],
    ['GET', `/board/${board.id}/column`],
    ['PUT', `/board/${board.id}`, { name: 'x' }],
    ['DELETE', `/board/${board.id}`],
    ['POST', `/board/${board.id}/column`, { title: 'x' }],
    ['POST', `/board/${board.id}/column/reorder`, { columnIds: [] }],
    ['PUT', `/board/column/${column.id}`, { title: 'x' }],
    ['DELETE', `/board/column/${column.id}`],
  ] as const) {
    const gone = await owner.call(method, url, payload)
    assert.equal(gone.statusCode, 410, `${method} ${url}`)
    assert.ok(gone.json().error.details.deletedAt)
    assert.equal((await stranger.call(method, url, payload)).statusCode, 403, `${method} ${url}`)
  }
  assert.ok(!(await listBoardIds(team)).includes(board.id))
  const row = await db.selectFrom('tasks').where('id', '=', task.id).selectAll().executeTakeFirstOrThrow()
  const { deletedAt } = await getBoardRow(board.id)
  assert.deepEqual([row.deletedAt, row.deletedBy, row.position], [deletedAt, manager.id, null])
  assert.equal(row.version, task.version + 1)
  assert.equal((await member.call('POST', '/task', { title: 'x', columnId: column.id })).statusCode, 422)
})

test('a restored board comes last, with the tasks deleted with it but not those deleted before', async () => {
  const board = await createBoard(team)
  const [first, second] = board.columns as [Column, Column]
  const [a, b, c, deletedEarlier] = [
    await createTask(first.id),
    await createTask(first.id),
    await createTask(second.id),
    await createTask(first.id),
  ]
  await member.call('DELETE', `/task/${deletedEarlier.id}`)
  await manager.call('DELETE', `/board/${board.id}`)
  const last = await createBoard(team)
  const response = await manager.call('POST', `/board/${board.id}/restore`)
  assert.equal(response.statusCode, 200, response.body)
  assert.deepEqual(
    response.json().item.columns.map(({ title, taskCount }: Column) => [title, taskCount]),
    [
      ['To do', 2],
      ['In progress', 1],
      ['Done', 0],
    ],
  )
  assert.deepEqual((await listBoardIds(team)).slice(-2), [last.id, board.id])
  assert.deepEqual([await listTaskIds(first.id), await listTaskIds(second.id)], [[a.id, b.id], [c.id]])
  assert.equal((await member.call('GET', `/task/${deletedEarlier.id}`)).statusCode, 410)
  assert.equal((await member.call('GET', `/task/${a.id}`)).json().item.deletedAt, null)
  assert.equal((await manager.call('POST', `/board/${board.id}/restore`)).statusCode, 409)
})

test('deleted boards are listed newest first for users who can restore them', async () => {
  const own = await createTeam(services)
  const [first, second] = [
    await createBoard(own, { name: 'First' }),
    await createBoard(own, { name: 'Second' }),
  ]
  const [column] = first.columns as [Column]
  const add = () => own.member.call('POST', '/task', { title: 'Task', columnId: column.id })
  const [deletedEarlier] = [(await add()).json().item, await add(), await add()]
  await own.member.call('DELETE', `/task/${deletedEarlier.id}`)
  await own.manager.call('DELETE', `/board/${first.id}`)
  await own.manager.call('DELETE', `/board/${second.id}`)
  const list = async (query: string) => {
    const response = await own.manager.call('GET', `/project/${own.project.id}/board${query}`)
    assert.equal(response.statusCode, 200, response.body)
    return response.json()
  }

  const { items, _meta } = await list('?deleted=true')
  assert.deepEqual(
    items.map(({ id, name, position, taskCount }: Listed) => [id, name, position, taskCount]),
    [
      [second.id, 'Second', null, 0],
      [first.id, 'First', null, 2],
    ],
  )
  assert.equal(items[1].deletedAt, (await getBoardRow(first.id)).deletedAt)
  assert.deepEqual(_meta, { total: 2, page: 1, limit: 20, pages: 1 })
  const page = await list('?deleted=true&limit=1&page=2')
  assert.deepEqual([page.items[0].id, page._meta.pages], [first.id, 2])
  const all = (await list('?deleted=all')).items
  assert.deepEqual(
    all.map(({ id, deletedAt }: Listed) => [id, deletedAt !== null]),
    [
      [own.boardId, false],
      [second.id, true],
      [first.id, true],
    ],
  )
  assert.deepEqual(await list('?deleted=false'), await list(''))
  assert.ok(!('deletedAt' in (await list('')).items[0]))

  await own.manager.call('POST', `/board/${first.id}/restore`)
  assert.deepEqual(
    (await list('?deleted=true')).items.map(({ id }: Listed) => id),
    [second.id],
  )
})

test('only managers can list deleted boards, and an unknown value of deleted is refused', async () => {
  for (const deleted of ['true', 'all']) {
    const url = `/project/${team.project.id}/board?deleted=${deleted}`
    assert.deepEqual(await statusesOf('GET', url), [200, 200, 403, 403, 403], url)
  }
  const response = await manager.call('GET', `/project/${team.project.id}/board?deleted=yes`)
  assert.equal(response.statusCode, 422, response.body)
  assert.equal((await manager.call('GET', '/project/999999/board?deleted=true')).statusCode, 404)
})

longTest('the last board of a project can be deleted', async () => {
  const own = await createTeam(services)
  assert.equal((await own.manager.call('DELETE', `/board/${own.boardId}`)).statusCode, 200)
  assert.deepEqual(await listBoardIds(own), [])
})

longTest('no task can enter a board while it is being deleted', async () => {
  for (let round = 0; round < 5; round += 1) {
    const board = await createBoard(team)
    const [column] = board.columns as [Column]
    const tasks = await Promise.all(Array.from({ length: 4 }, () => createTask(team.toDo)))
    const moves = tasks.map(({ id }) =>
      member.call('POST', `/task/${id}/move-to-column`, { columnId: column.id }),
    )
    const [deleted, ...answers] = await Promise.all([
      manager.call('DELETE', `/board/${board.id}`),
      ...moves,
      member.call('POST', '/task', { title: 'New', columnId: column.id }),
    ])
    assert.equal(deleted.statusCode, 200, deleted.body)
    for (const { statusCode, body } of answers) assert.ok([200, 422].includes(statusCode), body)
    assert.deepEqual(await listTaskIds(column.id), [])
    const states = await Promise.all(tasks.map(({ id }) => member.call('GET', `/task/${id}`)))
    const isDeleted = states.map(({ statusCode }) => statusCode === 410)
    assert.deepEqual(
      isDeleted,
      answers.slice(0, 4).map(({ statusCode }) => statusCode === 200),
    )
  }
})

test('a board is restored once, even with concurrent requests', async () => {
  const board = await createBoard(team)
  await createTask((board.columns[0] as Column).id)
  await manager.call('DELETE', `/board/${board.id}`)
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => manager.call('POST', `/board/${board.id}/restore`)),
  )
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 409, 409, 409])
})

test('viewers and members can read boards; managers and owners can change them', async () => {
  const { id } = team.project
  const { columns } = await createBoard(team)
  const [column] = columns as [Column]
  const reads = [
    `/project/${id}/board`,
    `/board/${team.boardId}`,
    `/board/${team.boardId}/full`,
    `/board/${team.boardId}/column`,
  ]
  for (const url of reads) {
    assert.deepEqual(await statusesOf('GET', url), [200, 200, 200, 200, 403], url)
  }
  const changes = [
    ['POST', `/project/${id}/board`, { name: 'x' }],
    ['PUT', `/board/${team.boardId}`, { name: 'Work' }],
    ['POST', `/board/${team.boardId}/column`, { title: 'x' }],
    ['PUT', `/board/column/${column.id}`, { title: 'x' }],
  ] as const
  for (const [method, url, payload] of changes) {
    assert.deepEqual(await statusesOf(method, url, payload), [200, 200, 403, 403, 403], `${method} ${url}`)
  }
  const once = [
    ['DELETE', `/board/${team.boardId}`],
    ['POST', `/board/${team.boardId}/restore`],
    ['POST', `/board/${team.boardId}/column/reorder`, { columnIds: [team.toDo] }],
    ['DELETE', `/board/column/${column.id}`],
  ] as const
  for (const [method, url, payload] of once) {
    for (const user of [member, viewer, stranger]) {
      assert.equal((await user.call(method, url, payload)).statusCode, 403, `${method} ${url}`)
    }
  }
})

test('managers of other projects have no access, even after the board is deleted', async () => {
  const other = await createTeam(services)
  const { id } = await createBoard(team)
  await owner.call('DELETE', `/board/${id}`)
  assert.equal((await other.manager.call('POST', `/board/${id}/restore`)).statusCode, 403)
  assert.equal((await other.manager.call('GET', `/board/${id}`)).statusCode, 403)
  assert.equal((await owner.call('POST', `/board/${id}/restore`)).statusCode, 200)
})

test('service administrators can read and change boards of every project without a role in it', async () => {
  const admin = await createUser(services, 'owner')
  const full = await admin.call('GET', `/board/${team.boardId}/full`)
  assert.equal(full.statusCode, 200)
  assert.equal(full.json().item.myRole, null)
  assert.equal((await admin.call('PUT', `/board/${team.boardId}`, { name: 'Work' })).statusCode, 200)
})

test('boards of an archived project are read-only', async () => {
  const own = await createTeam(services)
  await db
    .updateTable('projects')
    .set({ archivedAt: new Date().toISOString() })
    .where('id', '=', own.project.id)
    .execute()
  assert.equal((await own.viewer.call('GET', `/board/${own.boardId}`)).statusCode, 200)
  const trash = `/project/${own.project.id}/board?deleted=true`
  assert.equal((await own.manager.call('GET', trash)).statusCode, 200)
  for (const [method, url, payload] of [
    ['POST', `/project/${own.project.id}/board`, { name: 'x' }],
    ['PUT', `/board/${own.boardId}`, { name: 'x' }],
    ['DELETE', `/board/${own.boardId}`],
    ['DELETE', `/board/column/${own.toDo}`],
  ] as const) {
    assert.equal((await own.owner.call(method, url, payload)).statusCode, 409, `${method} ${url}`)
  }
})

test('missing boards and projects return 404', async () => {
  for (const [method, url, payload] of [
    ['GET', '/project/999999/board'],
    ['POST', '/project/999999/board', { name: 'x' }],
    ['GET', '/board/999999'],
    ['GET', '/board/999999/full'],
    ['PUT', '/board/999999', { name: 'x' }],
    ['DELETE', '/board/999999'],
    ['POST', '/board/999999/restore'],
  ] as const) {
    assert.equal((await owner.call(method, url, payload)).statusCode, 404, `${method} ${url}`)
  }
})

for (const [name, payload, field] of [
  ['no name', {}, 'name'],
  ['a blank name', { name: ' ' }, 'name'],
  ['a name too long', { name: 'x'.repeat(201) }, 'name'],
  ['an empty list of columns', { name: 'x', columns: [] }, 'columns'],
  ['more than fifty columns', { name: 'x', columns: Array(51).fill('x') }, 'columns'],
  ['a blank column', { name: 'x', columns: ['a', ' '] }, 'columns.1'],
  ['a column title too long', { name: 'x', columns: ['x'.repeat(101)] }, 'columns.0'],
  ['a description that is a number', { name: 'x', description: 1 }, 'description'],
  ['a position', { name: 'x', position: 1 }, 'position'],
  ['an unknown done column', { name: 'x', columns: ['a'], doneColumn: 'b' }, 'doneColumn'],
] as [string, object, string][]) {
  test(`a board with ${name} is refused`, async () => {
    const response = await manager.call('POST', `/project/${team.project.id}/board`, payload)
    assert.equal(response.statusCode, 422, response.body)
    assert.deepEqual(Object.keys(response.json().error.details.errors), [field])
  })
}

test('an invalid update of a board is refused', async () => {
  for (const [payload, field] of [
    [{ name: null }, 'name'],
    [{ name: '' }, 'name'],
    [{ columns: ['x'] }, 'columns'],
    [{ projectId: 1 }, 'projectId'],
    [{ afterBoardId: 'first' }, 'afterBoardId'],
    [{ beforeBoardId: 0 }, 'beforeBoardId'],
  ] as [object, string][]) {
    const response = await manager.call('PUT', `/board/${team.boardId}`, payload)
    assert.equal(response.statusCode, 422, JSON.stringify(payload))
    assert.deepEqual(Object.keys(response.json().error.details.errors), [field])
  }
})

test('the activity contains every change of a board, and no no-op updates', async () => {
  const board = await createBoard(team, { name: 'Story' })
  await manager.call('PUT', `/board/${board.id}`, { name: 'Story' })
  await manager.call('PUT', `/board/${board.id}`, { name: 'Tale', description: null })
  await createTask((board.columns[0] as Column).id)
  await owner.call('DELETE', `/board/${board.id}`)
  await owner.call('POST', `/board/${board.id}/restore`)
  const rows = await db
    .selectFrom('activity')
    .where('boardId', '=', board.id)
    .where('type', 'like', 'board.%')
    .select(['type', 'actorId', 'projectId', 'before', 'after'])
    .orderBy('id')
    .execute()
  const { position } = (await viewer.call('GET', `/board/${board.id}`)).json().item
  const at = { projectId: team.project.id }
  assert.deepEqual(rows, [
    {
      ...at,
      type: 'board.created',
      actorId: manager.id,
      before: {},
      after: {
        name: 'Story',
        description: null,
        position: board.position,
        columns: ['To do', 'In progress', 'Done'],
      },
    },
    { ...at, type: 'board.updated', actorId: manager.id, before: { name: 'Story' }, after: { name: 'Tale' } },
    { ...at, type: 'board.deleted', actorId: owner.id, before: { name: 'Tale', taskCount: 1 }, after: {} },
    {
      ...at,
      type: 'board.restored',
      actorId: owner.id,
      before: {},
      after: { name: 'Tale', position, taskCount: 1 },
    },
  ])
})

interface Column {
  id: number
  title: string
  isDone: boolean
  wipLimit: number | null
  taskCount: number
}

interface Listed {
  id: number
  name: string
  position: number | null
  deletedAt: string | null
  taskCount: number
}

interface Board {
  id: number
  description: string | null
  position: number
  columns: Column[]
}

async function createBoard({ project, manager }: Team, fields: object = {}) {
  const response = await manager.call('POST', `/project/${project.id}/board`, { name: 'Board', ...fields })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item as Board
}

async function createBoards(team: Team, count: number) {
  const created: number[] = []
  while (created.length < count) created.push((await createBoard(team)).id)
  return created
}

async function createTask(columnId: number) {
  const response = await member.call('POST', '/task', { title: 'Task', columnId })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item as { id: number; version: number }
}

async function listBoardIds({ project, viewer }: Team): Promise<number[]> {
  const { items } = (await viewer.call('GET', `/project/${project.id}/board?limit=1000`)).json()
  return items.map(({ id }: Board) => id)
}

async function listTaskIds(columnId: number) {
  const tasks = await db
    .selectFrom('tasks')
    .where('columnId', '=', columnId)
    .where('deletedAt', 'is', null)
    .select('id')
    .orderBy('position')
    .execute()
  return tasks.map(({ id }) => id)
}

function getBoardRow(id: number) {
  return db.selectFrom('boards').where('id', '=', id).select('deletedAt').executeTakeFirstOrThrow()
}

/** The statuses for the owner, the manager, the member, the viewer and the stranger. */
async function statusesOf(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
  const statuses: number[] = []
  for (const user of [owner, manager, member, viewer, stranger] as User[]) {
    statuses.push((await user.call(method, url, payload)).statusCode)
  }
  return statuses
}
