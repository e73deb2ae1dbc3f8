import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitUntil } from '@atrium/testing/wait-until'
import { sql } from 'kysely'
import { sharedServices } from '../both-services.ts'
import { as } from '../people.ts'
import { createTeam } from '../team.ts'

const services = await sharedServices()
const second = await services.startInstance()
const { project, member, manager, viewer, stranger, boardId, toDo, inProgress, done } =
  await createTeam(services)
const { db } = services.deps
/** How long `npm run test:long` moves tasks; otherwise each client makes a few moves. */
const MOVE_SECONDS = Number(process.env.MOVE_SECONDS ?? 0)

async function createTasks(columnId: number, count: number) {
  const ids: number[] = []
  for (let n = 0; n < count; n += 1) {
    const response = await member.call('POST', '/task', { title: `Task ${n}`, columnId })
    ids.push(response.json().item.id)
  }
  return ids
}

async function listTaskIds(columnId: number, call = member.call) {
  const { items } = (await call('GET', `/task?columnId=${columnId}&orderBy=position&limit=1000`)).json()
  return items.map(({ id }: { id: number }) => id) as number[]
}

async function createColumn() {
  const position = await db
    .selectFrom('boardColumns')
    .where('boardId', '=', boardId)
    .select(({ fn }) => fn.max('position').as('last'))
    .executeTakeFirstOrThrow()
  const values = {
    boardId,
    boardProjectId: project.id,
    title: 'Another',
    position: Number(position.last) + 1000,
  }
  return (await db.insertInto('boardColumns').values(values).returning('id').executeTakeFirstOrThrow()).id
}

async function countLockWaits() {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length
}

const move = (id: number, body: object, call = member.call) =>
  call('POST', `/task/${id}/move-to-column`, body)

test('a task moves after or before the given neighbour, or to the end', async () => {
  const columnId = await createColumn()
  const [a, b, c, d] = (await createTasks(columnId, 4)) as [number, number, number, number]
  const cases: [number, object, number[]][] = [
    [d, { afterTaskId: a }, [a, d, b, c]],
    [a, { beforeTaskId: c }, [d, b, a, c]],
    [d, {}, [b, a, c, d]],
    [c, { beforeTaskId: b }, [c, b, a, d]],
    [c, { afterTaskId: d }, [b, a, d, c]],
    [a, { afterTaskId: a }, [b, d, c, a]],
    [a, { afterTaskId: 999_999, beforeTaskId: d }, [b, a, d, c]],
    [b, { afterTaskId: 999_999, beforeTaskId: 999_998 }, [a, d, c, b]],
    [a, { afterTaskId: null, beforeTaskId: null }, [d, c, b, a]],
    [a, { afterTaskId: c, beforeTaskId: d }, [d, c, a, b]],
  ]
  for (const [id, neighbours, expected] of cases) {
    const response = await move(id, { columnId, ...neighbours })
    assert.equal(response.statusCode, 200, response.body)
    assert.deepEqual(await listTaskIds(columnId), expected, JSON.stringify(neighbours))
  }
})

test('a neighbour that is deleted or in another column is ignored', async () => {
  const [from, to] = [await createColumn(), await createColumn()]
  const [moved, stays] = (await createTasks(from, 2)) as [number, number]
  const [one, two] = (await createTasks(to, 2)) as [number, number]
  await member.call('DELETE', `/task/${one}`)
  await move(moved, { columnId: to, afterTaskId: stays, beforeTaskId: one })
  assert.deepEqual(await listTaskIds(to), [two, moved])
})

test('a neighbour from another project is refused whether or not the caller can see it', async () => {
  const [id] = (await createTasks(toDo, 1)) as [number]
  for (const neighbour of ['afterTaskId', 'beforeTaskId']) {
    for (const other of [member, stranger]) {
      const foreign = (await other.call('POST', '/task', { title: 'Elsewhere' })).json().item
      const refused = await move(id, { columnId: toDo, [neighbour]: foreign.id })
      assert.equal(refused.statusCode, 422, refused.body)
      assert.deepEqual(refused.json().error.details.codes, { [neighbour]: ['in_other_project'] })
    }
  }
})

