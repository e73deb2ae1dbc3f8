import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedServices } from '../both-services.ts'
import { createTeam, createUser } from '../team.ts'

const services = await sharedServices()
const { owner, manager, member, viewer, stranger, project, boardId, toDo, inProgress, done } =
  await createTeam(services)
const { db } = services.deps

async function createTask(fields: object = {}, by = member) {
  const response = await by.call('POST', '/task', { title: 'Write the words', columnId: toDo, ...fields })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item
}

async function getTask(id: number) {
  return (await member.call('GET', `/task/${id}`)).json().item
}

test('a task has every documented field', async () => {
  const task = await createTask({
    description: '# Why\n\nBecause.',
    assigneeId: manager.id,
    startDate: '2026-02-27',
    dueDate: '2026-03-01',
    estimateSeconds: 5400,
  })
  const { position, number, createdAt, ...rest } = task
  assert.equal(typeof position, 'number')
  assert.equal(number, 1)
  assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.deepEqual(rest, {
    id: task.id,
    projectId: project.id,
    boardId,
    columnId: toDo,
    title: 'Write the words',
    description: '# Why\n\nBecause.',
    priorityId: 2,
    assigneeId: manager.id,
    assigneeIds: [manager.id],
    cycleId: null,
    creatorId: member.id,
    startDate: '2026-02-27',
    dueDate: '2026-03-01',
    estimateSeconds: 5400,
    version: 1,
    stickers: [],
    commentCount: 0,
    voteCount: 0,
    attachmentCount: 0,
    coverId: null,
    checklistTotal: 0,
    checklistDone: 0,
    trackedSeconds: 0,
    linkCount: 0,
    pullRequestState: null,
    recurrenceId: null,
    fields: {},
    parentId: null,
    subtaskTotal: 0,
    subtaskDone: 0,
    isBlocked: false,
    completedAt: null,
    archivedAt: null,
    updatedAt: createdAt,
    deletedAt: null,
  })
  assert.deepEqual(await getTask(task.id), task)
})

test('a task needs only a title: it goes to the personal board, or the first column of the given board', async () => {
  const { item } = (await stranger.call('POST', '/task', { title: 'Buy milk' })).json()
  const personal = await db
    .selectFrom('projects')
    .where('ownerId', '=', stranger.id)
    .where('type', '=', 'personal')
    .select('id')
    .executeTakeFirstOrThrow()
  assert.equal(item.projectId, personal.id)
  const onBoard = (await member.call('POST', '/task', { title: 'On the board', boardId })).json().item
  assert.equal(onBoard.columnId, toDo)
})

for (const [name, body, field] of [
  ['no title', {}, 'title'],
  ['a blank title', { title: '   ' }, 'title'],
  ['a title of 501 characters', { title: 'x'.repeat(501) }, 'title'],
  ['a description too long', { title: 'x', description: 'x'.repeat(100_001) }, 'description'],
  ['a date that does not exist', { title: 'x', dueDate: '2026-02-30' }, 'dueDate'],
  ['a due time instead of a date', { title: 'x', dueDate: '2026-02-03T10:00:00Z' }, 'dueDate'],
  ['a negative estimate', { title: 'x', estimateSeconds: -1 }, 'estimateSeconds'],
  ['an unknown field', { title: 'x', position: 5 }, 'position'],
  ['an unknown column', { title: 'x', columnId: 999_999 }, 'columnId'],
  ['an unknown board', { title: 'x', boardId: 999_999 }, 'boardId'],
  ['a column of another board', { title: 'x', columnId: toDo, boardId: 1 }, 'columnId'],
  ['an unknown priority', { title: 'x', columnId: toDo, priorityId: 999 }, 'priorityId'],
  ['an unknown project', { title: 'x', projectId: 999_999 }, 'projectId'],
  ['a start after the due date', { title: 'x', startDate: '2026-03-02', dueDate: '2026-03-01' }, 'dueDate'],
  ['a viewer as assignee', { title: 'x', columnId: toDo, assigneeId: viewer.id }, 'assigneeId'],
  ['an assignee who is not a member', { title: 'x', columnId: toDo, assigneeId: stranger.id }, 'assigneeId'],
] as [string, object, string][]) {
  test(`a task with ${name} is refused`, async () => {
    const response = await member.call('POST', '/task', body)
    assert.equal(response.statusCode, 422, response.body)
    assert.ok(response.json().error.details.errors[field], response.body)
  })
}

