import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { waitUntil } from '@atrium/testing/wait-until'
import { sql } from 'kysely'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { type ActivityType, activityPayloads } from '#events.contract.ts'
import { EventDocument, PublicEventType } from '#outbox/event-document.contract.ts'
import { documentsOf } from '#outbox/event-document.ts'
import { type Consumer, outbox, type StoredEvent } from '#projects/activity.queries.ts'
import { startWorker } from '#worker.ts'
import { personalToken } from '../api-clients.ts'
import { sharedServices } from '../both-services.ts'
import { as } from '../people.ts'
import { createTeam } from '../team.ts'

const services = await sharedServices()
const { deps } = services
const { db, settings } = deps
const { manager, member, project, boardId, toDo, done } = await createTeam(services)
const compiled = Compile(EventDocument as TSchema)
const check = (document: unknown) => compiled.Check(document)

const documents: EventDocument[] = []
/** A consumer as webhooks will be one: events become documents in the transaction that moves its cursor. */
const collecting: Consumer = {
  name: 'collecting',
  types: Object.keys(activityPayloads),
  handle: async (tx, events) => void documents.push(...(await documentsOf(tx, settings, events))),
}
const worker = await startWorker({ ...deps, consumers: [collecting] })
after(() => worker.stop())

/** The documents of what the work changes, in their order. */
async function documentsDuring(work: () => Promise<unknown>, count: number) {
  const before = documents.length
  await work()
  await waitUntil(() => documents.length >= before + count)
  return documents.slice(before)
}

async function createTask(title: string) {
  const { item } = (await member.call('POST', '/task', { title, columnId: toDo })).json()
  await waitUntil(() => documents.some(({ type, task }) => type === 'task.created' && task?.id === item.id))
  return item as { id: number; number: number; version: number }
}

const { key: projectKey } = (await member.call('GET', `/project/${project.id}`)).json().item
const me = (await member.call('GET', '/users/me')).json().item

test('a change through HTTP becomes a document', async () => {
  const [created] = await documentsDuring(
    () => member.call('POST', '/task', { title: 'Water the plants', columnId: toDo }),
    1,
  )
  assert.ok(created && check(created), JSON.stringify(created))
  const { id, at, task, changes, ...rest } = created
  assert.ok(id > 0 && !Number.isNaN(Date.parse(at)))
  assert.deepEqual(rest, {
    type: 'task.created',
    project: { id: project.id, key: projectKey, name: 'Website' },
    actor: { id: member.id, name: `${me.name} ${me.surname}`, application: null },
  })
  const number = changes.number?.after
  assert.deepEqual(task, {
    id: task?.id,
    key: `${projectKey}-${number}`,
    title: 'Water the plants',
    url: `${settings.FRONTEND_URL}task/${task?.id}`,
  })
  assert.deepEqual(changes.title, { before: null, after: 'Water the plants' })
})

test('changes have the fields that differ, before and after', async () => {
  const { id } = await createTask('Old title')
  const [updated] = await documentsDuring(() => member.call('PUT', `/task/${id}`, { title: 'New title' }), 1)
  assert.equal(updated?.type, 'task.updated')
  assert.deepEqual(updated.changes, { title: { before: 'Old title', after: 'New title' } })
  let columnId = 0
  const [created, renamed] = await documentsDuring(async () => {
    columnId = (await manager.call('POST', `/board/${boardId}/column`, { title: 'Review' })).json().item.id
    await manager.call('PUT', `/board/column/${columnId}`, { title: 'Check' })
  }, 2)
  assert.equal(created?.type, 'column.created')
  assert.equal(renamed?.task, null)
  assert.deepEqual(renamed?.changes, {
    columnId: { before: columnId, after: columnId },
    title: { before: 'Review', after: 'Check' },
  })
})

test('a move is named after what it does to the task', async () => {
  const { id } = await createTask('Done soon')
  const move = (columnId: number) => () => member.call('POST', `/task/${id}/move-to-column`, { columnId })
  const [completed] = await documentsDuring(move(done), 1)
  assert.equal(completed?.type, 'task.completed')
  assert.deepEqual(completed.changes.columnId, { before: toDo, after: done })
  assert.equal(completed.changes.boardId, undefined)
  const [reopened] = await documentsDuring(move(toDo), 1)
  assert.equal(reopened?.type, 'task.reopened')
})

