import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { longTest } from '@atrium/testing/long-test'
import { waitUntil } from '@atrium/testing/wait-until'
import pg from 'pg'
import type { Card, FullBoard } from '#boards/full-board.contract.ts'
import { startBothServices } from '../both-services.ts'
import { readStream } from '../event-stream.ts'
import { createTeam } from '../team.ts'

// What a card shows depends on other tasks. They can change in one transaction while another one moves the card.

const services = await startBothServices({ RATE_LIMIT: 'off' })
const address = await services.app.listen({ host: '127.0.0.1', port: 0 })
const { owner, project, toDo, done } = await createTeam(services)
const elsewhere = await createBoard(project.id)

async function createBoard(projectId: number) {
  const response = await owner.call('POST', `/project/${projectId}/board`, { name: 'Elsewhere' })
  const { id, columns } = response.json().item
  return { id: id as number, toDo: columns[0].id as number }
}

async function createTask(fields: object = {}) {
  const response = await owner.call('POST', '/task', { title: 'Task', columnId: toDo, ...fields })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item.id as number
}

async function createBlocked(columnId = toDo) {
  const [blocker, blocked] = [await createTask({ columnId }), await createTask()]
  const response = await owner.call('POST', `/task/${blocker}/relation`, { type: 'blocks', taskId: blocked })
  assert.equal(response.statusCode, 200, response.body)
  return { blocker, blocked }
}

async function openSession() {
  const session = new pg.Client({ connectionString: services.environment.TASKS_DATABASE_URL })
  await session.connect()
  after(() => session.end())
  return session
}

/** Another transaction, which runs the statement now and commits when it is told to. */
async function begin(statement: string, values: unknown[]) {
  const session = await openSession()
  await session.query('begin')
  await session.query(statement, values)
  return () => session.query('commit')
}

/** With a key, as browsers send it: without one, moves that arrive together share a transaction. */
async function moveElsewhere(id: number) {
  const response = await owner.call(
    'POST',
    `/task/${id}/move-to-column`,
    { columnId: elsewhere.toDo },
    { 'idempotency-key': randomUUID() },
  )
  assert.equal(response.statusCode, 200, response.body)
}

async function readBoard(id: number) {
  return (await owner.call('GET', `/board/${id}/full`)).json().item as FullBoard
}

async function readCard(id: number, board = elsewhere.id): Promise<Card> {
  const cards = (await readBoard(board)).columns.flatMap(({ tasks }) => tasks)
  return cards.find(card => card.id === id) ?? assert.fail('The card is not on the board.')
}

async function isWaitingForLock() {
  const session = await openSession()
  const { rows } = await session.query(`select exists (select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock') as "isWaiting"`)
  return rows[0].isWaiting as boolean
}

test('a sub-task is completed while its parent changes boards', async () => {
  const parent = await createTask()
  const child = await createTask({ parentId: parent })
  const commit = await begin('update tasks set completed_at = now() where id = $1', [child])
  await moveElsewhere(parent)
  assert.equal((await readCard(parent)).subtaskDone, 0)
  await commit()
  assert.equal((await readCard(parent)).subtaskDone, 1)
})

test('a sub-task of a sub-task is completed while the first parent changes boards', async () => {
  const parent = await createTask()
  const child = await createTask({ parentId: await createTask({ parentId: parent }) })
  const commit = await begin('update tasks set completed_at = now() where id = $1', [child])
  await moveElsewhere(parent)
  await readCard(parent)
  await commit()
  assert.equal((await readCard(parent)).subtaskDone, 1)
})

test('a blocker is completed while the blocked task changes boards', async () => {
  const { blocker, blocked } = await createBlocked()
  const commit = await begin('update tasks set completed_at = now() where id = $1', [blocker])
  await moveElsewhere(blocked)
  assert.equal((await readCard(blocked)).isBlocked, true)
  await commit()
  assert.equal((await readCard(blocked)).isBlocked, false)
})

test('a blocking relation is removed while the blocked task changes boards', async () => {
  const { blocked } = await createBlocked()
  const commit = await begin('delete from task_relations where to_task_id = $1', [blocked])
  await moveElsewhere(blocked)
  await readCard(blocked)
  await commit()
  assert.equal((await readCard(blocked)).isBlocked, false)
})

for (const [what, statement] of [
  ['a blocker is completed', 'update tasks set completed_at = now() where id = $1'],
  ['a blocking relation is removed', 'delete from task_relations where from_task_id = $1'],
] as const) {
  test(`${what} while the blocked task changes projects`, async () => {
    const { blocker, blocked } = await createBlocked()
    const other = (await owner.call('POST', '/project', { name: 'Other' })).json().item
    const otherBoard = await createBoard(other.id)
    const commit = await begin(statement, [blocker])
    let isMoved = false
    const moving = owner
      .call('POST', `/task/${blocked}/move-to-project`, { projectId: other.id, columnId: otherBoard.toDo })
      .then(response => {
        isMoved = true
        return response
      })
    await waitUntil(async () => isMoved || (await isWaitingForLock()))
    await readBoard(otherBoard.id)
    await commit()
    const { statusCode, body } = await moving
    assert.equal(statusCode, 200, body)
    assert.equal((await readCard(blocked, otherBoard.id)).isBlocked, false)
  })
}

longTest('the new board of a blocked task is told live when the blocker is completed', async () => {
  const { blocker, blocked } = await createBlocked((await createBoard(project.id)).toDo)
  const { token } = (await owner.call('GET', '/events/token')).json()
  const stream = await readStream(`${address}/events?token=${token}&topics=board:${elsewhere.id}`)
  // Completing waits for this lock after it has looked up the board of the blocked task.
  const commit = await begin(`select pg_advisory_xact_lock(hashtext('task blockers'), $1)`, [blocked])
  const completing = owner
    .call('POST', `/task/${blocker}/move-to-column`, { columnId: done })
    .then(response => response)
  await waitUntil(isWaitingForLock)
  await moveElsewhere(blocked)
  await commit()
  assert.equal((await completing).statusCode, 200)
  const related = () =>
    stream.messages().filter(({ data }) => data.data.taskId === blocked && data.data.type !== 'task.moved')
  await stream.waitUntil(() => related().length >= 2, 'the changes of the blocked task')
  assert.deepEqual(
    related().map(({ data }) => [data.data.type, data.data.boardId]),
    [
      ['task.related_changed', elsewhere.id],
      ['task.unblocked', elsewhere.id],
    ],
  )
  const since = stream.messages().find(({ data }) => data.data.type === 'task.moved')?.id
  stream.close()

  const again = (await owner.call('GET', '/events/token')).json().token
  const resumed = await readStream(`${address}/events?token=${again}&topics=board:${elsewhere.id}`, {
    'last-event-id': String(since),
  })
  await resumed.waitUntil(
    () => resumed.messages().some(({ data }) => data.data.type === 'task.unblocked'),
    'the missed change',
  )
})
