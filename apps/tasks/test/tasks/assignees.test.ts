import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BulkChange } from '#tasks/bulk/bulk.contract.ts'
import type { Task } from '#tasks/task.contract.ts'
import { sharedServices } from '../both-services.ts'
import { createTeam, createUser, type User } from '../team.ts'

const services = await sharedServices()
const { db } = services.deps
const { owner, member, manager, viewer, stranger, project, boardId, toDo } = await createTeam(services)
const [ada, max, zoe] = [owner, manager, member]

async function create(assigneeIds: number[], body: object = {}): Promise<Task> {
  const response = await ada.call('POST', '/task', { title: 'Paint', columnId: toDo, assigneeIds, ...body })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item
}

async function createProject(name: string): Promise<number> {
  const { id } = (await ada.call('POST', '/project', { name })).json().item
  const boardId = (await ada.call('POST', `/project/${id}/board`, { name: 'Work' })).json().item.id
  await ada.call('POST', `/board/${boardId}/column`, { title: 'To do' })
  return id
}

async function change(user: User, id: number, body: object, status = 200) {
  const response = await user.call('PUT', `/task/${id}`, body)
  assert.equal(response.statusCode, status, response.body)
  return response.json()
}

async function peopleOf(id: number) {
  const { assigneeId, assigneeIds } = (await ada.call('GET', `/task/${id}`)).json().item as Task
  assert.equal(assigneeId, assigneeIds[0] ?? null)
  return assigneeIds
}

async function bulk(ids: number[], change: BulkChange) {
  const response = await ada.call('POST', '/task/bulk', { ids, change })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item
}

async function notified(user: User, taskId: number) {
  const { items } = (await user.call('GET', '/notification?limit=100')).json()
  const own = items.filter((one: { context: { taskId: number } }) => one.context.taskId === taskId)
  return own.map(({ context }: { context: { type: string } }) => context.type).toSorted()
}

test('a task keeps the people it is created with, the responsible person first', async () => {
  const { id, assigneeId, assigneeIds } = await create([max.id, zoe.id])
  assert.deepEqual([assigneeId, assigneeIds], [max.id, [max.id, zoe.id]])
  assert.deepEqual(await peopleOf(id), [max.id, zoe.id])
  const listed = (await ada.call('GET', `/task?ids=${id}`)).json().items[0]
  assert.deepEqual(listed.assigneeIds, [max.id, zoe.id])
  const alone = await create([], { assigneeIds: undefined, assigneeId: zoe.id })
  assert.deepEqual(alone.assigneeIds, [zoe.id])
  const nobody = await create([])
  assert.deepEqual([nobody.assigneeId, nobody.assigneeIds], [null, []])
})

test('assign and assigneeId change the responsible person and keep the others; null unassigns everyone', async () => {
  const { id } = await create([max.id, zoe.id])
  const assigned = (await ada.call('POST', `/task/${id}/assign`, { assigneeId: ada.id })).json().item
  assert.deepEqual([assigned.assigneeId, assigned.assigneeIds], [ada.id, [ada.id, zoe.id]])
  await change(ada, id, { assigneeId: zoe.id })
  assert.deepEqual(await peopleOf(id), [zoe.id])
  await change(ada, id, { assigneeIds: [zoe.id, ada.id, max.id] })
  const moved = await ada.call('POST', `/task/${id}/move-to-column`, { columnId: toDo, assigneeId: max.id })
  assert.deepEqual(moved.json().item.assigneeIds, [max.id, ada.id])
  await ada.call('POST', `/task/${id}/assign`, { assigneeId: null })
  assert.deepEqual(await peopleOf(id), [])
})

