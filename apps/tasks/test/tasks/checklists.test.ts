import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedServices } from '../both-services.ts'
import { createTeamTask, listActivity, statusOf } from '../task-parts.ts'
import { createTeam } from '../team.ts'

const services = await sharedServices()
const team = await createTeam(services)
const foreign = await createTeam(services)

async function createItem(taskId: number, title: string, neighbours: object = {}, { member } = team) {
  const response = await member.call('POST', `/task/${taskId}/checklist`, { title, ...neighbours })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item
}

async function updateItem(id: number, payload: object) {
  const response = await team.member.call('PUT', `/checklist/${id}`, payload)
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item
}

async function titlesOf(taskId: number): Promise<string[]> {
  const { items } = (await team.viewer.call('GET', `/task/${taskId}/checklist?limit=1000`)).json()
  return items.map(({ title }: { title: string }) => title)
}

async function countsOf(taskId: number) {
  const { checklistTotal, checklistDone } = (await team.viewer.call('GET', `/task/${taskId}`)).json().item
  return [checklistTotal, checklistDone]
}

test('a new item is not done and comes last', async () => {
  const taskId = await createTeamTask(team)
  const first = await createItem(taskId, ' First ')
  const { id, position, createdAt, updatedAt, ...item } = first
  assert.deepEqual(item, { taskId, title: 'First', isDone: false })
  assert.ok(id > 0 && Number.isInteger(position) && createdAt && updatedAt)
  await createItem(taskId, 'Second')
  await createItem(await createTeamTask(team), 'Elsewhere')
  assert.deepEqual(await titlesOf(taskId), ['First', 'Second'])
  const page = (await team.viewer.call('GET', `/task/${taskId}/checklist?limit=1`)).json()
  assert.deepEqual(page.items, [first])
  assert.deepEqual(page._meta, { total: 2, page: 1, limit: 1, pages: 2 })
})

test('items are created and moved between their neighbours', async () => {
  const taskId = await createTeamTask(team)
  const a = await createItem(taskId, 'a')
  const c = await createItem(taskId, 'c')
  const b = await createItem(taskId, 'b', { afterItemId: a.id })
  await createItem(taskId, '0', { beforeItemId: a.id })
  assert.deepEqual(await titlesOf(taskId), ['0', 'a', 'b', 'c'])
  await updateItem(c.id, { beforeItemId: a.id })
  assert.deepEqual(await titlesOf(taskId), ['0', 'c', 'a', 'b'])
  await updateItem(a.id, { afterItemId: b.id, title: 'A' })
  assert.deepEqual(await titlesOf(taskId), ['0', 'c', 'b', 'A'])
  const done = await updateItem(b.id, { isDone: true, afterItemId: null, beforeItemId: null })
  assert.equal(done.position, b.position)
})

test('a deleted neighbour is ignored: the other one counts, then the end', async () => {
  const taskId = await createTeamTask(team)
  const [a, , gone] = [
    await createItem(taskId, 'a'),
    await createItem(taskId, 'b'),
    await createItem(taskId, 'gone'),
  ]
  assert.equal(await statusOf(team.member, 'DELETE', `/checklist/${gone.id}`), 200)
  await createItem(taskId, 'c', { afterItemId: gone.id, beforeItemId: a.id })
  assert.deepEqual(await titlesOf(taskId), ['c', 'a', 'b'])
  await updateItem(a.id, { afterItemId: gone.id })
  assert.deepEqual(await titlesOf(taskId), ['c', 'b', 'a'])
})

test('a neighbour from another task is refused', async () => {
  const taskId = await createTeamTask(team)
  const item = await createItem(taskId, 'here')
  const elsewhere = await createItem(await createTeamTask(team), 'elsewhere')
  const abroad = await createItem(await createTeamTask(foreign), 'abroad', {}, foreign)
  for (const { id } of [elsewhere, abroad]) {
    for (const field of ['afterItemId', 'beforeItemId']) {
      for (const response of [
        await team.member.call('POST', `/task/${taskId}/checklist`, { title: 'x', [field]: id }),
        await team.member.call('PUT', `/checklist/${item.id}`, { isDone: true, [field]: id }),
      ]) {
        assert.equal(response.statusCode, 422, response.body)
        assert.deepEqual(response.json().error.details.codes, { [field]: ['in_other_task'] })
      }
    }
  }
  assert.deepEqual(await countsOf(taskId), [1, 0])
})

