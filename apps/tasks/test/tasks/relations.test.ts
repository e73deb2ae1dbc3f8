import assert from 'node:assert/strict'
import { test } from 'node:test'
import { insertMember } from '#projects/project.queries.ts'
import type { TaskSchedule } from '#tasks/schedule/task-schedule.contract.ts'
import type { Task } from '#tasks/task.contract.ts'
import { sharedServices } from '../both-services.ts'
import { notified } from '../notified.ts'
import { listActivity, statusOf } from '../task-parts.ts'
import { createTeam, type User } from '../team.ts'

const services = await sharedServices()
const { db } = services.deps
const team = await createTeam(services)
const { owner, manager, member, viewer, project, boardId, toDo, done } = team
/** A project of the owner and the member, which the others can't see. */
const hidden = await createHidden()

async function createHidden() {
  const { id } = (await owner.call('POST', '/project', { name: 'Hidden' })).json().item as { id: number }
  await insertMember(db, id, member.id, 'member')
  const board = (await owner.call('POST', `/project/${id}/board`, { name: 'Hidden' })).json().item
  const columns = board.columns.map((column: { id: number }) => column.id) as number[]
  return { id, boardId: board.id as number, toDo: columns[0] as number, done: columns.at(-1) as number }
}

async function create(fields: object = {}): Promise<Task> {
  const response = await member.call('POST', '/task', { title: 'Task', columnId: toDo, ...fields })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item
}

const relate = (id: number, type: string, taskId: number, user: User = member) =>
  user.call('POST', `/task/${id}/relation`, { type, taskId })

async function relations(id: number, user: User = member) {
  const response = await user.call('GET', `/task/${id}/relation`)
  assert.equal(response.statusCode, 200, response.body)
  const groups = Object.entries(response.json().item as Record<string, { task: Task | null }[]>)
  return Object.fromEntries(
    groups.filter(([, list]) => list.length > 0).map(([type, list]) => [type, list.map(one => one.task?.id)]),
  )
}

const move = (id: number, columnId: number, user: User = member) =>
  user.call('POST', `/task/${id}/move-to-column`, { columnId })

async function isBlocked(id: number, user: User = member) {
  const task = (await user.call('GET', `/task/${id}`)).json().item as Task
  const { item } = (await user.call('GET', `/board/${task.boardId}/full?perColumn=5000`)).json()
  const cards = item.columns.flatMap((column: { tasks: Task[] }) => column.tasks) as Task[]
  assert.equal(cards.find(card => card.id === id)?.isBlocked, task.isBlocked, 'the card says the same')
  return task.isBlocked
}

test('both tasks show a relation, each in its own direction', async () => {
  const [one, two] = [await create(), await create({ title: 'Other' })]
  const added = await relate(one.id, 'blocks', two.id)
  assert.equal(added.statusCode, 200, added.body)
  const { id, createdAt, ...relation } = added.json().item
  assert.deepEqual(relation, {
    type: 'blocks',
    task: {
      id: two.id,
      projectId: project.id,
      projectKey: relation.task.projectKey,
      boardId,
      number: two.number,
      title: 'Other',
      assigneeId: null,
      dueDate: null,
      completedAt: null,
    },
  })
  assert.ok(id > 0 && createdAt)
  await relate(two.id, 'relatesTo', one.id)
  await relate(one.id, 'duplicatedBy', two.id)
  assert.deepEqual(await relations(one.id), { blocks: [two.id], relatesTo: [two.id], duplicatedBy: [two.id] })
  assert.deepEqual(await relations(two.id, viewer), {
    blockedBy: [one.id],
    relatesTo: [one.id],
    duplicates: [one.id],
  })
  const taken = [
    [one.id, 'blocks', two.id],
    [two.id, 'blockedBy', one.id],
    [one.id, 'relatesTo', two.id],
    [one.id, 'duplicates', two.id],
  ] as const
  for (const [from, type, to] of taken) {
    const again = await relate(from, type, to)
    assert.equal(again.json().error?.details.reason, 'task_relation_pair_taken', `${type} ${again.body}`)
  }
  const types = ['relation.added', 'relation.added', 'relation.added']
  const entries = await listActivity(services, { taskId: two.id }, 'relation')
  assert.deepEqual(
    entries.map(({ type }) => type),
    types,
  )
  assert.deepEqual(entries[0]?.after, { kind: 'blockedBy', number: one.number, relationId: id })
  assert.equal(await statusOf(member, 'DELETE', `/task/${two.id}/relation/${id}`), 200)
  assert.equal(await statusOf(member, 'DELETE', `/task/${one.id}/relation/${id}`), 404)
  assert.deepEqual(await relations(one.id), { relatesTo: [two.id], duplicatedBy: [two.id] })
  const [removed] = (await listActivity(services, { taskId: one.id }, 'relation')).slice(-1)
  assert.deepEqual(removed?.before, { kind: 'blocks', number: two.number, relationId: id })
})

