import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { longTest } from '@atrium/testing/long-test'
import { cleanUp } from '#clean-up.ts'
import { insertMember } from '#projects/project.queries.ts'
import type { BulkResult } from '#tasks/bulk/bulk.contract.ts'
import type { Task } from '#tasks/task.contract.ts'
import { sharedServices } from '../both-services.ts'
import { startInstrumentedInstance } from '../instrumented-instance.ts'
import { notified } from '../notified.ts'
import { as } from '../people.ts'
import { listActivity, statusOf } from '../task-parts.ts'
import { createTeam, type User } from '../team.ts'

const services = await sharedServices()
const { db } = services.deps
const team = await createTeam(services)
const { owner, manager, member, viewer, stranger, project, boardId, toDo, inProgress, done } = team
const people = { owner, manager, member, viewer, stranger }

async function createTasks(count: number, fields: object = {}, user = member): Promise<number[]> {
  const ids: number[] = []
  for (let at = 0; at < count; at += 1) {
    const response = await user.call('POST', '/task', { title: `Task ${at}`, columnId: toDo, ...fields })
    assert.equal(response.statusCode, 200, response.body)
    ids.push(response.json().item.id)
  }
  return ids
}

async function change(user: User, ids: number[], change: object, rest: object = {}): Promise<BulkResult> {
  const response = await user.call('POST', '/task/bulk', { ids, change, ...rest })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item
}