test('the order survives a hundred inserts into the same gap', async () => {
  const taskId = await createTeamTask(team)
  const first = await createItem(taskId, 'first')
  await createItem(taskId, 'last')
  const expected: string[] = []
  for (let turn = 0; turn < 100; turn += 1) {
    await createItem(taskId, String(turn), { afterItemId: first.id })
    expected.unshift(String(turn))
  }
  assert.deepEqual(await titlesOf(taskId), ['first', ...expected, 'last'])
})

test('items created and moved concurrently get distinct positions', async () => {
  const taskId = await createTeamTask(team)
  const first = await createItem(taskId, 'first')
  const created = await Promise.all(
    Array.from({ length: 20 }, (_, turn) =>
      createItem(taskId, `item ${turn}`, turn % 2 ? { afterItemId: first.id } : {}),
    ),
  )
  await Promise.all(created.map(({ id }) => updateItem(id, { beforeItemId: first.id })))
  const { items } = (await team.viewer.call('GET', `/task/${taskId}/checklist?limit=1000`)).json()
  assert.equal(new Set(items.map(({ position }: { position: number }) => position)).size, 21)
  assert.equal(items.at(-1).id, first.id)
  assert.deepEqual(await countsOf(taskId), [21, 0])
})

test('a task counts its items and how many are done', async () => {
  const taskId = await createTeamTask(team)
  const [a, b] = [await createItem(taskId, 'a'), await createItem(taskId, 'b')]
  assert.deepEqual(await countsOf(taskId), [2, 0])
  await updateItem(a.id, { isDone: true })
  await updateItem(a.id, { isDone: true })
  assert.deepEqual(await countsOf(taskId), [2, 1])
  await Promise.all([updateItem(b.id, { isDone: true }), updateItem(b.id, { isDone: true })])
  assert.deepEqual(await countsOf(taskId), [2, 2])
  await updateItem(b.id, { isDone: false })
  const remove = () => statusOf(team.member, 'DELETE', `/checklist/${a.id}`)
  assert.deepEqual((await Promise.all([remove(), remove()])).sort(), [200, 404])
  assert.deepEqual(await countsOf(taskId), [1, 0])
})

test('a checklist has at most 200 items, even with concurrent requests', async () => {
  const taskId = await createTeamTask(team)
  await services.deps.db
    .insertInto('checklistItems')
    .values(
      Array.from({ length: 198 }, (_, position) => ({
        taskId,
        projectId: team.project.id,
        title: 'x',
        position,
      })),
    )
    .execute()
  const add = () => statusOf(team.member, 'POST', `/task/${taskId}/checklist`, { title: 'one more' })
  const statuses = await Promise.all([add(), add(), add(), add()])
  assert.deepEqual(statuses.sort(), [200, 200, 409, 409])
  assert.deepEqual(await countsOf(taskId), [200, 0])
})

test('viewers can read a checklist, members can edit it, and others can do neither', async () => {
  const taskId = await createTeamTask(team)
  const url = `/task/${taskId}/checklist`
  const { id } = await createItem(taskId, 'x')
  for (const user of [team.viewer, team.stranger, foreign.owner]) {
    assert.equal(await statusOf(user, 'POST', url, { title: 'x' }), 403)
    assert.equal(await statusOf(user, 'PUT', `/checklist/${id}`, { isDone: true }), 403)
    assert.equal(await statusOf(user, 'DELETE', `/checklist/${id}`), 403)
  }
  assert.equal(await statusOf(team.viewer, 'GET', url), 200)
  for (const user of [team.stranger, foreign.owner]) assert.equal(await statusOf(user, 'GET', url), 403)
  for (const user of [team.manager, team.owner]) {
    assert.equal(await statusOf(user, 'POST', url, { title: 'x' }), 200)
    assert.equal(await statusOf(user, 'PUT', `/checklist/${id}`, { title: `By ${user.id}` }), 200)
  }
  assert.equal(await statusOf(team.owner, 'DELETE', `/checklist/${id}`), 200)
  assert.deepEqual(await countsOf(taskId), [2, 0])
})