test('refuses contradictions, repetitions, too many people and people who cannot be assigned', async () => {
  const { id } = await create([max.id, zoe.id])
  const refusals: [object, string, string][] = [
    [{ assigneeIds: [max.id, zoe.id], assigneeId: zoe.id }, 'assigneeId', 'assignee_not_first'],
    [{ assigneeIds: [], assigneeId: zoe.id }, 'assigneeId', 'assignee_not_first'],
    [{ assigneeIds: [zoe.id], assigneeId: null }, 'assigneeId', 'assignee_not_first'],
    [{ assigneeIds: [max.id, stranger.id] }, 'assigneeIds', 'assignee_not_a_member'],
    [{ assigneeIds: [max.id, viewer.id] }, 'assigneeIds', 'assignee_is_viewer'],
    [{ assigneeIds: [max.id, 999_999_999] }, 'assigneeIds', 'assignee_not_a_member'],
  ]
  for (const [body, field, code] of refusals)
    for (const [method, url, more] of [
      ['PUT', `/task/${id}`, {}],
      ['POST', '/task', { title: 'Refused', columnId: toDo }],
      ['POST', `/task/${id}/move-to-column`, { columnId: toDo }],
    ] as const) {
      const response = await ada.call(method, url, { ...more, ...body })
      assert.equal(response.statusCode, 422, response.body)
      assert.equal(response.json().error.details.codes[field]?.[0], code, response.body)
    }
  await change(ada, id, { assigneeIds: [max.id, max.id] }, 422)
  await change(ada, id, { assigneeIds: Array.from({ length: 21 }, (_, index) => index + 1) }, 422)
  await change(ada, id, { assigneeIds: [max.id], assigneeId: max.id })
  assert.deepEqual(await peopleOf(id), [max.id])
})

test('a version finds conflicts in people, but merges a new responsible person with new others', async () => {
  const { id, version } = await create([max.id])
  await change(max, id, { assigneeIds: [max.id, zoe.id] })
  const { error } = await change(ada, id, { assigneeIds: [max.id, ada.id], version }, 409)
  assert.deepEqual(error.details.fields, ['assigneeIds'])
  assert.equal(error.details.changedBy.id, max.id)
  await change(ada, id, { assigneeId: ada.id, version })
  assert.deepEqual(await peopleOf(id), [ada.id, zoe.id])
  const stale = await change(zoe, id, { assigneeId: zoe.id, version }, 409)
  assert.deepEqual(stale.error.details.fields, ['assigneeId'])
})

test('history, streams of events and notifications name everyone who is added or removed', async () => {
  const { id } = await create([max.id])
  await change(ada, id, { assigneeIds: [zoe.id, max.id] })
  await change(ada, id, { assigneeIds: [zoe.id] })
  const { items } = (await ada.call('GET', `/task/${id}/activity`)).json()
  assert.deepEqual(
    items.map(({ type, before, after }: { type: string; before: object; after: object }) => [
      type,
      (before as Task).assigneeIds,
      (after as Task).assigneeIds,
    ]),
    [
      ['task.assigned', [zoe.id, max.id], [zoe.id]],
      ['task.assigned', [max.id], [zoe.id, max.id]],
      ['task.created', undefined, [max.id]],
    ],
  )
  assert.deepEqual(await notified(max, id), ['task.assigned', 'task.unassigned'])
  assert.deepEqual(await notified(zoe, id), ['task.assigned'])
  await change(ada, id, { assigneeIds: [zoe.id, max.id], dueDate: '2026-05-01' })
  assert.ok((await notified(max, id)).includes('task.due_changed'))
  assert.ok((await notified(zoe, id)).includes('task.due_changed'))
})

test('filters find a task by any of its people, and by the responsible person; groups count it once', async () => {
  const projectId = await createProject('Filters')
  await db.insertInto('projectMembers').values({ projectId, userId: max.id, role: 'member' }).execute()
  const both = await create([max.id, ada.id], { columnId: undefined, projectId })
  const own = await create([ada.id], { columnId: undefined, projectId })
  const none = await create([], { columnId: undefined, projectId })
  const find = async (query: string) => {
    const response = await ada.call('GET', `/task?projectId=${projectId}&${query}`)
    return response.json().items.map((task: Task) => task.id)
  }
  const filtered = (text: string) => find(`filter=${encodeURIComponent(text)}`)
  assert.deepEqual(await find('assigneeId=me'), [both.id, own.id])
  assert.deepEqual(await find(`assigneeId=${max.id},none`), [both.id, none.id])
  assert.deepEqual(await filtered('assignee = me'), [both.id, own.id])
  assert.deepEqual(await filtered('assignee != me'), [none.id])
  assert.deepEqual(await filtered('assignee = none'), [none.id])
  assert.deepEqual(await filtered('responsible = me'), [own.id])
  assert.deepEqual(await filtered(`responsible = ${max.id},none`), [both.id, none.id])
  const summary = (await ada.call('GET', `/task/summary?projectId=${projectId}&groupBy=assignee`)).json().item
  assert.equal(summary.count, 3)
  for (const { count, filter } of summary.groups as { count: number; filter: string }[]) {
    assert.equal(count, 1)
    assert.equal((await filtered(filter)).length, 1, filter)
  }
  const csv = await ada.call('GET', `/task/csv?projectId=${projectId}&columns=title,assignee`)
  const names = await db.selectFrom('users').where('id', 'in', [ada.id, max.id]).selectAll().execute()
  const nameOf = (id: number) => {
    const user = names.find(one => one.id === id)
    return [user?.name, user?.surname].filter(Boolean).join(' ')
  }
  assert.ok(csv.body.includes(`${nameOf(max.id)}; ${nameOf(ada.id)}`), csv.body)
})

