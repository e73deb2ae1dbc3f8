import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columnName } from '@atrium/database/schema-sql'
import { sql } from 'kysely'
import { Card } from '#boards/full-board.contract.ts'
import { activityPayloads } from '#events.contract.ts'
import { Task, TaskChanges } from '#tasks/task.contract.ts'
import { fieldsOf } from '#tasks/task-fields.ts'
import { sharedServices } from '../both-services.ts'
import { createTeam } from '../team.ts'

const services = await sharedServices()
const { db } = services.deps
const { manager, member, project, boardId, toDo, done } = await createTeam(services)

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
type Answer = any

async function ok(method: 'GET' | 'POST' | 'PUT', url: string, body?: object): Promise<Answer> {
  const response = await manager.call(method, url, body)
  assert.equal(response.statusCode, 200, `${method} ${url}: ${response.body}`)
  return response.json()
}

const taskKeys = Object.keys(Task.properties).sort()
const given = ['own', 'content', 'date', 'cycle', 'cover', 'assignee', 'parent', 'place'] as const

/** A task that has a value in every field that it can have. */
async function fullTask() {
  const parent = (await ok('POST', '/task', { title: 'Parent', columnId: toDo })).item
  const field = (await ok('POST', `/project/${project.id}/field`, { name: `F${parent.id}`, type: 'text' }))
    .item
  const sticker = { name: `S${parent.id}`, color: '#ff0000', projectId: project.id }
  const { id: stickerId } = (await ok('POST', '/sticker', sticker)).item
  const cycle = { name: `C${parent.id}`, startDate: '2026-01-01', endDate: '2026-01-14' }
  const { id: cycleId } = (await ok('POST', `/project/${project.id}/cycle`, cycle)).item
  const input = {
    title: 'Full',
    cycleId,
    description: 'Text',
    priorityId: (await ok('GET', '/task-priority')).items.at(-1).id,
    columnId: done,
    assigneeId: member.id,
    assigneeIds: [member.id, manager.id],
    startDate: '2026-01-01',
    dueDate: '2026-01-31',
    estimateSeconds: 3600,
    parentId: parent.id,
    fields: { [field.id]: 'Value' },
  }
  const { item } = await ok('POST', '/task', input)
  await ok('POST', `/task/${item.id}/sticker`, { stickerId })
  await ok('POST', `/task/${item.id}/comment`, { text: 'Hello' })
  return { input, created: item, id: item.id as number }
}

test('every column of tasks is a field of a task, or known to be none', async () => {
  const internal = ['deleted_by', 'field_versions', 'field_values', 'occurrence_date', 'other_assignee_ids']
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = 'tasks'`.execute(db)
  const columns = fieldsOf(...given, 'archive', 'kept').map(columnName)
  assert.deepEqual(rows.map(({ name }) => name).sort(), [...columns, ...internal].sort())
})

test('a new task has every field that callers can send, but the cover, which is a file of the task', async () => {
  const { input, created } = await fullTask()
  const { version: _, force: __, isArchived: ___, coverId: ____, ...changes } = TaskChanges.properties
  assert.deepEqual(Object.keys(input).sort(), Object.keys(changes).sort(), 'send the new field here, too')
  for (const [name, value] of Object.entries(input)) assert.deepEqual(created[name], value, name)
  assert.deepEqual(Object.keys(created).sort(), taskKeys)
})

test('every way to read a task answers with all of its fields, and the same values', async () => {
  const { id } = await fullTask()
  const read = (await ok('GET', `/task/${id}`)).item
  assert.deepEqual(Object.keys(read).sort(), taskKeys)
  const [listed] = (await ok('GET', `/task?ids=${id}`)).items
  assert.deepEqual(listed, read)
  const unchanged = (await ok('PUT', `/task/${id}`, { title: 'Full' })).item
  assert.deepEqual(unchanged, read)
  const updated = (await ok('PUT', `/task/${id}`, { title: 'Fuller' })).item
  assert.deepEqual(updated, (await ok('GET', `/task/${id}`)).item)
  const moved = (await ok('POST', `/task/${id}/move-to-column`, { columnId: toDo })).item
  assert.deepEqual(moved, (await ok('GET', `/task/${id}`)).item)
  const { columns } = (await ok('GET', `/board/${boardId}/full`)).item
  const card = columns.flatMap(({ tasks }: Answer) => tasks).find((one: Answer) => one.id === id)
  assert.deepEqual(Object.keys(card).sort(), Object.keys(Card.properties).sort())
  const { stickerIds, fields, ...rest } = card
  assert.deepEqual(
    stickerIds,
    moved.stickers.map((sticker: Answer) => sticker.id),
  )
  assert.deepEqual(fields, {}, 'texts are not on cards')
  for (const [name, value] of Object.entries(rest)) assert.deepEqual(value, moved[name], name)
})

test('a copy has the content, the dates, the assignee and the parent of its original', async () => {
  const { id } = await fullTask()
  const original = (await ok('GET', `/task/${id}`)).item
  const copy = (await ok('POST', `/task/${id}/duplicate`, {})).item
  for (const name of fieldsOf('content', 'date', 'assignee', 'assignees', 'parent', 'custom')) {
    assert.deepEqual(copy[name], original[name], name)
  }
  const bare = (await ok('POST', `/task/${id}/duplicate`, { dates: false, assignee: false })).item
  for (const name of fieldsOf('date', 'assignee')) assert.equal(bare[name], null, name)
})

test('every field that can change is recorded by an event', async () => {
  const own = Object.keys(activityPayloads['task.updated'].before.properties)
  assert.deepEqual(own.sort(), [...fieldsOf('content', 'date', 'cycle', 'cover', 'archive'), 'fields'].sort())
  const place = Object.keys(activityPayloads['task.moved'].before.properties)
  assert.deepEqual(place.sort(), fieldsOf('place').sort())
  const { version: _, force: __, isArchived: ___, ...changes } = TaskChanges.properties
  const recorded: string[] = fieldsOf(
    'content',
    'date',
    'cycle',
    'cover',
    'place',
    'assignee',
    'assignees',
    'parent',
    'custom',
  )
  assert.deepEqual(
    Object.keys(changes).filter(name => !recorded.includes(name)),
    [],
  )
})
