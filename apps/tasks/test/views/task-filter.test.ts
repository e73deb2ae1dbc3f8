import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { longTest } from '@atrium/testing/long-test'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { TaskSchedule } from '#tasks/schedule/task-schedule.contract.ts'
import type { Task } from '#tasks/task.contract.ts'
import type { Condition, Filter } from '#views/filter.contract.ts'
import type { FilterValue } from '#views/filter-fields.contract.ts'
import { printFilter } from '#views/filter-text.contract.ts'
import { resolveDay } from '#views/filter-values.contract.ts'
import { sharedServices } from '../both-services.ts'
import { createTeam } from '../team.ts'

const services = await sharedServices()
const { member, owner, viewer, manager, stranger, project, boardId, toDo, inProgress, done } =
  await createTeam(services)
const other = await createTeam(services)
const { db } = services.deps
const { name: projectName } = (await member.call('GET', `/project/${project.id}`)).json().item as {
  name: string
}
const TODAY = '2026-03-15'
const columns = [toDo, inProgress, done]
const people = [member.id, owner.id, manager.id]
const titles = ['Write a poem', 'Ship the release', 'Отправить письмо', 'Tea', 'Poem 2']
const stickers: { id: number; name: string }[] = []
let tasks: Task[] = []

before(async () => {
  for (const name of ['Bug', 'Needs review']) {
    const created = await manager.call('POST', '/sticker', { projectId: project.id, name })
    stickers.push(created.json().item)
  }
  await sql`
    insert into tasks (project_id, board_id, column_id, number, title, priority_id, assignee_id, creator_id, start_date,
      due_date, estimate_seconds, tracked_seconds, vote_count, position, created_at, updated_at, completed_at)
    select ${project.id}::bigint, ${boardId}::bigint, (${columns}::bigint[])[1 + n % 3], 100 + n,
      (${titles}::text[])[1 + n % 5], 1 + n % 4, (${[...people, null]}::bigint[])[1 + n % 4],
      (${people}::bigint[])[1 + n * 7 % 3], case when n % 3 > 0 then ${TODAY}::date + n % 9 - 4 end,
      case when n % 4 > 0 then ${TODAY}::date + n % 7 - 3 end, case when n % 5 > 0 then n % 5 * 1800 end, n % 6 * 600,
      n % 4, 1000 + n, ${TODAY}::date - n % 5 + time '13:00', ${TODAY}::date - n % 3 + time '23:59',
      case when n % 3 = 2 then ${TODAY}::date - n % 4 + time '00:00' end
    from generate_series(1, 120) as n`.execute(db)
  await sql`
    insert into task_stickers (task_id, project_id, sticker_id)
    select tasks.id, tasks.project_id, stickers.id from tasks join stickers on stickers.project_id = tasks.project_id
    where (tasks.number + stickers.id) % 3 = 0`.execute(db)
  await sql`update projects set last_task_number = 1000 where id = ${project.id}`.execute(db)
  tasks = (await member.call('GET', '/task?limit=1000')).json().items
  assert.equal(tasks.length, 120)
})

type Read = (task: Task) => FilterValue | FilterValue[]
const names: Record<string, string[]> = {
  priority: ['', 'low', 'normal', 'high', 'urgent'],
  column: [],
}
const day = (instant: string | null) => instant?.slice(0, 10) ?? null