test('boards, the calendar and plans show everyone, also after a change', async () => {
  const { id } = await create([max.id], { dueDate: '2026-07-07' })
  const read = async () => {
    const board = (await ada.call('GET', `/board/${boardId}/full`)).json().item
    const card = board.columns.flatMap((column: { tasks: Task[] }) => column.tasks).find(isIt)
    const { tasks } = (await ada.call('GET', '/task/schedule?from=2026-07-07&to=2026-07-07')).json().item
    const { items } = (await ada.call('GET', `/task?columnId=${toDo}&limit=100&orderBy=-id`)).json()
    return [card, tasks.find(isIt), items.find(isIt)].map((task: Task) => task.assigneeIds)
  }
  const isIt = (task: Task) => task.id === id
  assert.deepEqual(await read(), [[max.id], [max.id], [max.id]])
  const both = [max.id, zoe.id]
  await change(ada, id, { assigneeIds: both })
  assert.deepEqual(await read(), [both, both, both])
  await zoe.call('PUT', `/task/${id}/plan`, { day: '2026-07-07' })
  const planned = (await zoe.call('GET', '/plan')).json().item.tasks.find(isIt)
  assert.deepEqual(planned.assigneeIds, both)
})

test('bulk changes set, add and remove people, and undo brings back everyone in order', async () => {
  const [one, other, none] = [await create([max.id, zoe.id]), await create([zoe.id]), await create([])]
  const ids = [one.id, other.id, none.id]
  const all = () => Promise.all(ids.map(peopleOf))
  const before = await all()

  const added = await bulk(ids, { addAssigneeIds: [ada.id, zoe.id] })
  const afterAdding = [
    [max.id, zoe.id, ada.id],
    [zoe.id, ada.id],
    [ada.id, zoe.id],
  ]
  assert.deepEqual(await all(), afterAdding)
  const removed = await bulk(ids, { removeAssigneeIds: [max.id, ada.id] })
  assert.deepEqual(await all(), [[zoe.id], [zoe.id], [zoe.id]])
  await ada.call('POST', `/task/bulk/${removed.id}/undo`)
  assert.deepEqual(await all(), afterAdding)

  await change(ada, other.id, { assigneeId: max.id })
  const undone = (await ada.call('POST', `/task/bulk/${added.id}/undo`)).json().item
  assert.deepEqual(undone.changedIds, [])
  assert.equal(undone.refusals.length, 3, 'undone by another bulk change since')
  await bulk(ids, { assigneeIds: [zoe.id, max.id] })
  const assigned = await bulk(ids, { assigneeId: ada.id })
  assert.deepEqual(await all(), Array(3).fill([ada.id, max.id]))
  await ada.call('POST', `/task/bulk/${assigned.id}/undo`)
  assert.deepEqual(await all(), Array(3).fill([zoe.id, max.id]))
  assert.equal(before.length, 3)

  for (const contradiction of [
    { assigneeIds: [zoe.id], assigneeId: max.id },
    { assigneeIds: [zoe.id], addAssigneeIds: [max.id] },
    { assigneeId: zoe.id, removeAssigneeIds: [max.id] },
    { addAssigneeIds: [max.id], removeAssigneeIds: [max.id] },
  ]) {
    const response = await ada.call('POST', '/task/bulk', { ids, change: contradiction })
    assert.equal(response.statusCode, 422, response.body)
  }
  const { refusals } = await bulk(ids, { addAssigneeIds: [viewer.id] })
  assert.deepEqual(
    refusals.map(({ code, field }: { code: string; field: string }) => [code, field]),
    Array(3).fill(['assignee_is_viewer', 'addAssigneeIds']),
  )
})

