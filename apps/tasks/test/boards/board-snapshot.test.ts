import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { connect } from '@atrium/database/connect'
import { longTest } from '@atrium/testing/long-test'
import { explain, withoutTimeLimit } from '@atrium/testing/query-plans'
import { waitUntil } from '@atrium/testing/wait-until'
import { type CompiledQuery, sql } from 'kysely'
import { Card, type FullBoard } from '#boards/full-board.contract.ts'
import { createBoardCache, findBoardState, readFullBoard } from '#boards/full-board.queries.ts'
import { cleanUp } from '#clean-up.ts'
import type { DB } from '#database.ts'
import { sharedServices } from '../both-services.ts'
import { as } from '../people.ts'
import { createTeam, createUser } from '../team.ts'

const services = await sharedServices()
const { db } = services.deps
const team = await createTeam(services)
const { manager, member, viewer } = team

test('a full board contains the board, its columns, and their cards in order', async () => {
  const [first, second, third, gone] = [
    await createTask(),
    await createTask(),
    await createTask(),
    await createTask(),
  ]
  await move(third.id, { columnId: team.toDo, beforeTaskId: first.id })
  await move(second.id, { columnId: team.done })
  await member.call('DELETE', `/task/${gone.id}`)
  const { columns, stickers, customFields, myRole, changeId, ...board } = await fullBoard()
  assert.ok(changeId > 0)
  const { columns: plainColumns, ...plainBoard } = (await viewer.call('GET', `/board/${team.boardId}`)).json()
    .item
  assert.deepEqual(board, plainBoard)
  assert.deepEqual(
    columns.map(({ tasks: _, ...column }) => column),
    plainColumns,
  )
  assert.deepEqual(
    columns.map(({ taskCount, tasks }) => [taskCount, tasks.map(({ id }) => id)]),
    [
      [2, [third.id, first.id]],
      [0, []],
      [1, [second.id]],
    ],
  )
})

test('a card has the same values as its task', async () => {
  const sticker = await createSticker({ name: 'Bug', projectId: team.project.id })
  const task = await createTask({
    title: 'A title that is replaced below',
    description: 'is not on the card',
    assigneeId: manager.id,
    startDate: '2026-01-31',
    dueDate: '2026-02-28',
    estimateSeconds: 3600,
    columnId: team.done,
  })
  await member.call('POST', `/task/${task.id}/sticker`, { stickerId: sticker.id })
  await member.call('POST', `/task/${task.id}/comment`, { text: 'One' })
  for (const title of ['a', 'b']) await member.call('POST', `/task/${task.id}/checklist`, { title })
  await db
    .updateTable('tasks')
    .set({
      title: 'Quotes " and \\ and \u2028 and Ж and 🙂 and </script>',
      trackedSeconds: 61,
      attachmentCount: 2,
      coverId: null,
      checklistDone: 1,
      updatedAt: '2026-01-31T09:15:00.100Z',
    })
    .where('id', '=', task.id)
    .execute()
  const full = (await viewer.call('GET', `/task/${task.id}`)).json().item
  const card = await getCard(task.id)
  const names = Object.keys(Card.properties)
  assert.deepEqual(Object.keys(card).sort(), names.toSorted())
  const expected = Object.fromEntries(names.map(name => [name, full[name]]))
  assert.deepEqual(card, { ...expected, stickerIds: [sticker.id] })
  assert.equal(card.updatedAt, '2026-01-31T09:15:00.100Z')
  assert.deepEqual([card.commentCount, card.checklistTotal], [1, 2])
  assert.ok(card.completedAt)
})

test('a card without optional fields has nulls and empty lists', async () => {
  const card = await getCard((await createTask()).id)
  const { assigneeId, startDate, dueDate, estimateSeconds, completedAt, stickerIds } = card
  assert.deepEqual(
    [assigneeId, startDate, dueDate, estimateSeconds, completedAt],
    [null, null, null, null, null],
  )
  assert.deepEqual(stickerIds, [])
})

longTest('the stickers are those of the project and the global ones', async () => {
  const admin = await createUser(services, 'owner')
  const other = await createTeam(services)
  const forAll = (await admin.call('POST', '/sticker', { name: 'For all', color: '#112233' })).json().item
  const own = await createSticker({ name: 'Ours', projectId: team.project.id })
  const foreign = (
    await other.manager.call('POST', '/sticker', {
      name: 'Theirs',
      color: '#112233',
      projectId: other.project.id,
    })
  ).json().item
  const { stickers } = await fullBoard()
  assert.deepEqual(
    stickers.find(({ id }) => id === own.id),
    { id: own.id, projectId: team.project.id, name: 'Ours', color: '#112233', icon: null },
  )
  assert.equal(stickers.find(({ id }) => id === forAll.id)?.projectId, null)
  assert.ok(!stickers.some(({ id }) => id === foreign.id))
})