test('a task with only a project goes to the first column of its first board', async () => {
  const created = await member.call('POST', '/task', { title: 'Somewhere', projectId: project.id })
  assert.equal(created.statusCode, 200, created.body)
  const { projectId, boardId: onBoard, columnId } = created.json().item
  assert.deepEqual([projectId, onBoard, columnId], [project.id, boardId, toDo])
  for (const user of [viewer, stranger]) {
    assert.equal((await user.call('POST', '/task', { title: 'x', projectId: project.id })).statusCode, 403)
  }
  const other = (await member.call('POST', '/project', { name: 'Elsewhere' })).json().item
  assert.equal((await member.call('POST', '/task', { title: 'x', projectId: other.id })).statusCode, 409)
  for (const [field, id] of [
    ['boardId', boardId],
    ['columnId', toDo],
  ] as const) {
    const mixed = await member.call('POST', '/task', { title: 'x', projectId: other.id, [field]: id })
    assert.deepEqual(mixed.json().error.details.codes, { [field]: ['in_other_project'] })
  }
})

test('the start date cannot be after the due date', async () => {
  const { id } = await createTask({ startDate: '2026-03-01', dueDate: '2026-03-10' })
  const put = (body: object) => member.call('PUT', `/task/${id}`, body)
  const codes = async (body: object) => (await put(body)).json().error.details.codes
  assert.deepEqual(await codes({ startDate: '2026-03-11' }), { startDate: ['start_after_due'] })
  assert.deepEqual(await codes({ dueDate: '2026-02-28' }), { dueDate: ['due_before_start'] })
  assert.equal((await put({ startDate: '2026-03-10' })).statusCode, 200)
  assert.equal((await put({ startDate: '2026-04-02', dueDate: '2026-04-02' })).statusCode, 200)
  assert.equal((await put({ startDate: '2027-01-01', dueDate: null })).statusCode, 200)
  const both = await Promise.all([put({ dueDate: '2027-06-01' }), put({ startDate: '2027-12-01' })])
  assert.deepEqual(both.map(({ statusCode }) => statusCode).sort(), [200, 422])
})

test('task numbers have no gaps when 20 tasks are created concurrently', async () => {
  const tasks = await Promise.all(Array.from({ length: 20 }, () => createTask()))
  const numbers = tasks.map(({ number }) => number).sort((a, b) => a - b)
  assert.equal(new Set(numbers).size, 20)
  assert.equal(numbers[19] - numbers[0], 19)
  assert.equal(new Set(tasks.map(({ position }) => position)).size, 20)
})

test('of tasks that are created at the same time each gets its own answer, and none waits for another’s column', async () => {
  const draft = { title: 'Together', columnId: toDo }
  const drafts = [
    draft,
    { ...draft, assigneeId: manager.id },
    { ...draft, priorityId: 99_999 },
    { ...draft, assigneeId: stranger.id },
    { ...draft, assigneeId: viewer.id },
    { ...draft, columnId: done },
    { ...draft, title: 'Unpaired \ud800' },
    draft,
  ]
  const create = (body: object) => member.call('POST', '/task', body)
  const answers = await db.transaction().execute(async tx => {
    await tx.selectFrom('boardColumns').where('id', '=', inProgress).select('id').forUpdate().execute()
    const waiting = create({ ...draft, columnId: inProgress })
    const others = await Promise.all(drafts.map(create))
    return { others, waiting }
  })
  assert.deepEqual(
    answers.others.map(({ statusCode }) => statusCode),
    [200, 200, 422, 422, 422, 200, 400, 200],
  )
  const created = [...answers.others, await answers.waiting].flatMap(answer => answer.json().item ?? [])
  assert.deepEqual(
    created.map(({ columnId, assigneeId, completedAt }) => [columnId, assigneeId, completedAt !== null]),
    [
      [toDo, null, false],
      [toDo, manager.id, false],
      [done, null, true],
      [toDo, null, false],
      [inProgress, null, false],
    ],
  )
  assert.equal(new Set(created.map(({ number }) => number)).size, created.length)
  assert.equal(new Set(created.map(({ position }) => position)).size, created.length)
})

