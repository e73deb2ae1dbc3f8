import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { settleTables, withoutTimeLimit } from '@atrium/testing/query-plans'
import { sql } from 'kysely'
import { sharedServices } from '../both-services.ts'
import { startInstrumentedInstance } from '../instrumented-instance.ts'
import { as } from '../people.ts'
import { createTeam } from '../team.ts'

const services = await sharedServices()
const { member, manager, owner, stranger, project, boardId, toDo, inProgress, done } =
  await createTeam(services)
const { deps } = services
const realNow = deps.now
const ids: Record<string, number> = {}

before(async () => {
  const create = async (name: string, fields: object) => {
    const response = await member.call('POST', '/task', { columnId: toDo, ...fields })
    assert.equal(response.statusCode, 200, response.body)
    ids[name] = response.json().item.id
  }
  await create('poem', { title: 'Write a poem', dueDate: '2026-03-10', priorityId: 3, assigneeId: owner.id })
  await create('ship', {
    title: 'Ship the release',
    description: 'Before lunch, 100% done_now',
    dueDate: '2026-03-01',
  })
  await create('email', { title: 'Отправить письмо заказчику', columnId: inProgress, priorityId: 1 })
  await create('tea', { title: '喝茶和休息 🫖🫖🫖', columnId: done, dueDate: '2026-01-01' })
  await owner.call('POST', '/task', { title: 'Elsewhere' })
})
after(() => {
  deps.now = realNow
})

async function listNames(query: string, caller = member) {
  const response = await caller.call('GET', `/task?${query}`)
  assert.equal(response.statusCode, 200, response.body)
  const found = response.json().items.map(({ id }: { id: number }) => id) as number[]
  const names = found.map(id => Object.keys(ids).find(name => ids[name] === id) ?? 'another')
  assert.equal(response.json()._meta.total, found.length)
  return names.join(' ')
}

test('only tasks of the caller’s projects are listed', async () => {
  assert.equal(await listNames(''), 'poem ship email tea')
  assert.equal(await listNames('', owner), 'poem ship email tea another')
  assert.equal(await listNames('', stranger), '')
  assert.equal(await listNames(`ids=${ids.poem}`, stranger), '')
  assert.equal(await listNames('search=poem', stranger), '')
})

test('tasks can be filtered by every documented parameter', async () => {
  const cases: [string, string][] = [
    [`projectId=${project.id}`, 'poem ship email tea'],
    [`boardId=${boardId}`, 'poem ship email tea'],
    [`columnId=${inProgress},${done}`, 'email tea'],
    [`assigneeId=${owner.id}`, 'poem'],
    ['assigneeId=none', 'ship email tea'],
    [`assigneeId=none,${owner.id}`, 'poem ship email tea'],
    ['assigneeId=me', ''],
    ['creatorId=me', 'poem ship email tea'],
    [`creatorId=${owner.id}`, ''],
    ['priorityId=1,3', 'poem email'],
    ['dueFrom=2026-03-01', 'poem ship'],
    ['dueTo=2026-03-01', 'ship tea'],
    ['dueFrom=2026-03-01&dueTo=2026-03-01', 'ship'],
    ['completed=true', 'tea'],
    ['completed=false', 'poem ship email'],
    ['createdFrom=2020-01-01', 'poem ship email tea'],
    ['createdTo=2020-01-01', ''],
    [`ids=${ids.tea},${ids.poem}`, 'poem tea'],
    ['search=', 'poem ship email tea'],
  ]
  for (const [query, expected] of cases) assert.equal(await listNames(query), expected, query)
})

test('search finds words and parts of words in any script, in titles and descriptions', async () => {
  const cases: [string, string][] = [
    ['poem', 'poem'],
    ['POE', 'poem'],
    ['lunch before', 'ship'],
    ['release poem', ''],
    ['ПИСЬМО', 'email'],
    ['заказ', 'email'],
    ['休息', 'tea'],
    ['茶', 'tea'],
    ['茶和休息', 'tea'],
    ['茶和休憩', ''],
    ['release 休息', ''],
    ['🫖🫖🫖', 'tea'],
    ['🫖🫖🫖🫖', ''],
    ['100%', 'ship'],
    ['done_now', 'ship'],
    ['e_p', ''],
    ['заказчику', 'email'],
    ['заказчиком', ''],
    ['before_lunch', ''],
    ['#2', 'ship'],
    ['#2 release', 'ship'],
    ['#2 poem', ''],
    ['#', 'poem ship email tea'],
    ['#999999999999999', ''],
    ['#9999999999999999999999', ''],
    ['WEB-2', 'ship'],
    ['web-2 release', 'ship'],
    ['web-2 poem', ''],
    ['WEB-99', ''],
    ['WE-2', ''],
    ['ПРО-2', ''],
    ['\\', ''],
    ['100％', 'ship'],
    ['DONE＿now', 'ship'],
    ['lun％', ''],
    ['L̈unch', 'ship'],
    ['c++', ''],
  ]
  for (const [text, expected] of cases) {
    assert.equal(await listNames(`search=${encodeURIComponent(text)}`), expected, text)
  }
  await member.call('PUT', `/task/${ids.ship}`, { description: 'After supper' })
  await member.call('PUT', `/task/${ids.tea}`, { description: 'Отчёт über das Café' })
  for (const text of ['отчет', 'ОТЧЁТ', 'uber', 'Über', 'cafe', 'é', 'ё']) {
    assert.equal((await listNames(`search=${encodeURIComponent(text)}`)).split(' ').at(-1), 'tea', text)
  }
  assert.equal(await listNames('search=lunch'), '')
  assert.equal(await listNames('search=supper'), 'ship')
})