test('a full board includes the role of the caller', async () => {
  for (const role of ['owner', 'manager', 'member', 'viewer'] as const) {
    const response = await team[role].call('GET', `/board/${team.boardId}/full`)
    assert.match(String(response.headers['content-type']), /^application\/json/)
    assert.equal(response.json().item.myRole, role)
  }
})

test('perColumn limits the cards but not the count, and is clamped to its range', async () => {
  const board = await createBoard()
  const columnId = board.columns[0]?.id
  const tasks = [
    await createTask({ columnId }),
    await createTask({ columnId }),
    await createTask({ columnId }),
  ]
  for (const [query, shown] of [
    ['perColumn=2', 2],
    ['perColumn=0', 0],
    ['perColumn=-5', 0],
    ['perColumn=99999999', 3],
    ['', 3],
  ] as [string, number][]) {
    const [column] = (await fullBoard(board.id, query)).columns
    assert.equal(column?.taskCount, 3)
    assert.deepEqual(
      column?.tasks.map(({ id }) => id),
      tasks.slice(0, shown).map(({ id }) => id),
      query,
    )
  }
  const bad = await viewer.call('GET', `/board/${board.id}/full?perColumn=many`)
  assert.equal(bad.statusCode, 422)
  assert.deepEqual(Object.keys(bad.json().error.details.errors), ['perColumn'])
})

longTest(
  'a board of 1,500 cards takes two statements, as an empty one, without sequential scans',
  async () => {
    const [empty, large] = [await createBoard(), await createBoard()]
    await fill(large.id, 1500)
    const small = await recordStatements(empty.id)
    const statements = await recordStatements(large.id)
    assert.equal(statements.length, 2)
    assert.deepEqual(
      statements.map(statement => statement.sql),
      small.map(statement => statement.sql),
    )
    assert.doesNotMatch(
      String(statements[0]?.sql),
      /from tasks/,
      'the state of a board is known without its cards',
    )
    for (const statement of statements) {
      const scanned = (await explain(db, statement)).filter(step => step['Node Type'] === 'Seq Scan')
      const large = scanned.filter(step => ['tasks', 'task_stickers'].includes(step['Relation Name'] ?? ''))
      assert.deepEqual(large, [], statement.sql)
    }
    const { columns } = await fullBoard(large.id, 'perColumn=5000')
    assert.deepEqual(
      columns.map(({ tasks }) => tasks.length),
      [500, 500, 500],
    )
    const positions = columns[0]?.tasks.map(({ position }) => position) ?? []
    assert.deepEqual(
      positions,
      positions.toSorted((a, b) => a - b),
    )
  },
)

async function recordStatements(boardId: number) {
  const statements: CompiledQuery[] = []
  const watched = connect<DB>(services.deps.settings.TASKS_DATABASE_URL, {
    size: 1,
    onError: error => assert.fail(error),
    onQuery: ({ query }) => statements.push(query as CompiledQuery),
  })
  try {
    const isNotSpecial = { isAdministrator: false, managesEveryProject: false, readsEveryProject: false }
    const reader = { id: viewer.id, directory: 'everyone', ...isNotSpecial } as const
    await findBoardState(watched, reader, boardId, { perColumn: 5000 })
    await readFullBoard(watched, { id: boardId, projectId: team.project.id }, 5000)
    return statements
  } finally {
    await watched.destroy()
  }
}

/** Also fills another board, so that a sequential scan is never the cheapest plan. */
async function fill(boardId: number, count: number) {
  const other = await createBoard()
  await withoutTimeLimit(db, async db => {
    for (const id of [boardId, other.id, other.id]) {
      await sql`
      insert into tasks (project_id, board_id, column_id, number, title, priority_id, creator_id, position)
      select ${team.project.id}::bigint, ${id}::bigint, columns.id, nextval('filling'), 'Task ' || i, 1, ${viewer.id}::bigint,
        (select coalesce(max(position), 0) from tasks where column_id = columns.id) + i
      from generate_series(1, ${count}::integer) as i
      join (select id, row_number() over (order by position) as place from board_columns where board_id = ${id}) as columns
        on columns.place = (i - 1) % 3 + 1`.execute(db)
    }
    await sql`insert into task_stickers (task_id, project_id, sticker_id)
    select tasks.id, tasks.project_id, stickers.id from tasks cross join stickers where tasks.id % 2 = 0 on conflict do nothing`.execute(
      db,
    )
    await sql`vacuum analyze tasks, task_stickers, board_columns, stickers`.execute(db)
  })
}

await sql`create sequence filling start 1000000`.execute(db)