/** What a task has for each field, computed without SQL. */
const readers: Record<string, { values: FilterValue[]; read: Read }> = {
  project: { values: [project.id, projectName, 'Nothing'], read: () => [project.id, projectName] },
  board: { values: [boardId], read: task => task.boardId },
  column: {
    values: [...columns, 'to do'],
    read: task => [task.columnId, names.column?.[columns.indexOf(task.columnId)] ?? ''],
  },
  priority: {
    values: [1, 2, 3, 'HIGH', 'urgent'],
    read: task => [task.priorityId, names.priority?.[task.priorityId] ?? ''],
  },
  sticker: {
    values: [null, 'bug', 'Needs review', 'Missing'],
    read: task => (task.stickers.length ? task.stickers.flatMap(({ id, name }) => [id, name]) : null),
  },
  assignee: { values: [...people, 'me', null, viewer.id], read: task => withMe(task.assigneeId) },
  creator: { values: [...people, 'me'], read: task => withMe(task.creatorId) },
  number: { values: [101, 150, 219.5], read: task => task.number },
  title: { values: ['poem', 'ПИСЬМО', 'tea', 'e'], read: task => task.title },
  due: { values: [null, 'today', 'today+2', '2026-03-13'], read: task => task.dueDate },
  start: { values: [null, 'today-1', '2026-03-19'], read: task => task.startDate },
  created: { values: ['today', 'today-3', '2026-03-12'], read: task => day(task.createdAt) },
  updated: { values: ['today', 'today-1'], read: task => day(task.updatedAt) },
  completed: { values: [null, 'today', 'today-2'], read: task => day(task.completedAt) },
  estimate: { values: [null, 1800, 3600, 7200], read: task => task.estimateSeconds },
  tracked: { values: [0, 600, 3000], read: task => task.trackedSeconds },
  votes: { values: [0, 2, 2.5], read: task => task.voteCount },
  overdue: {
    values: [true, false],
    read: task => task.dueDate !== null && task.dueDate < TODAY && task.completedAt === null,
  },
}

function withMe(id: number | null) {
  return id === member.id ? [id, 'me'] : id
}

const comparisons: Record<string, (one: string | number, other: string | number) => boolean> = {
  '<': (one, other) => one < other,
  '<=': (one, other) => one <= other,
  '>': (one, other) => one > other,
  '>=': (one, other) => one >= other,
}

function matches(filter: Filter, task: Task): boolean {
  if ('all' in filter) return filter.all.every(part => matches(part, task))
  if ('any' in filter) return filter.any.some(part => matches(part, task))
  if ('not' in filter) return !matches(filter.not, task)
  const { field, operator, values } = filter
  const has = [readers[field]?.read(task) ?? null].flat().map(lower)
  const wanted = values.map(value => lower(typeof value === 'string' ? resolveDay(value, TODAY) : value))
  if (operator === '=') return wanted.some(value => has.includes(value))
  if (operator === '!=') return !wanted.some(value => has.includes(value))
  if (operator.endsWith('~')) {
    const isFound = wanted.some(value => String(has[0]).includes(String(value)))
    return operator === '~' ? isFound : !isFound
  }
  const [one] = has
  return typeof one !== 'object' && one !== undefined
    ? (comparisons[operator]?.(one as string, wanted[0] as string) ?? false)
    : false
}

function lower(value: FilterValue) {
  return typeof value === 'string' ? value.toLowerCase() : value
}

function conditionsOn(field: string): fc.Arbitrary<Condition> {
  const values = readers[field]?.values ?? []
  const compares =
    values.some(value => typeof value === 'number') || /^(due|start|created|updated|completed)$/.test(field)
  const isRecord = /^(project|board|column|priority|sticker|assignee|creator|overdue)$/.test(field)
  const operators = field === 'overdue' ? ['='] : field === 'title' ? ['=', '!=', '~', '!~'] : ['=', '!=']
  const several = fc.subarray(values, { minLength: 1, maxLength: Math.min(3, values.length) })
  const any = fc.record({
    field: fc.constant(field),
    operator: fc.constantFrom(...operators),
    values: several,
  })
  if (isRecord || !compares) return any as fc.Arbitrary<Condition>
  const one = fc.constantFrom(...values.filter(value => value !== null)).map(value => [value])
  const compared = fc.record({
    field: fc.constant(field),
    operator: fc.constantFrom('<', '<=', '>', '>='),
    values: one,
  })
  return fc.oneof(any, compared) as fc.Arbitrary<Condition>
}

const filters = fc.letrec<{ filter: Filter; group: Filter[] }>(tie => ({
  group: fc.array(tie('filter'), { minLength: 2, maxLength: 3 }),
  filter: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom(...Object.keys(readers)).chain(conditionsOn),
    tie('group').map(all => ({ all })),
    tie('group').map(any => ({ any })),
    tie('filter').map(not => ({ not })),
  ),
})).filter

async function find(text: string, caller = member, more = '') {
  return caller.call('GET', `/task?limit=1000&today=${TODAY}&filter=${encodeURIComponent(text)}${more}`)
}