test('the order survives a hundred moves into the same gap', async () => {
  const columnId = await createColumn()
  const [first, ...others] = (await createTasks(columnId, 12)) as [number, ...number[]]
  const { version } = (await member.call('GET', `/task/${others[5]}`)).json().item
  let expected = [first, ...others]
  for (let n = 0; n < 100; n += 1) {
    const last = expected.at(-1) as number
    assert.equal((await move(last, { columnId, afterTaskId: first })).statusCode, 200)
    expected = [first, last, ...expected.slice(1, -1)]
  }
  assert.deepEqual(await listTaskIds(columnId), expected)
  const moves = (await member.call('GET', `/task/${others[5]}`)).json().item.version - version
  assert.ok(moves <= 10, 'renumbering a column does not change versions')
  const entries = await db
    .selectFrom('activity')
    .where('type', '=', 'column.renumbered')
    .where('boardId', '=', boardId)
    .select('after')
    .execute()
  assert.ok(entries.some(({ after }) => (after as { columnId: number }).columnId === columnId))
})

test('a task deleted while its column is renumbered stays deleted', async () => {
  const columnId = await createColumn()
  const [first, second, deleted, moved] = await createTasks(columnId, 4)
  await sql`update tasks set position = array_position(${[first, second, deleted, moved]}::bigint[], id)
    where column_id = ${columnId}`.execute(db)
  const { moving } = await db.transaction().execute(async tx => {
    await sql`update tasks set deleted_at = now(), position = null where id = ${deleted}`.execute(tx)
    const moving = move(moved as number, { columnId, afterTaskId: first })
    await waitUntil(async () => (await countLockWaits()) > 0)
    return { moving }
  })
  const response = await moving
  assert.equal(response.statusCode, 200, response.body)
  assert.deepEqual(await listTaskIds(columnId), [first, moved, second])
})

test('a task can move to another board of the project, but not to another project', async () => {
  const [id] = (await createTasks(toDo, 1)) as [number]
  const other = (await manager.call('POST', '/project', { name: 'Another' })).json().item
  const foreign = (await manager.call('POST', `/project/${other.id}/board`, { name: 'There' })).json().item
  const { columns } = (await manager.call('GET', `/board/${foreign.id}`)).json().item
  const refused = await move(id, { columnId: columns[0].id }, manager.call)
  assert.equal(refused.statusCode, 422)
  assert.ok(refused.json().error.details.errors.columnId)
  assert.equal((await move(id, { columnId: 999_999 })).statusCode, 422)
  assert.equal((await move(id, {})).statusCode, 422)
  assert.equal((await listTaskIds(toDo)).includes(id), true)
})

test('moving a task with an outdated version is a conflict', async () => {
  const [id] = (await createTasks(toDo, 1)) as [number]
  assert.equal((await move(id, { columnId: inProgress, version: 1 })).statusCode, 200)
  const late = await move(id, { columnId: done, version: 1 }, manager.call)
  assert.equal(late.statusCode, 409)
  assert.deepEqual(late.json().error.details.fields, ['columnId'])
})

test('of tasks that are moved at the same time each gets its own answer', async () => {
  const columnId = await createColumn()
  const [limited, locked] = [await createColumn(), await createColumn()]
  await db.updateTable('boardColumns').set({ wipLimit: 1 }).where('id', '=', limited).execute()
  await createTasks(limited, 1)
  const [a, b, c, d, e, f, g] = (await createTasks(columnId, 7)) as [number, ...number[]]
  const { answers, waiting } = await db.transaction().execute(async tx => {
    await tx.selectFrom('boardColumns').where('id', '=', locked).select('id').forUpdate().execute()
    const waiting = move(e as number, { columnId: locked })
    const answers = await Promise.all([
      move(a, { columnId }),
      move(b as number, { columnId, afterTaskId: c }),
      move(d as number, { columnId: limited }),
      move(f as number, { columnId, beforeTaskId: g }),
      move(g as number, { columnId: done }),
      move(c as number, { columnId: 999_999 }),
    ])
    return { answers, waiting }
  })
  assert.deepEqual(
    [...answers, await waiting].map(({ statusCode }) => statusCode),
    [200, 200, 409, 200, 200, 422, 200],
  )
  assert.deepEqual(await listTaskIds(locked), [e])
  const left = await listTaskIds(columnId)
  assert.deepEqual(
    left.filter(id => id !== f),
    [c, b, d, a],
  )
})