test('updating a task keeps absent fields, null clears a field, and equal values change nothing', async () => {
  const task = await createTask({ description: 'Text', dueDate: '2026-05-01' })
  const put = async (body: object) => (await member.call('PUT', `/task/${task.id}`, body)).json().item
  const renamed = await put({ title: 'New title' })
  assert.deepEqual(
    [renamed.title, renamed.description, renamed.dueDate, renamed.version],
    ['New title', 'Text', '2026-05-01', 2],
  )
  assert.equal((await put({ description: null })).description, null)
  assert.equal((await put({ title: 'New title' })).version, 3)
  assert.equal((await put({})).version, 3)
})

test('conflicting edits of a field return 409 with both values, and edits of different fields are merged', async () => {
  const task = await createTask({ description: 'The first text' })
  const put = (caller: typeof member, body: object) =>
    caller.call('PUT', `/task/${task.id}`, { version: 1, ...body })
  assert.equal((await put(member, { description: 'One text' })).statusCode, 200)
  const second = await put(manager, { description: 'Another text' })
  assert.equal(second.statusCode, 409)
  const { details } = second.json().error
  assert.deepEqual(
    [details.reason, details.fields, details.current.description, details.given],
    ['stale_version', ['description'], 'One text', { description: 'Another text' }],
  )
  const merged = await put(manager, { title: 'A new title' })
  assert.equal(merged.statusCode, 200, merged.body)
  assert.deepEqual(
    [merged.json().item.title, merged.json().item.description, merged.json().item.version],
    ['A new title', 'One text', 3],
  )
  const both = await put(owner, { title: 'Yet another', estimateSeconds: 60 })
  assert.equal(both.statusCode, 409)
  assert.equal((await getTask(task.id)).estimateSeconds, null, 'no field of a refused update is saved')
})

test('of ten concurrent edits of a field one succeeds', async () => {
  const task = await createTask()
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      member.call('PUT', `/task/${task.id}`, { title: `Title ${n}`, version: 1 }),
    ),
  )
  assert.equal(answers.filter(({ statusCode }) => statusCode === 200).length, 1)
  assert.equal(answers.filter(({ statusCode }) => statusCode === 409).length, 9)
})

test('the assignee must be a member, and null unassigns', async () => {
  const task = await createTask()
  const assign = (assigneeId: unknown) => member.call('POST', `/task/${task.id}/assign`, { assigneeId })
  assert.equal((await assign(manager.id)).json().item.assigneeId, manager.id)
  assert.equal((await assign(null)).json().item.assigneeId, null)
  for (const bad of [viewer.id, stranger.id, 999_999, 'me', undefined]) {
    assert.equal((await assign(bad)).statusCode, 422, String(bad))
  }
})

test('a deleted task returns 410, is not listed, and can be restored', async () => {
  const task = await createTask({ title: 'Soon gone' })
  assert.equal(typeof (await member.call('DELETE', `/task/${task.id}`)).json().message, 'string')
  const again = await member.call('DELETE', `/task/${task.id}`)
  assert.equal(again.statusCode, 410, 'as for a deleted board')
  assert.equal(typeof again.json().error.details.deletedAt, 'string')
  const gone = await viewer.call('GET', `/task/${task.id}`)
  assert.equal(gone.statusCode, 410)
  assert.ok(gone.json().error.details.deletedAt)
  assert.equal((await stranger.call('GET', `/task/${task.id}`)).statusCode, 403)
  for (const [method, path, body] of [
    ['PUT', '', { title: 'x' }],
    ['POST', '/comment', { text: 'x' }],
  ] as const) {
    assert.equal((await member.call(method, `/task/${task.id}${path}`, body)).statusCode, 410)
  }
  const total = async (caller: typeof member, deleted: string) =>
    (await caller.call('GET', `/task?ids=${task.id}&deleted=${deleted}`)).json()._meta.total
  assert.deepEqual(
    [await total(manager, 'false'), await total(manager, 'true'), await total(manager, 'all')],
    [0, 1, 1],
  )
  const restored = await member.call('POST', `/task/${task.id}/restore`)
  assert.equal(restored.json().item.columnId, toDo)
  assert.equal((await member.call('POST', `/task/${task.id}/restore`)).statusCode, 409)
  assert.equal((await getTask(task.id)).deletedAt, null)
})