test('a relation needs the right to edit both tasks, whatever its type', async () => {
  const own = (await viewer.call('POST', '/task', { title: 'My own' })).json().item as Task
  const read = await create()
  for (const type of ['blocks', 'blockedBy', 'relatesTo', 'duplicates', 'duplicatedBy']) {
    const refused = await relate(own.id, type, read.id, viewer)
    assert.equal(refused.statusCode, 403, refused.body)
    assert.equal(refused.json().error.details.reason, 'role_too_low')
  }
  assert.deepEqual(await relations(read.id), {})
  assert.equal(await isBlocked(read.id), false)
})

test('tasks never block each other, directly or through others, in any order', async () => {
  const [a, b, c, d] = [await create(), await create(), await create(), await create()]
  await relate(a.id, 'blocks', b.id)
  await relate(c.id, 'blockedBy', b.id)
  for (const [from, to] of [
    [b, a],
    [c, a],
  ] as const) {
    const refused = await relate(from.id, 'blocks', to.id)
    assert.ok(
      ['tasks_block_each_other', 'task_relation_pair_taken'].includes(refused.json().error.details.reason),
      refused.body,
    )
  }
  assert.equal((await relate(a.id, 'blocks', a.id)).json().error.details.codes.taskId[0], 'same_task')
  await member.call('DELETE', `/task/${b.id}`)
  const throughTrash = await relate(c.id, 'blocks', a.id)
  assert.equal(throughTrash.json().error.details.reason, 'tasks_block_each_other', 'b can be restored')
  const attempts = await Promise.all([relate(c.id, 'blocks', d.id), relate(d.id, 'blocks', c.id)])
  assert.deepEqual(attempts.map(({ statusCode }) => statusCode).sort(), [200, 409])
})

test('a task is blocked while a blocker is open, and its assignee hears when the last one is completed', async () => {
  const task = await create({ assigneeId: member.id })
  const [one, two] = [await create(), await create()]
  assert.equal(await isBlocked(task.id), false)
  await relate(one.id, 'blocks', task.id)
  await relate(two.id, 'blocks', task.id)
  assert.equal(await isBlocked(task.id), true)
  await move(one.id, done, manager)
  assert.equal(await isBlocked(task.id), true)
  await member.call('DELETE', `/task/${two.id}`)
  assert.equal(await isBlocked(task.id), false)
  await member.call('POST', `/task/${two.id}/restore`)
  assert.equal(await isBlocked(task.id), true)
  const count = async () =>
    (await notified(services, { member }, { taskId: task.id })).filter(
      entry => entry === 'member task.unblocked',
    ).length
  assert.equal(await count(), 0)
  // Both last blockers at once: exactly one of the two transactions unblocks the task.
  await move(one.id, toDo, manager)
  await Promise.all([move(one.id, done, manager), move(two.id, done, manager)])
  assert.equal(await isBlocked(task.id), false)
  assert.equal(await count(), 1)
  const events = await listActivity(services, { taskId: task.id }, 'task')
  assert.equal(events.filter(({ type }) => type === 'task.unblocked').length, 1)
  assert.equal((await move(task.id, done)).statusCode, 200)
  await owner.call('DELETE', `/task/${one.id}/hard`)
  assert.deepEqual(await relations(task.id), { blockedBy: [two.id] })
})

test('a blocked task can be completed', async () => {
  const [task, blocker] = [await create(), await create()]
  await relate(task.id, 'blockedBy', blocker.id)
  const { item } = (await move(task.id, done)).json()
  assert.ok(item.completedAt && item.isBlocked)
})

test('nothing of a task in another project is shown to those who cannot see it', async () => {
  const secret = await create({ title: 'Secret plan', columnId: hidden.toDo })
  const task = await create()
  assert.equal((await relate(secret.id, 'blocks', task.id)).statusCode, 200)
  assert.deepEqual(await relations(task.id), { blockedBy: [secret.id] })
  assert.deepEqual(await relations(task.id, viewer), { blockedBy: [undefined] })
  const seen = await viewer.call('GET', `/task/${task.id}/relation`)
  const [{ id, ...rest }] = seen.json().item.blockedBy
  assert.deepEqual(Object.keys(rest).sort(), ['createdAt', 'task', 'type'])
  assert.equal(await isBlocked(task.id, viewer), true)
  await member.call('POST', `/task/${task.id}/assign`, { assigneeId: manager.id })
  await move(secret.id, hidden.done)
  assert.equal(await isBlocked(task.id, viewer), false)
  assert.deepEqual(await notified(services, { manager }, { taskId: task.id }), [
    'manager task.assigned',
    'manager task.unblocked',
  ])
  const { items } = (await viewer.call('GET', `/task/${task.id}/activity`)).json()
  assert.ok(!JSON.stringify(items).includes('Secret') && !JSON.stringify(items).includes('"number":1}'))
  assert.deepEqual(
    items.find(({ type }: { type: string }) => type === 'relation.added').after,
    { kind: 'blockedBy', relationId: id },
    'no number of the other project',
  )
  for (const [user, from, to] of [
    [manager, task.id, secret.id],
    [manager, secret.id, task.id],
    [viewer, task.id, secret.id],
    [member, task.id, 999_999],
  ] as const) {
    const refused = await relate(from, 'relatesTo', to, user)
    assert.ok([403, 422].includes(refused.statusCode), refused.body)
    assert.ok(!refused.body.includes('Secret'))
  }
  assert.equal(await statusOf(manager, 'DELETE', `/task/${task.id}/relation/${id}`), 200)
  const there = await listActivity(services, { taskId: secret.id }, 'relation')
  assert.deepEqual(
    there.map(({ type, actorId }) => [type, actorId]),
    [
      ['relation.added', member.id],
      ['relation.removed', null],
    ],
  )
})

