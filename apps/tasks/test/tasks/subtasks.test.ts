import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Card } from '#boards/full-board.contract.ts'
import { insertMember } from '#projects/project.queries.ts'
import type { Task } from '#tasks/task.contract.ts'
import { sharedServices } from '../both-services.ts'
import { listActivity, statusOf } from '../task-parts.ts'
import { createTeam, type User } from '../team.ts'

const services = await sharedServices()
const { db } = services.deps
const team = await createTeam(services)
const { owner, member, viewer, project, boardId, toDo, inProgress, done } = team
const foreign = await createTeam(services)

async function itemOf(user: User, ...[method, url, body]: Parameters<User['call']>) {
  const response = await user.call(method, url, body)
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item as Task
}

const create = (fields: object = {}) => itemOf(member, 'POST', '/task', { title: 'Part', ...fields })
const read = (id: number) => itemOf(viewer, 'GET', `/task/${id}`)
const update = (id: number, fields: object) => member.call('PUT', `/task/${id}`, fields)
const complete = (id: number) => member.call('POST', `/task/${id}/move-to-column`, { columnId: done })

async function progressOf(id: number) {
  const { subtaskTotal, subtaskDone } = await read(id)
  return [subtaskDone, subtaskTotal]
}

async function subtasksOf(id: number, query = '') {
  const response = await viewer.call('GET', `/task/${id}/subtask?limit=1000${query}`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json() as { items: Task[]; ancestors: { id: number; title: string }[] }
}

async function cardOf(id: number, board = boardId): Promise<Card | undefined> {
  const { item } = (await viewer.call('GET', `/board/${board}/full?perColumn=5000`)).json()
  return item.columns
    .flatMap((column: { tasks: Card[] }) => column.tasks)
    .find((card: Card) => card.id === id)
}

async function refusal(id: number, parentId: number) {
  const response = await update(id, { parentId })
  assert.equal(response.statusCode, 422, response.body)
  return response.json().error.details.codes.parentId[0]
}

/** Each below the one before. */
async function createChain(length: number) {
  const ids: number[] = []
  for (let n = 0; n < length; n += 1) {
    ids.push((await create({ columnId: toDo, ...(n > 0 && { parentId: ids[n - 1] }) })).id)
  }
  return ids as [number, number, number, number, number, number]
}

test('a sub-task goes to the column of its parent, or to an open one, and counts towards all above it', async () => {
  const top = await create({ columnId: inProgress })
  assert.deepEqual([top.parentId, top.subtaskTotal, top.subtaskDone, top.isBlocked], [null, 0, 0, false])
  const child = await create({ parentId: top.id })
  assert.deepEqual([child.columnId, child.parentId], [inProgress, top.id])
  const [one, two] = [await create({ parentId: child.id }), await create({ parentId: child.id })]
  assert.deepEqual(await progressOf(top.id), [0, 2])
  await complete(one.id)
  assert.deepEqual(await progressOf(top.id), [1, 2])
  assert.deepEqual(await progressOf(child.id), [1, 2])
  await complete(child.id)
  assert.equal(
    (await create({ parentId: child.id })).columnId,
    toDo,
    'not into the column of completed tasks',
  )
  assert.deepEqual(await progressOf(top.id), [1, 3], 'only what has no sub-tasks is counted')
  await member.call('DELETE', `/task/${two.id}`)
  assert.deepEqual(await progressOf(top.id), [1, 2])
  await member.call('POST', `/task/${two.id}/restore`)
  assert.deepEqual(await progressOf(top.id), [1, 3])
  const { items, ancestors } = await subtasksOf(child.id)
  assert.deepEqual(
    items.slice(0, 2).map(task => task.id),
    [one.id, two.id],
  )
  assert.deepEqual(
    ancestors.map(({ id }) => id),
    [top.id],
  )
  const all = await subtasksOf(top.id, '&all=true')
  assert.deepEqual(
    all.items.map(task => task.id),
    [child.id, one.id, two.id, all.items[3]?.id],
  )
  assert.deepEqual([all.items[0]?.subtaskDone, all.items[0]?.subtaskTotal], [1, 3])
  const { items: listed } = (await viewer.call('GET', `/task?ids=${top.id}`)).json()
  assert.deepEqual(listed[0], await read(top.id))
})

test('nobody is their own ancestor, and nothing is nested deeper than five levels', async () => {
  const [top, second, third, , , bottom] = await createChain(6)
  assert.equal(await refusal(top, top), 'parent_is_below')
  assert.equal(await refusal(top, bottom), 'parent_is_below')
  const tooDeep = await member.call('POST', '/task', { title: 'Too deep', parentId: bottom })
  assert.deepEqual(tooDeep.json().error.details.codes.parentId, ['nested_too_deep'])
  const other = await create({ columnId: toDo })
  assert.equal(await refusal(top, other.id), 'nested_too_deep', 'what is below the task counts')
  assert.equal((await update(third, { parentId: other.id })).statusCode, 200)
  assert.deepEqual(
    (await subtasksOf(top, '&all=true')).items.map(task => task.id),
    [second],
  )
  const deleted = await create({ columnId: toDo })
  await member.call('DELETE', `/task/${deleted.id}`)
  assert.equal(await refusal(second, deleted.id), 'does_not_exist')
  const abroad = (await foreign.member.call('POST', '/task', { title: 'x', columnId: foreign.toDo })).json()
    .item
  assert.equal(await refusal(second, abroad.id), 'in_other_project')
  assert.equal(await statusOf(member, 'POST', '/task', { title: 'x', parentId: abroad.id }), 403)
  assert.equal((await update(second, { parentId: null })).json().item.parentId, null)
  const changes = await listActivity(services, { taskId: second }, 'task')
  const { number } = await read(top)
  assert.deepEqual(
    changes.slice(-1).map(({ type, before, after }) => ({ type, before, after })),
    [
      {
        type: 'task.parent_changed',
        before: { parentId: top, parentNumber: number },
        after: { parentId: null, parentNumber: null },
      },
    ],
  )
})

test('two people who change the parent at the same time get a conflict', async () => {
  const [one, other, task] = [await create(), await create(), await create()]
  assert.equal((await update(task.id, { parentId: one.id, version: task.version })).statusCode, 200)
  const late = await update(task.id, { parentId: other.id, version: task.version })
  assert.equal(late.json().error.details.reason, 'stale_version')
  assert.deepEqual(late.json().error.details.fields, ['parentId'])
})

test('a checklist item becomes a sub-task, completed if it was checked', async () => {
  const parent = await create({ columnId: inProgress })
  const add = async (title: string) =>
    (await member.call('POST', `/task/${parent.id}/checklist`, { title })).json().item as { id: number }
  const [open, checked, kept] = [await add('Open'), await add('Checked'), await add('Kept')]
  await member.call('PUT', `/checklist/${checked.id}`, { isDone: true })
  const convert = (id: number) => itemOf(member, 'POST', `/checklist/${id}/convert`, {})
  const created = await convert(open.id)
  assert.deepEqual(
    [created.title, created.columnId, created.parentId, created.completedAt],
    ['Open', inProgress, parent.id, null],
  )
  assert.equal((await convert(checked.id)).columnId, done)
  const after = await read(parent.id)
  assert.deepEqual([after.checklistTotal, after.subtaskDone, after.subtaskTotal], [1, 1, 2])
  const outcomes = await Promise.all(
    [1, 2, 3].map(() => member.call('POST', `/checklist/${kept.id}/convert`, {})),
  )
  assert.deepEqual(outcomes.map(({ statusCode }) => statusCode).sort(), [200, 404, 404])
  assert.equal((await subtasksOf(parent.id)).items.length, 3)
  const types = (await listActivity(services, { taskId: parent.id }, 'checklist')).map(({ type }) => type)
  assert.equal(types.filter(type => type === 'checklist.deleted').length, 3)
})

test('sub-tasks keep their deleted parent, and lose one that is gone for good', async () => {
  const [top, middle, bottom] = await createChain(3)
  await member.call('DELETE', `/task/${middle}`)
  assert.deepEqual(await progressOf(top), [0, 0])
  assert.equal((await read(bottom)).parentId, middle)
  assert.deepEqual((await subtasksOf(bottom)).ancestors, [])
  await member.call('POST', `/task/${middle}/restore`)
  assert.deepEqual(await progressOf(top), [0, 1])
  assert.equal(await statusOf(owner, 'DELETE', `/task/${middle}/hard`), 200)
  assert.equal((await read(bottom)).parentId, null)
})

test('a copy has the same parent', async () => {
  const [top, child] = await createChain(2)
  const copy = await itemOf(member, 'POST', `/task/${child}/duplicate`, {})
  assert.equal(copy.parentId, top)
})

test('sub-tasks move to another project with their parent', async () => {
  const created = (await owner.call('POST', '/project', { name: 'Elsewhere' })).json().item as { id: number }
  await insertMember(db, created.id, member.id, 'member')
  const board = (await owner.call('POST', `/project/${created.id}/board`, { name: 'There' })).json().item
  const [above, top, child, bottom] = await createChain(4)
  await complete(bottom)
  const deleted = await create({ parentId: top })
  await member.call('DELETE', `/task/${deleted.id}`)
  const response = await member.call('POST', `/task/${top}/move-to-project`, { projectId: created.id })
  assert.equal(response.statusCode, 200, response.body)
  assert.equal(response.json().subtaskCount, 2)
  const moved = await Promise.all([top, child, bottom].map(id => itemOf(member, 'GET', `/task/${id}`)))
  assert.deepEqual(
    moved.map(task => [task.projectId, task.boardId, task.parentId]),
    [null, top, child].map(parentId => [created.id, board.id, parentId]),
  )
  assert.ok(moved[2]?.completedAt, 'it is still completed')
  assert.deepEqual([moved[0]?.subtaskDone, moved[0]?.subtaskTotal], [1, 1])
  assert.deepEqual(await progressOf(above), [0, 0])
  const left = await db.selectFrom('tasks').where('id', '=', deleted.id).selectAll().executeTakeFirstOrThrow()
  assert.deepEqual([left.projectId, left.parentId], [project.id, null])
})

test('a board shows the same as its tasks, also when sub-tasks on another board change', async () => {
  const second = (await owner.call('POST', `/project/${project.id}/board`, { name: 'Second' })).json().item
  const there = second.columns.map(({ id }: { id: number }) => id) as number[]
  const top = await create({ columnId: toDo })
  const child = await create({ parentId: top.id, columnId: there[0] })
  const bottom = await create({ parentId: child.id, columnId: there[0] })
  const shown = async () => {
    const card = await cardOf(top.id)
    return [card?.subtaskDone, card?.subtaskTotal]
  }
  assert.deepEqual(await shown(), [0, 1])
  await member.call('POST', `/task/${bottom.id}/move-to-column`, { columnId: there.at(-1) })
  assert.deepEqual(await shown(), [1, 1])
  await update(bottom.id, { parentId: null })
  assert.deepEqual(await shown(), [0, 1])
  await owner.call('DELETE', `/board/${second.id}`)
  assert.deepEqual(await shown(), [0, 0])
  await owner.call('POST', `/board/${second.id}/restore`)
  assert.deepEqual(await shown(), [0, 1])
  const { position, ...card } = (await cardOf(child.id, second.id)) as Card
  const [task] = (await subtasksOf(top.id)).items
  assert.deepEqual({ ...task, ...card }, { ...task, stickerIds: [] })
  assert.ok(Number.isInteger(position))
  const related = await db
    .selectFrom('activity')
    .where('taskId', '=', top.id)
    .where('type', '=', 'task.related_changed')
    .select(['boardId', 'actorId'])
    .orderBy('id')
    .execute()
  assert.deepEqual(
    related,
    [member, member, member, member, owner, owner].map(({ id }) => ({ boardId, actorId: id })),
  )
  const { items } = (await viewer.call('GET', `/task/${top.id}/activity`)).json()
  assert.ok(!items.some(({ type }: { type: string }) => type === 'task.related_changed'))
})