test('a stopped timer is logged time', async () => {
  const { id } = await createTask('Tracked')
  const [started] = await documentsDuring(
    () => member.call('POST', '/time-interval/start', { taskId: id }),
    1,
  )
  assert.equal(started?.type, 'time.started')
  const intervalId = started.changes.intervalId?.after as number
  const earlier = new Date(Date.now() - 60_000).toISOString()
  await db.updateTable('timeIntervals').set({ startedAt: earlier }).where('id', '=', intervalId).execute()
  const [logged] = await documentsDuring(() => member.call('POST', '/time-interval/stop', { taskId: id }), 1)
  assert.equal(logged?.type, 'time.logged')
  assert.ok((logged.changes.seconds?.after as number) > 0)
})

test('the document names the application that made the change', async () => {
  const token = await personalToken(services, member)
  const { id } = await createTask('By a program')
  const [updated] = await documentsDuring(
    () => as(services, token)('PUT', `/task/${id}`, { title: 'By a program, again' }),
    1,
  )
  assert.equal(typeof updated?.actor?.application, 'string')
})

test('a task that is gone keeps its key and its last recorded title', async () => {
  const { id, number } = await createTask('Gone')
  const documentsOfTask = async () => {
    const { rows } = await sql<StoredEvent>`select ${outbox.fields} from activity
      where task_id = ${id} order by id`.execute(db)
    return documentsOf(db, settings, rows)
  }
  await manager.call('DELETE', `/task/${id}`)
  await sql`delete from tasks where id = ${id}`.execute(db)
  for (const { task } of await documentsOfTask()) {
    assert.equal(task?.key, `${projectKey}-${number}`)
    assert.equal(task?.title, 'Gone')
  }
})

test('every public type has a document without email addresses, and internal events have none', async () => {
  const { id: taskId } = await createTask('Every type')
  const types = Object.keys(activityPayloads) as ActivityType[]
  const found: Record<string, string | undefined> = {}
  for (const type of types) {
    const { before, after } = sampleOf(type)
    const { rows } = await sql<StoredEvent>`
      insert into activity (project_id, board_id, task_id, actor_id, type, before, after)
      values (${project.id}, ${boardId}, ${taskId}, ${member.id}, ${type}, ${JSON.stringify(before)}, ${JSON.stringify(after)})
      returning ${outbox.fields}`.execute(db)
    const [document] = await documentsOf(db, settings, rows)
    found[type] = document?.type
    if (!document) continue
    assert.ok(check(document), `${type}: ${JSON.stringify(document)}`)
    assert.doesNotMatch(JSON.stringify(document), /@/, type)
  }
  const { 'task.related_changed': related, 'column.renumbered': renumbered, ...others } = found
  assert.deepEqual([related, renumbered], [undefined, undefined])
  const names = PublicEventType as unknown as { enum: string[] }
  for (const [type, name] of Object.entries(others)) assert.ok(names.enum.includes(name ?? ''), type)
  assert.equal(others['task.moved'], 'task.moved')
})

/** A stored payload with every declared field, and an email address wherever there may be one. */
function sampleOf(type: ActivityType) {
  const { before, after } = activityPayloads[type] as { before?: Fields; after?: Fields }
  return { before: samplesOf(before), after: samplesOf(after) }
}

interface Fields {
  properties: Record<string, { type?: string | string[]; format?: string; enum?: unknown[] }>
}

function samplesOf(schema: Fields = { properties: {} }) {
  const samples: Record<string, unknown> = {
    integer: 7,
    boolean: true,
    array: [],
    object: {},
    'date-time': '2026-03-01T09:00:00.000Z',
    date: '2026-03-01',
  }
  const fields = Object.entries(schema.properties).map(([name, { type, format, enum: values }]) => {
    const [kind = ''] = [type ?? []].flat()
    return [
      name,
      values?.[0] ?? samples[format ?? kind] ?? (name === 'email' ? 'someone@example.org' : 'Text'),
    ]
  })
  return Object.fromEntries(fields)
}