test('sixteen clients on two instances move tasks of one board without losing any or sharing positions', async t => {
  const columns = [await createColumn(), await createColumn(), await createColumn()]
  const ids: number[] = []
  for (const columnId of columns) ids.push(...(await createTasks(columnId, 10)))
  const onSecond = as(second, member.token)
  const pick = <T>(from: T[]) => from[Math.floor(Math.random() * from.length)] as T
  const statuses = new Set<number>()
  const deadline = Date.now() + MOVE_SECONDS * 1000
  let moves = 0
  const client = async (n: number) => {
    for (let turn = 0; MOVE_SECONDS ? Date.now() < deadline : turn < 15; turn += 1) {
      const body = { columnId: pick(columns), afterTaskId: pick(ids), beforeTaskId: pick(ids) }
      const { statusCode } = await move(pick(ids), body, n % 2 ? onSecond : member.call)
      statuses.add(statusCode)
      moves += 1
    }
  }
  await Promise.all(Array.from({ length: 16 }, (_, n) => client(n)))
  t.diagnostic(`${moves} moves`)
  assert.deepEqual([...statuses], [200])
  const rows = await db.selectFrom('tasks').where('id', 'in', ids).select(['columnId', 'position']).execute()
  assert.equal(new Set(rows.map(({ columnId, position }) => `${columnId} ${position}`)).size, ids.length)
  const seen: number[] = []
  for (const columnId of columns) {
    const here = await listTaskIds(columnId)
    assert.deepEqual(here, await listTaskIds(columnId, onSecond))
    seen.push(...here)
  }
  assert.deepEqual(
    seen.sort((a, b) => a - b),
    ids.sort((a, b) => a - b),
  )
})

test('a task moves to another lane with its place in one change, or not at all', async () => {
  const columnId = await createColumn()
  const [a, b, moved] = (await createTasks(columnId, 3)) as [number, number, number]
  const { item: field } = (
    await manager.call('POST', `/project/${project.id}/field`, { name: 'Ready', type: 'checkbox' })
  ).json()
  const from = (await member.call('GET', `/task/${moved}`)).json().item
  const lane = { assigneeId: manager.id, priorityId: 1, parentId: a, fields: { [field.id]: true } }
  const moving = await move(moved, { columnId, beforeTaskId: b, version: from.version, ...lane })
  assert.equal(moving.statusCode, 200, moving.body)
  const { item } = moving.json()
  assert.deepEqual({ ...item, ...lane }, item)
  assert.equal(item.version, from.version + 1)
  assert.deepEqual(await listTaskIds(columnId), [a, moved, b])
  const { items } = (await member.call('GET', `/task/${moved}/activity`)).json()
  const types = items.map(({ type }: { type: string }) => type).toSorted()
  assert.deepEqual(types, [
    'task.assigned',
    'task.created',
    'task.moved',
    'task.parent_changed',
    'task.updated',
  ])

  const refusals: [object, string, string][] = [
    [{ assigneeId: stranger.id }, 'assigneeId', 'assignee_not_a_member'],
    [{ assigneeId: viewer.id }, 'assigneeId', 'assignee_is_viewer'],
    [{ priorityId: 999_999 }, 'priorityId', 'does_not_exist'],
    [{ parentId: moved }, 'parentId', 'parent_is_below'],
    [{ fields: { [field.id]: 'yes' } }, `fields.${field.id}`, 'boolean_expected'],
    [{ fields: { 999999: true } }, 'fields.999999', 'does_not_exist'],
  ]
  for (const [fields, name, code] of refusals) {
    const refused = await move(moved, { columnId: toDo, ...fields })
    assert.equal(refused.statusCode, 422, refused.body)
    assert.deepEqual(refused.json().error.details.codes, { [name]: [code] })
  }
  const stale = await move(moved, { columnId: toDo, version: from.version, assigneeId: member.id })
  assert.equal(stale.json().error.details.reason, 'stale_version')
  assert.deepEqual((await member.call('GET', `/task/${moved}`)).json().item, item)
})

test('users outside the project cannot move tasks', async () => {
  const [id] = (await createTasks(toDo, 1)) as [number]
  assert.equal((await move(id, { columnId: done }, stranger.call)).statusCode, 403)
  assert.equal((await listTaskIds(toDo)).at(-1), id)
})