test('a task takes at most 20 people, even if several users add them', async () => {
  const projectId = await createProject('Crowd')
  const crowd = await db
    .insertInto('users')
    .values(
      Array.from({ length: 20 }, (_, index) => ({
        passportId: 5_000_000 + index,
        name: `P${index}`,
        email: `p${index}@example.org`,
        surname: '',
      })),
    )
    .returning('id')
    .execute()
  const members = crowd.map(({ id: userId }) => ({ projectId, userId, role: 'member' }))
  await db.insertInto('projectMembers').values(members).execute()
  const { id } = await create(
    crowd.map(user => user.id),
    { columnId: undefined, projectId },
  )
  const { refusals } = await bulk([id], { addAssigneeIds: [ada.id] })
  assert.equal(refusals[0].code, 'too_many_assignees')
  assert.equal((await peopleOf(id)).length, 20)
})

test('copies, templates and the trash keep everyone who can still be assigned', async () => {
  const { id } = await create([max.id, zoe.id])
  const copy = (await ada.call('POST', `/task/${id}/duplicate`, {})).json().item
  assert.deepEqual(copy.assigneeIds, [max.id, zoe.id])
  const alone = (await ada.call('POST', `/task/${id}/duplicate`, { assignee: false })).json().item
  assert.deepEqual(alone.assigneeIds, [])
  await ada.call('DELETE', `/task/${id}`)
  await ada.call('POST', `/task/${id}/restore`)
  assert.deepEqual(await peopleOf(id), [max.id, zoe.id])
  const saved = await ada.call('POST', `/task/${id}/template`, { name: 'Two people' })
  assert.equal(saved.statusCode, 200, saved.body)
  const used = await ada.call('POST', '/task/from-template', {
    templateId: saved.json().item.id,
    columnId: toDo,
  })
  assert.equal(used.statusCode, 200, used.body)
  assert.deepEqual(await peopleOf(used.json().item.id), [max.id, zoe.id])
})

test('people who are not members of another project drop out when a task moves there', async () => {
  const projectId = await createProject('Elsewhere')
  await db.insertInto('projectMembers').values({ projectId, userId: zoe.id, role: 'member' }).execute()
  const { id } = await create([max.id, zoe.id])
  const moved = (await ada.call('POST', `/task/${id}/move-to-project`, { projectId })).json()
  assert.deepEqual(moved.item.assigneeIds, [zoe.id])
  assert.equal(moved.leftBehind.assigneeId, max.id)
  assert.deepEqual(moved.leftBehind.assigneeIds, [max.id])
})

test('who leaves the project leaves its open tasks, and the next person becomes responsible', async () => {
  const guest = await createUser(services)
  await db
    .insertInto('projectMembers')
    .values({ projectId: project.id, userId: guest.id, role: 'member' })
    .execute()
  const first = await create([guest.id, zoe.id, max.id])
  const last = await create([max.id, guest.id])
  const only = await create([guest.id])
  const left = await ada.call('DELETE', `/project/${project.id}/member/${guest.id}`)
  assert.equal(left.statusCode, 200, left.body)
  assert.deepEqual(await peopleOf(first.id), [zoe.id, max.id])
  assert.deepEqual(await peopleOf(last.id), [max.id])
  assert.deepEqual(await peopleOf(only.id), [])
  const [event] = (await ada.call('GET', `/task/${first.id}/activity`)).json().items
  assert.deepEqual(event.before.assigneeIds, [guest.id, zoe.id, max.id])
  assert.deepEqual(event.after, { assigneeId: zoe.id, assigneeIds: [zoe.id, max.id] })
})

test('what the previous release writes leaves nobody on a task twice, and no others without a responsible person', async () => {
  const { id } = await create([max.id, zoe.id, ada.id])
  const write = (assigneeId: number | null) =>
    db.updateTable('tasks').set({ assigneeId }).where('id', '=', id).execute()
  await write(zoe.id)
  assert.deepEqual(await peopleOf(id), [zoe.id, ada.id])
  await write(null)
  assert.deepEqual(await peopleOf(id), [])
})