test('a filter finds what a naive evaluation finds', async () => {
  const board = (await member.call('GET', `/board/${boardId}/column`)).json().items as {
    id: number
    title: string
  }[]
  names.column = columns.map(id => board.find(column => column.id === id)?.title ?? '')
  const check = async (filter: Filter) => {
    const text = printFilter(filter)
    const response = await find(text)
    assert.equal(response.statusCode, 200, `${text}: ${response.body}`)
    const found = response.json().items.map(({ id }: Task) => id)
    const expected = tasks.filter(task => matches(filter, task)).map(({ id }) => id)
    assert.deepEqual(found, expected, text)
  }
  await fc.assert(fc.asyncProperty(filters, check), { numRuns: Number(process.env.MODEL_RUNS ?? 60) })
})

test('a filter combines with the other parameters, orders and today', async () => {
  const words = await find('text ~ "poem write"', member, `&columnId=${toDo}&orderBy=-number`)
  const numbers = words.json().items.map(({ number }: Task) => number) as number[]
  assert.ok(numbers.length > 1)
  assert.deepEqual(
    numbers,
    numbers.toSorted((a, b) => b - a),
  )
  assert.ok(words.json().items.every((task: Task) => task.columnId === toDo && task.title === titles[0]))
  const due = async (today: string) =>
    (await member.call('GET', `/task?filter=due%20%3D%20today&limit=1&today=${today}`)).json()._meta.total
  assert.equal(await due(TODAY), tasks.filter(({ dueDate }) => dueDate === TODAY).length)
  assert.equal(await due('2020-01-01'), 0)
  for (const orderBy of [
    'startDate',
    'completedAt',
    'estimate',
    'tracked',
    'assignee',
    'creator',
    'project',
    'board',
    'column',
  ]) {
    for (const sign of ['', '-']) {
      const response = await member.call('GET', `/task?limit=1000&orderBy=${sign}${orderBy}`)
      assert.equal(response.json().items?.length, 120, response.body)
    }
  }
  const estimates = (await member.call('GET', '/task?limit=1000&orderBy=-estimate')).json().items as Task[]
  assert.deepEqual([estimates[0]?.estimateSeconds, estimates.at(-1)?.estimateSeconds], [7200, null])
  const byColumn = (await member.call('GET', '/task?limit=1000&orderBy=column')).json().items as Task[]
  assert.deepEqual([...new Set(byColumn.map(task => task.columnId))], columns)
})

test('a wrong filter is refused with its position, in both languages', async () => {
  const response = await find('due < soon')
  assert.equal(response.statusCode, 422)
  assert.match(response.json().error.details.errors.filter[0], /^character 7: a date is expected/)
  const russian = await member.call('GET', '/task?filter=due', undefined, { 'accept-language': 'ru' })
  assert.match(russian.json().error.details.errors.filter[0], /^символ 4: после due нужен/)
  assert.equal((await find('x'.repeat(4001))).statusCode, 422)
})

test('a filter never leaves the caller’s projects', async () => {
  const all = await find('', stranger)
  assert.deepEqual(all.json().items, [])
  for (const text of [
    'not overdue',
    'assignee != me',
    'title != x',
    `column = "To do"`,
    `project = "${projectName}"`,
  ]) {
    assert.deepEqual((await find(text, stranger)).json().items, [], text)
  }
  const foreign = { project: project.id, board: boardId, column: toDo, sticker: stickers[0]?.id }
  for (const [field, id] of Object.entries(foreign)) {
    assert.equal((await find(`${field} = ${id}`, stranger)).statusCode, 403, field)
    assert.equal((await find(`not (overdue or ${field} != ${id})`, stranger)).statusCode, 403, field)
    assert.equal((await find(`${field} = 999999999`)).statusCode, 404, field)
  }
  const mixed = await find(`column = ${toDo} or column = ${other.toDo}`)
  assert.equal(mixed.statusCode, 403)
})

