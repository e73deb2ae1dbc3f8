import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { insertBoard } from '#boards/board.commands.ts'
import { insertMember } from '#projects/project.queries.ts'
import type { Task } from '#tasks/task.contract.ts'
import { sharedServices } from '../both-services.ts'
import { startInstrumentedInstance } from '../instrumented-instance.ts'
import { as } from '../people.ts'
import { createTeam, createUser, type User } from '../team.ts'

const services = await sharedServices()
const { db } = services.deps
const MODEL_RUNS = Number(process.env.MODEL_RUNS ?? 40)
const TASKS = 15

/** Projects that the reader is a member of, only views, has left, has never seen, and one that is archived. */
const { owner, member: reader, viewer, project } = await createTeam(services)
const administrator = await createUser(services, 'owner')
const projects = {
  joined: project.id,
  viewed: await createProject('viewer'),
  left: await createProject('member'),
  foreign: await createProject(),
  archived: await createProject('member'),
}
await sql`delete from project_members where project_id = ${projects.left} and user_id = ${reader.id}`.execute(
  db,
)
await sql`update projects set archived_at = now() where id = ${projects.archived}`.execute(db)
for (const id of Object.values(projects)) await fill(id)

async function createProject(role?: 'viewer' | 'member') {
  const { id } = (await owner.call('POST', '/project', { name: 'Model' })).json().item as { id: number }
  if (role) await insertMember(db, id, reader.id, role)
  await db.transaction().execute(tx => insertBoard(tx, id, { name: 'Work' }))
  return id
}

/** Many tasks have the same due date, priority and times; some are deleted. */
async function fill(projectId: number) {
  await sql`
    insert into tasks (project_id, board_id, column_id, number, title, priority_id, creator_id, assignee_id, position,
      due_date, completed_at, deleted_at, deleted_by, created_at)
    select boards.project_id, boards.id, (select min(id) from board_columns where board_id = boards.id), n, 'Task ' || n % 4,
      1 + n % 3, ${owner.id}::bigint, case when n % 3 = 0 then ${reader.id}::bigint end,
      case when n % 5 > 0 then n::bigint end, case when n % 4 > 0 then date '2026-03-01' + (n % 3)::int end,
      case when n % 6 = 0 then timestamptz '2026-03-05' end, case when n % 5 = 0 then timestamptz '2026-03-06' end,
      case when n % 5 = 0 then ${owner.id}::bigint end, timestamptz '2026-02-01' + interval '1 day' * (n % 2)
    from boards cross join generate_series(1, ${TASKS}::int) as n where boards.project_id = ${projectId}
      and boards.id = (select min(id) from boards where project_id = ${projectId})`.execute(db)
}

interface Query {
  named: (keyof typeof projects)[]
  orderBy: string
  mine: boolean
  completed: boolean | undefined
  page: number
  limit: number
}

const query: fc.Arbitrary<Query> = fc.record({
  named: fc.subarray(Object.keys(projects) as (keyof typeof projects)[], { maxLength: 3 }),
  orderBy: fc.constantFrom('id', '-id', 'dueDate', '-dueDate', 'title', '-createdAt', 'number'),
  mine: fc.boolean(),
  completed: fc.constantFrom(undefined, undefined, true, false),
  page: fc.integer({ min: 1, max: 4 }),
  limit: fc.constantFrom(1, 2, 3, 7, 20, 21, 100),
})

/** What a query has to return, from all rows. */
async function expected(user: User, { named, orderBy, mine, completed, page, limit }: Query) {
  const { rows: tasks } = await sql<Task>`
    select * from tasks where deleted_at is null order by id`.execute(db)
  const { rows: members } = await sql<{ projectId: number }>`
    select project_id from project_members join projects on projects.id = project_id
    where user_id = ${user.id} and archived_at is null`.execute(db)
  const visible = named.length > 0 ? named.map(name => projects[name]) : members.map(each => each.projectId)
  const found = tasks
    .filter(({ projectId }) => visible.includes(projectId))
    .filter(({ assigneeId }) => !mine || assigneeId === user.id)
    .filter(({ completedAt }) => completed === undefined || (completedAt !== null) === completed)
  const field = orderBy.replace('-', '') as keyof Task
  const sign = orderBy.startsWith('-') ? -1 : 1
  const compare = (one: Task, other: Task) => {
    const [a, b] = [one[field], other[field]]
    if (a === b || a === null || b === null)
      return Number(a === null) - Number(b === null) || sign * (one.id - other.id)
    return sign * ((a as string) < (b as string) ? -1 : 1)
  }
  const sorted = found.toSorted(compare).map(({ id }) => id)
  return { ids: sorted.slice((page - 1) * limit, page * limit), total: sorted.length }
}

function addressOf({ named, orderBy, mine, completed, page, limit }: Query) {
  const words = new URLSearchParams({ orderBy, page: String(page), limit: String(limit) })
  if (named.length > 0)
    words.set('projectId', [...named, named[0]].map(name => projects[name as 'joined']).join())
  if (mine) words.set('assigneeId', 'me')
  if (completed !== undefined) words.set('completed', String(completed))
  return `/task?${words}`
}