async function fullBoard(id = team.boardId, query = '') {
  const response = await viewer.call('GET', `/board/${id}/full?${query}`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item as FullBoard
}

async function getCard(taskId: number) {
  const { columns } = await fullBoard()
  const card = columns.flatMap(({ tasks }) => tasks).find(({ id }) => id === taskId)
  assert.ok(card)
  return card
}

async function createBoard() {
  const response = await manager.call('POST', `/project/${team.project.id}/board`, { name: 'Board' })
  return response.json().item as { id: number; columns: { id: number }[] }
}

async function createTask(fields: object = {}) {
  const response = await member.call('POST', '/task', { title: 'Task', columnId: team.toDo, ...fields })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item as { id: number }
}

async function createSticker(fields: object) {
  const response = await manager.call('POST', '/sticker', { color: '#112233', ...fields })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item as { id: number }
}

async function move(id: number, to: object) {
  assert.equal((await member.call('POST', `/task/${id}/move-to-column`, to)).statusCode, 200)
}

longTest('a board with very many columns shows fewer tasks per column', async () => {
  const { project, manager, member } = await createTeam(services)
  const board = (await manager.call('POST', `/project/${project.id}/board`, { name: 'Wide' })).json().item
  await sql`insert into board_columns (board_id, title, position)
    select ${board.id}, 'Column', n from generate_series(1, 197) as n`.execute(db)
  await sql`insert into tasks (project_id, board_id, column_id, number, title, priority_id, creator_id, position)
    select ${project.id}, ${board.id}, ${board.columns[0].id}, n, 'Task', (select min(id) from task_priorities),
      ${member.id}, n from generate_series(1, 300) as n`.execute(db)
  const response = await member.call('GET', `/board/${board.id}/full?perColumn=5000`)
  const [column] = response.json().item.columns
  assert.deepEqual([column.taskCount, column.tasks.length], [300, 250])
})

longTest('an unchanged board is 304, and every change of what it shows is a new version', async () => {
  const own = await createTeam(services)
  const task = (await own.member.call('POST', '/task', { title: 'A', boardId: own.boardId })).json().item
  const sticker = (
    await own.manager.call('POST', '/sticker', { name: 'S', color: '#ff0000', projectId: own.project.id })
  ).json().item
  const read = (tag?: string, by = own.viewer) =>
    by.call(
      'GET',
      `/board/${own.boardId}/full?withProject=true`,
      undefined,
      tag ? { 'if-none-match': tag } : {},
    )

  const tag = String((await read()).headers.etag)
  const unchanged = await read(tag)
  assert.deepEqual([unchanged.statusCode, unchanged.body, unchanged.headers.etag], [304, '', tag])
  await member.call('POST', '/task', { title: 'Elsewhere', boardId: team.boardId })
  assert.equal((await read(tag)).statusCode, 304, 'after a change in another project')
  assert.equal((await read(tag, own.stranger)).statusCode, 403)

  const { id: globalSticker } = await db
    .insertInto('stickers')
    .values({ name: randomUUID(), color: '#ff0000' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const changes: Record<string, () => Promise<unknown>> = {
    'new task': () => own.member.call('POST', '/task', { title: 'B', boardId: own.boardId }),
    title: () => own.member.call('PUT', `/task/${task.id}`, { title: 'C' }),
    move: () => own.member.call('POST', `/task/${task.id}/move-to-column`, { columnId: own.done }),
    comment: () => own.member.call('POST', `/task/${task.id}/comment`, { text: 'Hi' }),
    'checklist item': () => own.member.call('POST', `/task/${task.id}/checklist`, { title: 'One' }),
    'attached sticker': () => own.member.call('POST', `/task/${task.id}/sticker`, { stickerId: sticker.id }),
    'tracked time': () =>
      own.member.call('POST', '/time-interval', {
        taskId: task.id,
        startedAt: '2026-01-05T09:00:00Z',
        duration: 60,
      }),
    sticker: () => own.manager.call('PUT', `/sticker/${sticker.id}`, { name: 'T' }),
    'detached sticker': () => own.member.call('DELETE', `/task/${task.id}/sticker/${sticker.id}`),
    'sticker of all projects': () =>
      db.updateTable('stickers').set({ name: randomUUID() }).where('id', '=', globalSticker).execute(),
    'deleted comment': async () => {
      const [{ id }] = (await own.member.call('GET', `/task/${task.id}/comment`)).json().items
      return own.member.call('DELETE', `/comment/${id}`)
    },
    'deleted time': async () => {
      const [{ id }] = (await own.member.call('GET', `/time-interval?taskId=${task.id}`)).json().items
      return own.member.call('DELETE', `/time-interval/${id}`)
    },
    'order of columns': () =>
      own.manager.call('POST', `/board/${own.boardId}/column/reorder`, {
        columnIds: [own.done, own.inProgress, own.toDo],
      }),
    column: () => own.manager.call('PUT', `/board/column/${own.toDo}`, { title: 'Next' }),
    board: () => own.manager.call('PUT', `/board/${own.boardId}`, { name: 'Renamed' }),
    project: () => own.owner.call('PUT', `/project/${own.project.id}`, { name: 'Renamed' }),
    'name of a member': () =>
      db.updateTable('users').set({ name: 'Renamed' }).where('id', '=', own.member.id).execute(),
    'role of the reader': () =>
      own.owner.call('PUT', `/project/${own.project.id}/member/${own.viewer.id}/role`, { role: 'member' }),
    'deleted task': () => own.member.call('DELETE', `/task/${task.id}`),
  }
  const withoutCache = await services.startInstance(deps => ({ ...deps, boardCache: createBoardCache(0) }))
  let last = tag
  for (const [name, change] of Object.entries(changes)) {
    const answer = (await change()) as { statusCode?: number; body?: string }
    if (answer.statusCode) assert.equal(answer.statusCode, 200, `${name}: ${answer.body}`)
    const response = await read(last)
    assert.equal(response.statusCode, 200, name)
    const next = String(response.headers.etag)
    assert.notEqual(next, last, name)
    assert.equal((await read(next)).statusCode, 304, name)
    const path = `/board/${own.boardId}/full?withProject=true`
    const fresh = await as(withoutCache, own.viewer.token)('GET', path)
    assert.deepEqual((await read()).json(), fresh.json(), name)
    assert.equal(fresh.headers.etag, next, name)
    last = next
  }
})

test('an unchanged board is not read again, for every reader and as the application asks for it', async () => {
  const script = await readFile(new URL('../../../web/first-load.js', import.meta.url), 'utf8')
  const [, query] = script.match(/\/full\?([^`]+)/) ?? assert.fail('The application asks for no board.')
  const { id } = await createBoard()
  const read = (reader: typeof viewer) => reader.call('GET', `/board/${id}/full?${query}`)
  const first = (await read(viewer)).json()
  assert.ok(first.project)
  await db.transaction().execute(async tx => {
    await sql`lock table tasks, board_columns in access exclusive mode`.execute(tx)
    assert.deepEqual((await read(viewer)).json(), first)
    const { item } = (await read(manager)).json()
    assert.deepEqual(item, { ...first.item, myRole: 'manager' })
  })
})

longTest('a change that is committed after a later one is not missed', async () => {
  const own = await createTeam(services)
  const create = async (title: string) =>
    (await own.member.call('POST', '/task', { title, boardId: own.boardId })).json().item.id as number
  const [slow, quick] = [await create('Slow'), await create('Quick')]
  const read = () => own.viewer.call('GET', `/board/${own.boardId}/full`)
  const titles = async () =>
    (await read()).json().item.columns[0].tasks.map(({ title }: { title: string }) => title)
  const rename = (tx: typeof db, id: number, title: string) =>
    tx.updateTable('tasks').set({ title }).where('id', '=', id).execute()

  await db.transaction().execute(async tx => {
    await rename(tx, slow, 'Slow, renamed')
    await rename(db, quick, 'Quick, renamed')
    assert.deepEqual(await titles(), ['Slow', 'Quick, renamed'])
  })
  assert.deepEqual(await titles(), ['Slow, renamed', 'Quick, renamed'])

  // All but the last changes are forgotten, and the board is still recognized.
  for (const title of 'abcdefghijklmnop') await rename(db, quick, title)
  await waitUntil(async () => {
    // Transactions of other tests on the same server may have begun earlier.
    const { rows } = await sql<{ isSettled: boolean }>`
      select bool_and(xid < pg_snapshot_xmin(pg_current_snapshot())) as is_settled
      from board_changes where board_id = ${own.boardId}`.execute(db)
    return rows[0]?.isSettled === true
  })
  const { etag } = (await read()).headers
  await waitUntil(async () => {
    await cleanUp(services.deps)
    const { rows } = await sql`select from board_changes where board_id = ${own.boardId}`.execute(db)
    return rows.length === 8
  })
  const again = await own.viewer.call('GET', `/board/${own.boardId}/full`, undefined, {
    'if-none-match': String(etag),
  })
  assert.equal(again.statusCode, 304)
})

test('who can read every project reads a board without being a member; strangers read nothing', async () => {
  const { boardId, stranger } = await createTeam(services)
  const admin = await createUser(services, 'owner')
  const response = await admin.call('GET', `/board/${boardId}/full`)
  assert.equal(response.statusCode, 200, response.body)
  assert.deepEqual([response.json().item.id, response.json().item.myRole], [boardId, null])
  const tag = String(response.headers.etag)
  const again = await admin.call('GET', `/board/${boardId}/full`, undefined, { 'if-none-match': tag })
  assert.equal(again.statusCode, 304)
  assert.equal((await stranger.call('GET', `/board/${boardId}/full`)).statusCode, 403)
})