test('a summary counts and sums up every group of the same tasks', async () => {
  const summarize = async (query: string) =>
    (await member.call('GET', `/task/summary?today=${TODAY}&${query}`)).json().item
  const sum = (list: Task[]) => ({
    count: list.length,
    estimateSeconds: list.reduce((total, { estimateSeconds }) => total + (estimateSeconds ?? 0), 0),
    trackedSeconds: list.reduce((total, { trackedSeconds }) => total + trackedSeconds, 0),
  })
  assert.deepEqual(await summarize(''), { ...sum(tasks), groups: [] })
  const mine = await summarize(`filter=${encodeURIComponent('assignee = me')}&columnId=${toDo}`)
  assert.deepEqual(mine, {
    ...sum(tasks.filter(task => task.assigneeId === member.id && task.columnId === toDo)),
    groups: [],
  })
  for (const groupBy of ['project', 'board', 'column', 'priority', 'assignee', 'creator', 'due', 'dueWeek']) {
    const { groups, ...total } = await summarize(`groupBy=${groupBy}`)
    assert.deepEqual(total, sum(tasks), groupBy)
    assert.ok(groups.length > 0)
    for (const { filter, key, title, parentTitle, ...sums } of groups) {
      const found = (await find(filter)).json().items
      assert.deepEqual(sums, sum(found), `${groupBy} ${key} ${title} ${parentTitle}: ${filter}`)
    }
  }
  const { groups } = await summarize('groupBy=priority')
  assert.deepEqual(
    groups.map(({ title }: { title: string }) => title),
    ['urgent', 'high', 'normal', 'low'],
  )
  const due = (await summarize('groupBy=due')).groups.map(({ key }: { key: string }) => key)
  assert.deepEqual(due, ['overdue', 'today', 'soon', 'past', null])
  assert.deepEqual((await stranger.call('GET', '/task/summary?groupBy=board')).json().item, {
    ...sum([]),
    groups: [],
  })
})

longTest('a schedule has the tasks of its days with the same filters, by their first day', async () => {
  const scheduled = async (query: string, caller = member) => {
    const response = await caller.call('GET', `/task/schedule?today=${TODAY}&${query}`)
    assert.equal(response.statusCode, 200, response.body)
    return response.json().item as TaskSchedule
  }
  const firstDay = ({ startDate, dueDate }: Task) => startDate ?? dueDate ?? ''
  const lastDay = ({ startDate, dueDate }: Task) => dueDate ?? startDate ?? ''
  const dated = tasks
    .filter(task => lastDay(task))
    .sort(
      (a, b) => firstDay(a).localeCompare(firstDay(b)) || lastDay(a).localeCompare(lastDay(b)) || a.id - b.id,
    )
  const idsOf = (list: { id: number }[]) => list.map(({ id }) => id)
  assert.deepEqual(idsOf((await scheduled('')).tasks), idsOf(dated))
  const days = [10, 11, 12, 14, 15, 17, 19].map(day => `2026-03-${day}`)
  for (const from of days) {
    for (const to of days.filter(day => day >= from)) {
      const found = await scheduled(`from=${from}&to=${to}`)
      const expected = dated.filter(task => firstDay(task) <= to && lastDay(task) >= from)
      assert.deepEqual(idsOf(found.tasks), idsOf(expected), `${from} ${to}`)
      assert.equal(found.hasMore, false)
    }
  }
  const { tasks: mine } = await scheduled(`filter=${encodeURIComponent('assignee = me')}&columnId=${toDo}`)
  const expected = dated.filter(task => task.assigneeId === member.id && task.columnId === toDo)
  assert.deepEqual(idsOf(mine), idsOf(expected))
  const { key } = (await member.call('GET', `/project/${project.id}`)).json().item
  for (const { projectKey, ...scheduledTask } of mine) {
    const task = tasks.find(({ id }) => id === scheduledTask.id)
    assert.deepEqual({ ...task, ...scheduledTask }, task)
    assert.equal(projectKey, key)
  }
  assert.deepEqual(await scheduled('', stranger), { tasks: [], hasMore: false })
})

longTest('a schedule says that there are more tasks than it has', async () => {
  await sql`
    insert into tasks (project_id, board_id, column_id, number, title, priority_id, creator_id, due_date, position)
    select ${other.project.id}::bigint, ${other.boardId}::bigint, ${other.toDo}::bigint, 100 + n, 'Many', 1,
      ${other.member.id}::bigint, ${TODAY}::date, 1000 + n
    from generate_series(1, 2001) as n`.execute(db)
  const schedule = (await other.member.call('GET', `/task/schedule?from=${TODAY}&to=${TODAY}`)).json()
    .item as TaskSchedule
  assert.equal(schedule.tasks.length, 2000)
  assert.equal(schedule.hasMore, true)
})