test('a list has the tasks that a simple model of rights, filters, order and pages has', async () => {
  const refused: (keyof typeof projects)[] = ['left', 'foreign']
  await fc.assert(
    fc.asyncProperty(query, async query => {
      for (const user of [reader, viewer, administrator]) {
        const response = await user.call('GET', addressOf(query))
        const isRefused =
          user === reader
            ? query.named.some(name => refused.includes(name))
            : user === viewer && query.named.some(name => name !== 'joined')
        if (isRefused) {
          assert.equal(response.statusCode, 403, response.body)
          assert.equal(response.json().error.details.reason, 'not_a_member')
          continue
        }
        assert.equal(response.statusCode, 200, response.body)
        const { items, _meta } = response.json()
        const listed = { ids: items.map(({ id }: Task) => id), total: _meta.total }
        assert.deepEqual(listed, await expected(user, query), addressOf(query))
      }
    }),
    { numRuns: MODEL_RUNS },
  )
})

test('a list shows a task as it is, whatever was listed before', async () => {
  const projectId = await createProject()
  const [board] = (await owner.call('GET', `/project/${projectId}/board`)).json().items
  const [column] = (await owner.call('GET', `/board/${board.id}/column`)).json().items
  const create = async (title: string, fields = {}) => {
    const response = await owner.call('POST', '/task', { columnId: column.id, title, ...fields })
    assert.equal(response.statusCode, 200, response.body)
    return response.json().item.id as number
  }
  const send = async (method: 'POST' | 'PUT' | 'DELETE', url: string, body?: object) => {
    const response = await owner.call(method, url, body)
    assert.equal(response.statusCode, 200, response.body)
    return response.json().item
  }
  const [shown, child, blocker] = [await create('Shown'), await create('Child'), await create('Blocker')]
  const sticker = await send('POST', '/sticker', { projectId, name: 'Rare' })
  const steps = [
    () => send('PUT', `/task/${shown}`, { title: 'Renamed "quoted"; и ещё' }),
    () => send('POST', `/task/${shown}/sticker`, { stickerId: sticker.id }),
    () => send('PUT', `/sticker/${sticker.id}`, { name: 'Usual', color: '#112233' }),
    () => send('PUT', `/task/${child}`, { parentId: shown }),
    async () => {
      await create('Grandchild', { parentId: child })
      await create('Another grandchild', { parentId: child })
    },
    () => send('POST', `/task/${shown}/relation`, { type: 'blockedBy', taskId: blocker }),
    () => send('DELETE', `/task/${blocker}`),
    () => send('POST', `/task/${blocker}/restore`),
    () => send('POST', `/task/${shown}/comment`, { text: 'Counted' }),
    () => send('DELETE', `/task/${child}`),
    () => send('DELETE', `/sticker/${sticker.id}`),
  ]
  const lists = [
    `projectId=${projectId}&limit=1000`,
    `ids=${shown}`,
    `search=${encodeURIComponent('e')}&limit=1000`,
  ]
  let before = ''
  for (const step of steps) {
    for (const list of lists) await owner.call('GET', `/task?${list}`)
    await step()
    const task = (await owner.call('GET', `/task/${shown}`)).json().item as Task
    assert.notEqual(JSON.stringify(task), before)
    before = JSON.stringify(task)
    for (const list of lists) {
      const { items } = (await owner.call('GET', `/task?${list}`)).json()
      assert.deepEqual(
        items.find(({ id }: Task) => id === shown),
        task,
        list,
      )
    }
  }
})

test('pages of any size and number are a few prepared statements', async () => {
  const { statementsOf, plansOf, ...instance } = await startInstrumentedInstance(services)
  const call = as(instance, reader.token)
  const texts = async (addresses: string[]) => {
    const seen = new Set<string>()
    for (const address of addresses)
      for (const { sql } of await statementsOf(() => call('GET', address))) seen.add(sql)
    return seen.size
  }
  const sizes = Array.from({ length: 30 }, (_, at) => `limit=${at * 33 + 1}&page=${(at % 3) + 1}`)
  const whole = await texts(sizes.flatMap(size => [`/task?${size}`, `/task?${size}&projectId=${project.id}`]))
  assert.ok(whole <= 3, `${whole} statements for whole lists`)
  const filtered = await texts(
    sizes.map((size, at) => `/task?${size}&assigneeId=${at + 1}&dueFrom=2026-01-${10 + (at % 20)}`),
  )
  assert.ok(filtered <= 8, `${filtered} statements for filtered lists`)
  for (const list of ['/task?limit=2', `/task?limit=2&projectId=${project.id}&orderBy=-id`]) {
    const { indexes } = await plansOf(() => call('GET', list))
    assert.ok(indexes.includes('tasks_project_id_key'), indexes.join())
  }
})
