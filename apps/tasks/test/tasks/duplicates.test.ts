import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitUntil } from '@atrium/testing/wait-until'
import { sql } from 'kysely'
import { startWithFiles } from '../files.ts'
import { notified } from '../notified.ts'
import { listActivity } from '../task-parts.ts'
import { createTeam } from '../team.ts'

const { services, uploadAttachment, storedFileOf } = await startWithFiles()
const { db } = services.deps
const team = await createTeam(services)
const { owner, manager, member, viewer, project, boardId, toDo } = team

async function createFullTask() {
  const body = {
    title: 'Prepare the launch',
    description: 'All of it',
    columnId: toDo,
    assigneeId: manager.id,
    startDate: '2040-01-01',
    dueDate: '2040-01-31',
    estimateSeconds: 3600,
    priorityId: 3,
  }
  const { id } = (await member.call('POST', '/task', body)).json().item as { id: number }
  await member.call('POST', `/task/${id}/checklist`, { title: 'First' })
  const second = (await member.call('POST', `/task/${id}/checklist`, { title: 'Second' })).json().item
  await member.call('PUT', `/checklist/${second.id}`, { isDone: true })
  const name = `Urgent ${id}`
  const sticker = (await manager.call('POST', '/sticker', { name, projectId: project.id })).json().item
  await member.call('POST', `/task/${id}/sticker`, { stickerId: sticker.id })
  await member.call('POST', `/task/${id}/comment`, { text: 'A comment' })
  const interval = { taskId: id, startedAt: '2026-01-05T10:00:00Z', duration: 60 }
  await member.call('POST', '/time-interval', interval)
  return { id, stickerId: sticker.id as number }
}

const duplicate = (id: number, body: object = {}) => member.call('POST', `/task/${id}/duplicate`, body)

test('a duplicate has everything but comments and time, and stands right below the original', async () => {
  const { id, stickerId } = await createFullTask()
  const below = (await member.call('POST', '/task', { title: 'Below', columnId: toDo })).json().item
  const original = (await member.call('GET', `/task/${id}`)).json().item
  const response = await duplicate(id)
  assert.equal(response.statusCode, 200, response.body)
  const copy = response.json().item
  const { createdAt, updatedAt, position } = copy
  assert.deepEqual(copy, {
    ...original,
    id: copy.id,
    number: below.number + 1,
    creatorId: member.id,
    version: 1,
    position,
    checklistDone: 0,
    commentCount: 0,
    voteCount: 0,
    trackedSeconds: 0,
    createdAt,
    updatedAt,
  })
  assert.equal(copy.checklistTotal, 2)
  assert.deepEqual(
    copy.stickers.map((sticker: { id: number }) => sticker.id),
    [stickerId],
  )
  const { items } = (await member.call('GET', `/task?columnId=${toDo}&orderBy=position&limit=1000`)).json()
  const order = items.map((task: { id: number }) => task.id)
  assert.deepEqual(order.slice(order.indexOf(id)), [id, copy.id, below.id])
  const checklist = (await member.call('GET', `/task/${copy.id}/checklist`)).json().items
  assert.deepEqual(
    checklist.map((item: { title: string; isDone: boolean }) => [item.title, item.isDone]),
    [
      ['First', false],
      ['Second', false],
    ],
  )
})

test('a duplicate is recorded as a copy and its assignee is notified', async () => {
  const { id } = await createFullTask()
  const { number } = (await member.call('GET', `/task/${id}`)).json().item
  const copy = (await duplicate(id)).json().item
  const [created] = await listActivity(services, { taskId: copy.id }, 'task')
  assert.deepEqual(
    [created?.type, created?.projectId, created?.boardId],
    ['task.created', project.id, boardId],
  )
  assert.equal((created?.after as { copyOf?: number } | undefined)?.copyOf, number)
  assert.deepEqual(await notified(services, { manager }, { taskId: copy.id }), ['manager task.assigned'])
})

test('choices leave parts out, and a title replaces the old one', async () => {
  const { id } = await createFullTask()
  await uploadAttachment(member, id)
  const none = { checklist: false, stickers: false, attachments: false, assignee: false, dates: false }
  const copy = (await duplicate(id, { ...none, title: 'Another launch' })).json().item
  const { title, checklistTotal, stickers, attachmentCount, assigneeId, startDate, dueDate } = copy
  assert.deepEqual(
    { title, checklistTotal, stickers, attachmentCount, assigneeId, startDate, dueDate },
    {
      title: 'Another launch',
      checklistTotal: 0,
      stickers: [],
      attachmentCount: 0,
      assigneeId: null,
      startDate: null,
      dueDate: null,
    },
  )
  assert.equal(copy.description, 'All of it')
  assert.equal((await duplicate(id, { everything: true })).statusCode, 422)
})

test('copied files stay when the original is deleted, and images in the description are the copies', async () => {
  const { id } = await createFullTask()
  const file = await uploadAttachment(member, id, { name: 'plan.txt', content: 'the plan' })
  const description = `![plan](/attachment/${file.id}/content) and ![other](/attachment/999999/content)`
  await member.call('PUT', `/task/${id}`, { description })
  const copy = (await duplicate(id)).json().item
  assert.equal(copy.attachmentCount, 1)
  const [copied] = (await member.call('GET', `/task/${copy.id}/attachment`)).json().items
  assert.deepEqual([copied.name, copied.uploaderId], ['plan.txt', member.id])
  assert.equal(copy.description, description.replace(`/${file.id}/`, `/${copied.id}/`))
  const stored = await storedFileOf(copied.id)
  assert.equal((await owner.call('DELETE', `/task/${id}/hard`)).statusCode, 200)
  await waitUntil(async () => (await countStorageJobs()) === 0)
  assert.equal((await member.call('GET', `/attachment/${copied.id}/content`)).body, 'the plan')
  assert.equal((await member.call('DELETE', `/attachment/${copied.id}`)).statusCode, 200)
  await waitUntil(async () => !stored.exists())
})

async function countStorageJobs() {
  const { rows } = await sql<{ count: number }>`select count(*)::int from graphile_worker.jobs
    where task_identifier like 'storage.%' and run_at <= now()`.execute(db)
  return rows[0]?.count ?? 0
}

test('a full column takes a duplicate only by force, and a deleted task has none', async () => {
  const { id } = await createFullTask()
  const { taskCount } = (await member.call('GET', `/board/${boardId}/column`)).json().items[0]
  await manager.call('PUT', `/board/column/${toDo}`, { wipLimit: taskCount })
  const refused = await duplicate(id)
  assert.equal(refused.statusCode, 409)
  assert.equal(refused.json().error.details.reason, 'wip_limit_reached')
  assert.equal((await duplicate(id, { force: true })).statusCode, 200)
  await manager.call('PUT', `/board/column/${toDo}`, { wipLimit: null })
  assert.equal((await viewer.call('POST', `/task/${id}/duplicate`, {})).statusCode, 403)
  await member.call('DELETE', `/task/${id}`)
  assert.equal((await duplicate(id)).statusCode, 410)
})

test('duplicates made at the same time get different numbers and positions', async () => {
  const { id } = await createFullTask()
  const copies = await Promise.all(Array.from({ length: 6 }, () => duplicate(id)))
  const items = copies.map(response => response.json().item)
  assert.equal(new Set(items.map(({ number }) => number)).size, 6)
  assert.equal(new Set(items.map(({ position }) => position)).size, 6)
})