test('missing items return 404, and items of a deleted task 410', async () => {
  const { member } = team
  assert.equal(await statusOf(member, 'GET', '/task/999999999/checklist'), 404)
  assert.equal(await statusOf(member, 'POST', '/task/999999999/checklist', { title: 'x' }), 404)
  assert.equal(await statusOf(member, 'PUT', '/checklist/999999999', { title: 'x' }), 404)
  assert.equal(await statusOf(member, 'DELETE', '/checklist/999999999'), 404)
  const taskId = await createTeamTask(team)
  const { id } = await createItem(taskId, 'x')
  await member.call('DELETE', `/task/${taskId}`)
  assert.equal(await statusOf(member, 'GET', `/task/${taskId}/checklist`), 410)
  assert.equal(await statusOf(member, 'POST', `/task/${taskId}/checklist`, { title: 'x' }), 410)
  assert.equal(await statusOf(member, 'PUT', `/checklist/${id}`, { title: 'x' }), 410)
  assert.equal(await statusOf(member, 'DELETE', `/checklist/${id}`), 410)
})

for (const [name, payload, field] of [
  ['a blank title', { title: ' ' }, 'title'],
  ['a title too long', { title: 'x'.repeat(501) }, 'title'],
  ['a title that is null', { title: null }, 'title'],
  ['a position', { title: 'x', position: 1 }, 'position'],
  ['a neighbour that is text', { title: 'x', afterItemId: '1' }, 'afterItemId'],
] as [string, object, string][]) {
  test(`${name} is refused when creating and updating an item`, async () => {
    const taskId = await createTeamTask(team)
    const { id } = await createItem(taskId, 'x')
    for (const response of [
      await team.member.call('POST', `/task/${taskId}/checklist`, payload),
      await team.member.call('PUT', `/checklist/${id}`, payload),
    ]) {
      assert.equal(response.statusCode, 422, response.body)
      assert.ok(response.json().error.details.errors[field])
    }
  })
}

test('an item requires a title, and isDone cannot be null', async () => {
  const taskId = await createTeamTask(team)
  const untitled = await team.member.call('POST', `/task/${taskId}/checklist`, {})
  assert.ok(untitled.json().error.details.errors.title)
  const { id } = await createItem(taskId, 'x')
  const unclear = await team.member.call('PUT', `/checklist/${id}`, { isDone: null })
  assert.ok(unclear.json().error.details.errors.isDone)
})

test('changes to an item are logged with before and after, and no-op updates are not', async () => {
  const taskId = await createTeamTask(team)
  const item = await createItem(taskId, 'Old')
  const changed = await updateItem(item.id, { title: 'New', isDone: true })
  assert.ok(changed.updatedAt >= item.updatedAt)
  assert.deepEqual(await updateItem(item.id, { title: 'New', isDone: true }), changed)
  assert.deepEqual(await updateItem(item.id, {}), changed)
  const deleted = await team.manager.call('DELETE', `/checklist/${item.id}`)
  assert.deepEqual(deleted.json(), { message: 'Checklist item deleted' })
  const place = { projectId: team.project.id, boardId: team.boardId, taskId }
  const before = { itemId: item.id, title: 'Old', isDone: false, position: item.position }
  const after = { ...before, title: 'New', isDone: true }
  assert.deepEqual(await listActivity(services, { taskId }, 'checklist'), [
    { type: 'checklist.created', ...place, actorId: team.member.id, before: {}, after: before },
    {
      type: 'checklist.updated',
      ...place,
      actorId: team.member.id,
      before,
      after: { ...after, isChecklistDone: true },
    },
    { type: 'checklist.deleted', ...place, actorId: team.manager.id, before: after, after: {} },
  ])
})