test('a board is read again when a blocker in another project changes', async () => {
  const [task, blocker] = [await create(), await create({ columnId: hidden.toDo })]
  const tag = async () => (await viewer.call('GET', `/board/${boardId}/full`)).headers.etag
  const tags = [await tag()]
  await relate(task.id, 'blockedBy', blocker.id)
  tags.push(await tag())
  await move(blocker.id, hidden.done)
  tags.push(await tag())
  assert.equal(new Set(tags).size, 3)
  assert.equal(await tag(), tags[2])
})

test('tasks are filtered by their parent and by whether they are blocked', async () => {
  const [parent, blocker] = [await create(), await create()]
  const child = await create({ parentId: parent.id })
  await relate(child.id, 'blockedBy', blocker.id)
  const ids = [parent, blocker, child].map(({ id }) => id)
  const find = async (filter: string, user: User = viewer) => {
    const query = new URLSearchParams({ ids: ids.join(), filter, orderBy: 'id' })
    const response = await user.call('GET', `/task?${query}`)
    assert.equal(response.statusCode, 200, response.body)
    return (response.json().items as Task[]).map(({ id }) => id)
  }
  assert.deepEqual(await find(`parent = ${parent.id}`), [child.id])
  assert.deepEqual(await find(`parent = ${parent.id},none`), ids)
  assert.deepEqual(await find('parent != none'), [child.id])
  assert.deepEqual(await find(`parent = ${parent.id}`, team.stranger), [])
  assert.deepEqual(await find('blocked'), [child.id])
  assert.deepEqual(await find('not blocked and parent = none'), [parent.id, blocker.id])
  await move(blocker.id, done)
  assert.deepEqual(await find('blocked'), [])
  const unknown = await viewer.call('GET', `/task?filter=${encodeURIComponent('parent = "A task"')}`)
  assert.equal(unknown.statusCode, 422)
})

test('a schedule names who blocks whom among the tasks that the reader sees', async () => {
  const dated = (dueDate: string, fields: object = {}) => create({ dueDate, ...fields })
  const first = await dated('2031-05-01')
  const second = await dated('2031-05-10', { startDate: '2031-05-03' })
  const part = await dated('2031-05-12', { parentId: second.id })
  await dated('2031-05-12', { parentId: second.id, columnId: done })
  const later = await dated('2031-09-01')
  const undated = await create()
  const deleted = await dated('2031-05-02')
  const secret = await dated('2031-05-04', { columnId: hidden.toDo, title: 'Secret' })
  for (const [blocker, blocked] of [
    [first, second],
    [second, part],
    [later, first],
    [undated, first],
    [deleted, second],
    [secret, second],
    [second, later],
  ] as const)
    assert.equal((await relate(blocker.id, 'blocks', blocked.id)).statusCode, later === blocked ? 409 : 200)
  await relate(first.id, 'relatesTo', part.id)
  await member.call('DELETE', `/task/${deleted.id}`)

  const scheduled = async (user: User, query = '') => {
    const days = 'from=2031-05-01&to=2031-05-31&dependencies=true'
    const response = await user.call('GET', `/task/schedule?${days}${query}`)
    assert.equal(response.statusCode, 200, response.body)
    return { ...(response.json().item as TaskSchedule), body: response.body }
  }
  const pairs = ({ dependencies = [] }: TaskSchedule) =>
    dependencies.map(({ blockerId, blockedId }) => [blockerId, blockedId])
  const inProject = [
    [first.id, second.id],
    [second.id, part.id],
  ]
  // In the project and the days that were asked for.
  assert.deepEqual(pairs(await scheduled(member, `&projectId=${project.id}`)), inProject)
  assert.deepEqual(pairs(await scheduled(member)), [...inProject, [secret.id, second.id]])
  // Who can't see the other project learns only that something blocks the task.
  const seen = await scheduled(viewer)
  assert.deepEqual(pairs(seen), inProject)
  assert.doesNotMatch(seen.body, new RegExp(`Secret|"(id|blockerId)":${secret.id}\\b`))
  const shown = seen.tasks.find(({ id }) => id === second.id)
  assert.deepEqual([shown?.isBlocked, shown?.subtaskDone, shown?.subtaskTotal], [true, 1, 2])
  assert.deepEqual(pairs(await scheduled(team.stranger)), [])
  // Only where they are asked for.
  assert.ok(!('dependencies' in (await member.call('GET', '/task/schedule')).json().item))
})