test('only managers can restore tasks deleted by others', async () => {
  const task = await createTask({}, manager)
  await manager.call('DELETE', `/task/${task.id}`)
  assert.equal((await member.call('POST', `/task/${task.id}/restore`)).statusCode, 403)
  assert.equal((await viewer.call('POST', `/task/${task.id}/restore`)).statusCode, 403)
  assert.equal((await owner.call('POST', `/task/${task.id}/restore`)).statusCode, 200)
})

test('only owners and administrators can delete a task permanently', async () => {
  const admin = await createUser(services, 'owner')
  const task = await createTask()
  for (const user of [viewer, member, manager, stranger]) {
    assert.equal((await user.call('DELETE', `/task/${task.id}/hard`)).statusCode, 403)
  }
  assert.equal((await owner.call('DELETE', `/task/${task.id}/hard`)).statusCode, 200)
  assert.equal((await owner.call('GET', `/task/${task.id}`)).statusCode, 404)
  const other = await createTask()
  await owner.call('DELETE', `/task/${other.id}`)
  assert.equal((await admin.call('DELETE', `/task/${other.id}/hard`)).statusCode, 200)
  assert.equal((await admin.call('POST', `/task/${other.id}/restore`)).statusCode, 404)
})

test('moving into a done column completes a task, moving out reopens it', async () => {
  const task = await createTask()
  const move = async (columnId: number) =>
    (await member.call('POST', `/task/${task.id}/move-to-column`, { columnId })).json().item
  const { completedAt } = await move(done)
  assert.ok(completedAt)
  assert.equal((await move(done)).completedAt, completedAt)
  assert.equal((await move(inProgress)).completedAt, null)
  const put = await member.call('PUT', `/task/${task.id}`, { columnId: done })
  assert.ok(put.json().item.completedAt)
})

test('a task above the WIP limit is refused unless forced', async () => {
  await db.updateTable('boardColumns').set({ wipLimit: 1 }).where('id', '=', inProgress).execute()
  const [first, second] = [await createTask(), await createTask()]
  const move = (id: number, force?: boolean) =>
    member.call('POST', `/task/${id}/move-to-column`, { columnId: inProgress, force })
  await db.deleteFrom('tasks').where('columnId', '=', inProgress).execute()
  assert.equal((await move(first.id)).statusCode, 200)
  assert.equal((await move(first.id)).statusCode, 200, 'a task can move within its column')
  const refused = await move(second.id)
  assert.equal(refused.statusCode, 409)
  assert.equal(refused.json().error.details.reason, 'wip_limit_reached')
  const created = { title: 'One too many', columnId: inProgress }
  assert.equal((await member.call('POST', '/task', created)).statusCode, 409)
  assert.equal((await move(second.id, true)).statusCode, 200)
  await db.updateTable('boardColumns').set({ wipLimit: null }).where('id', '=', inProgress).execute()
})

test('every change is logged with before and after', async () => {
  const task = await createTask({ title: 'Followed' })
  await member.call('PUT', `/task/${task.id}`, { title: 'Renamed', columnId: done, assigneeId: owner.id })
  await member.call('DELETE', `/task/${task.id}`)
  const rows = await db
    .selectFrom('activity')
    .where('taskId', '=', task.id)
    .selectAll()
    .orderBy('id')
    .execute()
  assert.deepEqual(
    rows.map(({ type }) => type),
    ['task.created', 'task.moved', 'task.assigned', 'task.updated', 'task.deleted'],
  )
  const [, moved, assigned, updated] = rows as {
    before: Record<string, unknown>
    after: Record<string, unknown>
  }[]
  assert.deepEqual([moved?.before.columnId, moved?.after.columnId], [toDo, done])
  assert.deepEqual(
    [assigned?.before, assigned?.after],
    [
      { assigneeId: null, assigneeIds: [] },
      { assigneeId: owner.id, assigneeIds: [owner.id] },
    ],
  )
  assert.deepEqual([updated?.before, updated?.after], [{ title: 'Followed' }, { title: 'Renamed' }])
})

test('long texts are truncated in the activity without splitting a character', async () => {
  const task = await createTask()
  const description = `${'a'.repeat(1999)}😀${'b'.repeat(100)}`
  const changed = await member.call('PUT', `/task/${task.id}`, { description })
  assert.equal(changed.statusCode, 200, changed.body)
  assert.equal(changed.json().item.description, description)
  const [{ after }] = (await member.call('GET', `/task/${task.id}/activity`)).json().items
  assert.equal(after.description, `${'a'.repeat(1999)}😀…`)
})