test('a key finds tasks of the caller’s projects only, and tasks that mention it', async () => {
  const find = (caller: typeof member) => listNames('search=web-1', caller)
  assert.equal(await find(member), 'poem')
  assert.equal(await find(stranger), '')
  const { item: same } = (await stranger.call('POST', '/project', { name: 'Another', key: 'WEB' })).json()
  const board = (await stranger.call('POST', `/project/${same.id}/board`, { name: 'Work' })).json().item
  const own = await stranger.call('POST', '/task', { title: 'Mine', columnId: board.columns[0].id })
  assert.equal(own.json().item.number, 1)
  assert.equal(await find(member), 'poem', 'another project has the same key')
  assert.equal(await find(stranger), 'another')
  await member.call('PUT', `/task/${ids.tea}`, { description: 'After WEB-1' })
  assert.equal(await find(member), 'poem tea')
  await owner.call('PUT', `/project/${project.id}`, { key: 'ВЕБ1' })
  assert.equal(await find(member), 'tea')
  assert.equal(await listNames(`search=${encodeURIComponent('веб1-1')}`), 'poem')
})

test('overdue tasks were due before today and are not completed', async () => {
  deps.now = () => new Date('2026-03-10T00:00:00Z')
  assert.equal(await listNames('overdue=true'), 'ship')
  assert.equal(await listNames('overdue=false'), 'poem email tea')
  deps.now = () => new Date('2026-03-11T00:00:00Z')
  assert.equal(await listNames('overdue=true'), 'poem ship')
  deps.now = realNow
})

test('tasks can be sorted by every field, with empty values last', async () => {
  const cases: [string, string][] = [
    ['number', 'poem ship email tea'],
    ['-number', 'tea email ship poem'],
    ['dueDate', 'tea ship poem email'],
    ['-dueDate', 'poem ship tea email'],
    ['priority', 'email ship tea poem'],
    ['-priority', 'poem tea ship email'],
    ['title', 'ship poem tea email'],
    ['createdAt', 'poem ship email tea'],
    ['-updatedAt', 'ship tea email poem'],
    ['position', 'poem ship email tea'],
    ['-position', 'tea email ship poem'],
  ]
  await member.call('PUT', `/task/${ids.ship}`, { title: 'Send the release' })
  for (const [orderBy, expected] of cases.filter(([by]) => by !== 'title')) {
    assert.equal(await listNames(`orderBy=${orderBy}`), expected, orderBy)
  }
  assert.equal((await listNames('orderBy=title')).startsWith('ship poem'), true)
})

test('tasks are paged', async () => {
  const page = async (number: number) => (await member.call('GET', `/task?limit=3&page=${number}`)).json()
  const [first, second] = [await page(1), await page(2)]
  assert.deepEqual(first._meta, { total: 4, page: 1, limit: 3, pages: 2 })
  assert.deepEqual(await page(9), { items: [], _meta: { total: 4, page: 9, limit: 3, pages: 2 } })
  assert.deepEqual([first.items.length, second.items.length], [3, 1])
})

test('an invalid query is refused with the name of the parameter', async () => {
  const wrong = [
    'projectId=a',
    'assigneeId=you',
    'dueFrom=soon',
    'overdue=maybe',
    'orderBy=secret',
    'deleted=no',
  ]
  for (const query of wrong) {
    const response = await member.call('GET', `/task?${query}`)
    assert.equal(response.statusCode, 422, query)
    assert.ok(response.json().error.details.errors[query.split('=')[0] as string], response.body)
  }
})

test('filtering by records of another project is refused', async () => {
  for (const query of [`projectId=${project.id}`, `boardId=${boardId}`, `columnId=${toDo}`]) {
    assert.equal((await stranger.call('GET', `/task?${query}`)).statusCode, 403, query)
  }
  for (const query of ['projectId=999999', 'boardId=999999', 'columnId=999999', 'stickerId=999999']) {
    assert.equal((await member.call('GET', `/task?${query}`)).statusCode, 404, query)
  }
})