async function undo(user: User, { id }: BulkResult): Promise<BulkResult> {
  const response = await user.call('POST', `/task/bulk/${id}/undo`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item
}

async function read(ids: number[]): Promise<Task[]> {
  const { items } = (await owner.call('GET', `/task?limit=1000&deleted=all&ids=${ids.join(',')}`)).json()
  return ids.map(id => items.find((item: Task) => item.id === id))
}

const codesOf = ({ refusals }: BulkResult) => refusals.map(({ taskId, code }) => [taskId, code])

async function createColumn(fields: object) {
  return (await owner.call('POST', `/board/${boardId}/column`, fields)).json().item.id as number
}

async function createProject(user: User) {
  const { id } = (await user.call('POST', '/project', { name: 'Elsewhere' })).json().item
  await user.call('POST', `/project/${id}/board`, { name: 'Board' })
  return id as number
}

async function createSticker(name: string, projectId = project.id) {
  return (await owner.call('POST', '/sticker', { name, projectId })).json().item.id as number
}

test('fields, stickers and custom fields of many tasks change as single changes do, and one undo reverts them', async () => {
  const [kept, added] = [await createSticker('Kept'), await createSticker('Added')]
  const field = { name: 'Stage', type: 'select', options: [{ name: 'Alpha' }] }
  const stage = (await owner.call('POST', `/project/${project.id}/field`, field)).json().item
  const option = stage.options[0].id
  const ids = await createTasks(3, { dueDate: '2026-03-10' })
  await member.call('POST', `/task/${ids[0]}/sticker`, { stickerId: kept })
  const before = await read(ids)
  const result = await change(member, ids, {
    priorityId: 3,
    assigneeId: manager.id,
    startDate: '2026-03-01',
    dueDate: '2026-03-09',
    estimateSeconds: 3600,
    fields: { [stage.id]: option },
    addStickerIds: [added],
    removeStickerIds: [kept],
    columnId: inProgress,
  })
  assert.deepEqual([result.changedIds, result.unchangedIds, result.refusals], [ids, [], []])
  const after = await read(ids)
  for (const [at, task] of after.entries()) {
    const { priorityId, assigneeId, startDate, dueDate, estimateSeconds, columnId, fields, version } = task
    assert.deepEqual(
      { priorityId, assigneeId, startDate, dueDate, estimateSeconds, columnId, fields, version },
      {
        priorityId: 3,
        assigneeId: manager.id,
        startDate: '2026-03-01',
        dueDate: '2026-03-09',
        estimateSeconds: 3600,
        columnId: inProgress,
        fields: { [stage.id]: option },
        version: (before[at]?.version ?? 0) + 1,
      },
    )
    assert.deepEqual(
      task.stickers.map(({ id }) => id),
      [added],
    )
    assert.ok(task.updatedAt > (before[at]?.updatedAt ?? ''))
  }
  const positions = after.map(({ position }) => position)
  assert.deepEqual(
    positions,
    positions.toSorted((one, other) => Number(one) - Number(other)),
  )
  const types = (await listActivity(services, { taskId: ids[0] ?? 0 }, '%')).map(({ type }) => type)
  assert.deepEqual(types, [
    'task.created',
    'sticker.attached',
    'task.moved',
    'task.assigned',
    'task.updated',
    'sticker.detached',
    'sticker.attached',
  ])
  const stale = await member.call('PUT', `/task/${ids[0]}`, { dueDate: '2026-04-01', version: 1 })
  assert.equal(stale.json().error.details.reason, 'stale_version')
  const filtered = await member.call('GET', `/task?limit=100&filter=cf${stage.id}=${option}`)
  assert.equal(filtered.json()._meta.total, 3)

  const again = await change(member, ids, { priorityId: 3 })
  assert.deepEqual([again.id, again.changedIds, again.unchangedIds], [null, [], ids])

  const undone = await undo(member, result)
  assert.deepEqual([undone.changedIds, undone.refusals], [ids, []])
  const shown = (tasks: Task[]) => tasks.map(({ version: _, updatedAt: __, ...task }) => task)
  assert.deepEqual(shown(await read(ids)), shown(before))
})

test('each task is judged by its own project, and nothing is revealed about tasks that the user cannot see', async () => {
  const other = await createProject(stranger)
  await insertMember(db, other, member.id, 'viewer')
  const shown = (await stranger.call('POST', '/task', { title: 'Shown', projectId: other })).json().item
  const hidden = (await stranger.call('POST', '/task', { title: 'Hidden secret' })).json().item
  const archived = await createProject(member)
  const old = (await member.call('POST', '/task', { title: 'Old', projectId: archived })).json().item
  await member.call('DELETE', `/project/${archived}`)
  const [free = 0, deleted = 0] = await createTasks(2)
  await member.call('DELETE', `/task/${deleted}`)
  const ids = [free, shown.id, hidden.id, 987_654_321, deleted, old.id]
  const response = await member.call('POST', '/task/bulk', { ids, change: { assigneeId: member.id } })
  const result = response.json().item as BulkResult
  assert.deepEqual(result.changedIds, [free])
  assert.deepEqual(codesOf(result), [
    [shown.id, 'role_too_low'],
    [hidden.id, 'task_not_found'],
    [987_654_321, 'task_not_found'],
    [old.id, 'project_archived'],
    [deleted, 'task_deleted'],
  ])
  assert.ok(!response.body.includes('secret'))
  const russian = await services.app.inject({
    method: 'POST',
    url: '/task/bulk',
    headers: { authorization: `Bearer ${member.token}`, 'accept-language': 'ru' },
    payload: { ids: [hidden.id], change: { priorityId: 1 } },
  })
  assert.equal(russian.json().item.refusals[0].message, 'Задача не найдена')
})

test('values that do not fit a task are refused for that task alone', async () => {
  const other = await createProject(member)
  const foreign = (await member.call('POST', '/task', { title: 'Mine', projectId: other })).json().item
  const [plain = 0, late = 0] = await createTasks(2)
  await member.call('PUT', `/task/${late}`, { startDate: '2026-05-10', dueDate: '2026-05-20' })
  const both = [plain, foreign.id]
  const cases: [number[], object, [number, string][]][] = [
    [both, { assigneeId: owner.id }, [[foreign.id, 'assignee_not_a_member']]],
    [[plain], { assigneeId: viewer.id }, [[plain, 'assignee_is_viewer']]],
    [both, { columnId: inProgress }, [[foreign.id, 'in_other_project']]],
    [[plain], { columnId: 999_999 }, [[plain, 'does_not_exist']]],
    [[plain], { priorityId: 999 }, [[plain, 'does_not_exist']]],
    [both, { addStickerIds: [await createSticker('Foreign')] }, [[foreign.id, 'in_other_project']]],
    [[plain], { addStickerIds: [999_999] }, [[plain, 'does_not_exist']]],
    [[plain], { fields: { 999999: 'x' } }, [[plain, 'does_not_exist']]],
    [[plain, late], { dueDate: '2026-05-01' }, [[late, 'due_before_start']]],
    [both, { parentId: late }, [[foreign.id, 'in_other_project']]],
    [
      [late, plain],
      { parentId: plain },
      [
        [late, 'parent_is_below'],
        [plain, 'parent_is_below'],
      ],
    ],
  ]
  for (const [ids, edit, refused] of cases) {
    const result = await change(member, ids, edit)
    assert.deepEqual(codesOf(result), refused, JSON.stringify(edit))
    assert.deepEqual(result.changedIds.length, ids.length - refused.length, JSON.stringify(edit))
  }
  const shifted = await change(member, [plain, late], { shiftDays: 30 })
  assert.deepEqual([shifted.changedIds, shifted.unchangedIds], [[plain, late], []])
  const [, moved] = await read([plain, late])
  assert.deepEqual([moved?.startDate, moved?.dueDate], ['2026-06-09', '2026-06-19'])
})

test('a column takes tasks in their order up to its WIP limit, and boards say where completed tasks go', async () => {
  const limited = await createColumn({ title: 'Two at most', wipLimit: 2 })
  const ids = await createTasks(4)
  const [first = 0, second = 0, third = 0, fourth = 0] = ids
  const result = await change(member, [third, first, second, fourth], { columnId: limited })
  assert.deepEqual(result.changedIds, [third, first])
  assert.deepEqual(codesOf(result), [
    [second, 'wip_limit_reached'],
    [fourth, 'wip_limit_reached'],
  ])
  const inColumn = (await member.call('GET', `/task?columnId=${limited}&orderBy=position`)).json().items
  assert.deepEqual(
    inColumn.map(({ id }: Task) => id),
    [third, first],
  )
  assert.deepEqual((await change(member, ids, { columnId: limited }, { force: true })).changedIds, [
    second,
    fourth,
  ])

  const completed = await change(member, ids, { isCompleted: true })
  assert.ok((await read(ids)).every(({ columnId, completedAt }) => columnId === done && completedAt))
  await undo(member, completed)
  assert.ok((await read(ids)).every(({ columnId, completedAt }) => columnId === limited && !completedAt))
  await change(member, ids, { isCompleted: true })
  const moments = (await read(ids)).map(({ completedAt }) => completedAt)
  const reopened = await change(member, ids, { isCompleted: false })
  assert.ok((await read(ids)).every(({ columnId, completedAt }) => columnId === toDo && !completedAt))
  await undo(member, reopened)
  assert.deepEqual(
    (await read(ids)).map(({ completedAt }) => completedAt),
    moments,
  )
})

test('tasks are deleted and restored together, and undo brings them back to their positions', async () => {
  const ids = await createTasks(3)
  const before = (await read(ids)).map(({ position }) => position)
  const deleted = await change(member, ids, { isDeleted: true })
  assert.deepEqual(deleted.changedIds, ids)
  for (const id of ids) assert.equal(await statusOf(member, 'GET', `/task/${id}`), 410)
  assert.deepEqual((await change(member, ids, { isDeleted: true })).unchangedIds, ids)
  await undo(member, deleted)
  assert.deepEqual(
    (await read(ids)).map(({ position }) => position),
    before,
  )

  await change(owner, ids, { isDeleted: true })
  const [made = 0] = await createTasks(1, {}, manager)
  await change(manager, [made], { isDeleted: true })
  const restored = await change(member, [...ids, made], { isDeleted: false })
  assert.deepEqual(restored.changedIds, ids)
  assert.deepEqual(codesOf(restored), [[made, 'restore_requires_manager']])
  assert.deepEqual((await undo(member, restored)).changedIds, ids)
  assert.deepEqual((await change(owner, [...ids, made], { isDeleted: false })).changedIds, [...ids, made])
})

test('undo leaves alone what others have changed since, works once, for the same user, with the rights of now', async () => {
  const ids = await createTasks(4, { dueDate: '2026-07-01' })
  const [one = 0, two = 0, three = 0, four = 0] = ids
  const result = await change(manager, ids, { dueDate: '2026-08-01', priorityId: 4, columnId: inProgress })
  await owner.call('PUT', `/task/${one}`, { dueDate: '2026-08-15' })
  await owner.call('PUT', `/task/${two}`, { title: 'Renamed' })
  await owner.call('POST', `/task/${three}/move-to-column`, { columnId: done })
  await owner.call('DELETE', `/task/${four}`)
  assert.equal(await statusOf(owner, 'POST', `/task/bulk/${result.id}/undo`), 404)
  assert.equal(await statusOf(stranger, 'POST', `/task/bulk/${result.id}/undo`), 404)
  const undone = await undo(manager, result)
  assert.deepEqual(undone.changedIds, [one, two, three])
  assert.deepEqual(
    undone.refusals.map(({ taskId, code, field }) => [taskId, code, field]),
    [
      [one, 'changed_since', 'dueDate'],
      [three, 'changed_since', 'columnId'],
      [four, 'task_deleted', undefined],
    ],
  )
  const [first, second, third] = await read(ids)
  assert.deepEqual([first?.dueDate, first?.priorityId, first?.columnId], ['2026-08-15', 2, toDo])
  assert.deepEqual([second?.dueDate, second?.title, second?.columnId], ['2026-07-01', 'Renamed', toDo])
  assert.deepEqual([third?.dueDate, third?.columnId], ['2026-07-01', done])
  const twice = await manager.call('POST', `/task/bulk/${result.id}/undo`)
  assert.deepEqual([twice.statusCode, twice.json().error.details.reason], [409, 'bulk_change_undone'])

  const [gone = 0] = await createTasks(1)
  const before = await change(manager, [gone], { priorityId: 1 })
  const demote = (role: string) =>
    owner.call('PUT', `/project/${project.id}/member/${manager.id}/role`, { role })
  await demote('viewer')
  assert.deepEqual(codesOf(await undo(manager, before)), [[gone, 'role_too_low']])
  await demote('manager')
  const past = await change(manager, [gone], { priorityId: 3 })
  const yesterday = new Date(Date.now() - 25 * 3_600_000).toISOString()
  await db.updateTable('bulkChanges').set({ createdAt: yesterday }).execute()
  assert.equal(await statusOf(manager, 'POST', `/task/bulk/${past.id}/undo`), 404)
  await cleanUp(services.deps)
  assert.deepEqual(await db.selectFrom('bulkChanges').selectAll().execute(), [])
})

longTest('a user hears once about many tasks and singly about few', async () => {
  const ids = await createTasks(5)
  await db.deleteFrom('notifications').execute()
  await change(member, ids.slice(0, 3), { assigneeId: manager.id })
  assert.equal((await notified(services, people, { projectId: project.id })).length, 3)
  await db.deleteFrom('notifications').execute()
  await change(owner, ids, { assigneeId: member.id })
  assert.deepEqual(await notified(services, people, { projectId: project.id }), [
    'manager task.unassigned',
    'manager task.unassigned',
    'manager task.unassigned',
    'member task.assigned',
  ])
  const [{ subject, context }] = (await member.call('GET', '/notification')).json().items
  assert.match(subject, /assigned you 5 tasks$/)
  assert.deepEqual([context.taskCount, context.taskId, context.projectId], [5, null, project.id])
})

longTest('the number of statements does not depend on the number of tasks', async () => {
  const instance = await startInstrumentedInstance(services)
  const call = as(instance, member.token)
  const ids = await createTasks(40)
  const edit = (dueDate: string, columnId: number) => ({ dueDate, columnId, assigneeId: member.id })
  const count = async (chosen: number[], dueDate: string, columnId: number) => {
    const change = edit(dueDate, columnId)
    const send = () => call('POST', '/task/bulk', { ids: chosen, change })
    const seen = await instance.statementsOf(send)
    return seen.map(({ sql }) => sql)
  }
  await count(ids.slice(0, 5), '2026-09-01', inProgress)
  const few = await count(ids.slice(0, 5), '2026-09-02', toDo)
  const many = await count(ids, '2026-09-03', inProgress)
  assert.equal(many.length, few.length, many.join('\n\n'))
  assert.ok(many.length < 25, many.join('\n\n'))
})

test('requests that contradict themselves are refused, and one with a key is repeated without effect', async () => {
  const [id = 0] = await createTasks(1, { dueDate: '2026-07-01' })
  const invalid: [object, string][] = [
    [{ ids: [], change: { priorityId: 1 } }, 'too_few'],
    [{ ids: [id, id], change: { priorityId: 1 } }, 'repeated'],
    [{ ids: Array.from({ length: 1001 }, (_, at) => at + 1), change: { priorityId: 1 } }, 'too_many'],
    [{ ids: [id], change: {} }, 'nothing_to_change'],
    [{ ids: [id], change: { isDeleted: true, priorityId: 1 } }, 'not_combinable'],
    [{ ids: [id], change: { columnId: toDo, isCompleted: true } }, 'not_combinable'],
    [{ ids: [id], change: { shiftDays: 1, dueDate: null } }, 'not_combinable'],
    [{ ids: [id], change: { addStickerIds: [1], removeStickerIds: [1] } }, 'not_combinable'],
  ]
  for (const [body, code] of invalid) {
    const response = await member.call('POST', '/task/bulk', body)
    assert.equal(response.statusCode, 422, response.body)
    assert.match(response.body, new RegExp(code))
  }
  const send = (key: string) =>
    services.app.inject({
      method: 'POST',
      url: '/task/bulk',
      headers: { authorization: `Bearer ${member.token}`, 'idempotency-key': key },
      payload: { ids: [id], change: { shiftDays: 1 } },
    })
  const key = randomUUID()
  const [first, second] = [await send(key), await send(key)]
  assert.equal(first.statusCode, 200, first.body)
  assert.equal(second.body, first.body)
  assert.equal((await read([id]))[0]?.dueDate, '2026-07-02')
  await undo(member, first.json().item)
  assert.equal((await read([id]))[0]?.dueDate, '2026-07-01')
})