test('listing takes a fixed number of statements', async () => {
  const { statementsOf, ...instance } = await startInstrumentedInstance(services)
  const call = as(instance, manager.token)
  await call('GET', '/task')
  const few = await statementsOf(() => call('GET', '/task?limit=1'))
  const all = await statementsOf(() => call('GET', '/task?limit=1000&search=e&orderBy=-dueDate'))
  assert.deepEqual([few.length, all.length], [1, 3])
})

test('no filter or order needs a sequential scan', async () => {
  const others = await createTeam(services)
  const sticker = await manager.call('POST', '/sticker', { projectId: project.id, name: 'Rare' })
  await fill(others.project.id, others.boardId, others.toDo, 5000)
  const { plansOf, ...instance } = await startInstrumentedInstance(services)
  const call = as(instance, member.token)
  await call('GET', '/users/me')
  const filters = [
    `projectId=${project.id}`,
    `boardId=${boardId}`,
    `columnId=${toDo}`,
    `stickerId=${sticker.json().item.id}`,
    `ids=${ids.poem}`,
    'assigneeId=me',
    'assigneeId=none',
    'creatorId=me',
    'priorityId=1',
    'search=poem',
    'search=po',
    'search=%232',
    'search=something-long',
    'dueFrom=2026-01-01&dueTo=2026-02-01',
    'overdue=true',
    'completed=true',
    'createdFrom=2026-01-01',
    'deleted=all',
    'filter=assignee=me or due<today and not overdue',
    'filter=text~poem and title!=x',
    `filter=sticker=${sticker.json().item.id},none`,
  ]
  const orders = [
    'id',
    'position',
    'createdAt',
    'updatedAt',
    'dueDate',
    'priority',
    'number',
    'title',
    'estimate',
  ]
  const large = ['tasks', 'task_texts', 'task_stickers']
  for (const query of [...filters, ...orders.map(order => `orderBy=-${order}`)]) {
    const { scanned } = await plansOf(() => call('GET', `/task?${query}`))
    assert.deepEqual(
      scanned.filter(table => large.includes(table)),
      [],
      query,
    )
  }
})

async function fill(projectId: number, boardId: number, columnId: number, count: number) {
  await withoutTimeLimit(deps.db, async db => {
    await sql`
    insert into tasks (project_id, board_id, column_id, number, title, priority_id, creator_id, position)
    select ${projectId}::bigint, ${boardId}::bigint, ${columnId}::bigint, 1000 + n, 'Task ' || md5(n::text), 1, ${owner.id}::bigint, 1000 + n
    from generate_series(1, ${count}::integer) as n`.execute(db)
    await sql`insert into task_stickers (task_id, project_id, sticker_id)
    select tasks.id, tasks.project_id, stickers.id from tasks, stickers where number > 1000 on conflict do nothing`.execute(
      db,
    )
  })
  await settleTables(deps.db, 'tasks', 'task_texts', 'task_stickers')
}

test('titles and names are sorted in natural order', async () => {
  const texts = ['Task 10', 'Иванов', 'Ångström', 'Baker', 'Task 2', 'adams']
  const sorted = ['adams', 'Ångström', 'Baker', 'Task 2', 'Task 10', 'Иванов']
  const own = (await owner.call('POST', '/project', { name: 'Sorted' })).json().item
  const board = { name: 'Sorted', columns: texts }
  const { item } = (await owner.call('POST', `/project/${own.id}/board`, board)).json()
  const columns = (await owner.call('GET', `/board/${item.id}/column`)).json().items
  for (const text of texts) {
    const bodies = [
      ['/task', { columnId: columns[0].id, title: text }],
      ['/project', { name: `${text} sorted` }],
      [`/project/${own.id}/board`, { name: text }],
      ['/sticker', { projectId: own.id, name: text, color: '#112233' }],
    ] as const
    for (const [url, body] of bodies) {
      const response = await owner.call('POST', url, body)
      assert.equal(response.statusCode, 200, response.body)
    }
  }
  const lists = [
    [`/task?projectId=${own.id}&orderBy=title`, 'title'],
    ['/project?search=sorted&orderBy=name', 'name'],
    [`/project/${own.id}/board?orderBy=name`, 'name'],
    [`/board/${item.id}/column?orderBy=title`, 'title'],
    [`/sticker?projectId=${own.id}&orderBy=name`, 'name'],
  ] as const
  for (const [url, field] of lists) {
    const response = await owner.call('GET', url)
    const listed = response
      .json()
      .items.map((each: Record<string, string>) => each[field]?.replace(' sorted', ''))
    assert.deepEqual(
      listed.filter((text: string) => texts.includes(text)),
      sorted,
      url,
    )
  }
})
