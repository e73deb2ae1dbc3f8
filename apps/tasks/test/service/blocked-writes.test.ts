import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { waitUntil } from '@atrium/testing/wait-until'
import pg from 'pg'
import { startBothServices } from '../both-services.ts'
import { as } from '../people.ts'
import { createTeam } from '../team.ts'

/** More than the service has connections for transactions. */
const WRITERS = 14
/** The transactions that the service runs at a time. */
const TRANSACTIONS = 10

const services = await startBothServices({ RATE_LIMIT: 'off' })
const observer = await openSession()

async function openSession() {
  const session = new pg.Client({ connectionString: services.environment.TASKS_DATABASE_URL })
  await session.connect()
  after(() => session.end())
  return session
}

/** Locks a column, as a stuck bulk change does, until it is released. */
async function lockColumn(id: number) {
  const session = await openSession()
  await session.query('begin')
  await session.query('select from board_columns where id = $1 for update', [id])
  return () => session.query('rollback')
}

async function countLockWaits() {
  const { rows } = await observer.query(`select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  return rows[0].waiting as number
}

test('reads are answered while more writers wait for a lock than there are connections for', async () => {
  const team = await createTeam(services)
  const neighbour = await createTeam(services)
  const release = await lockColumn(team.toDo)
  const call = as(services, team.owner.token)
  const writes = Array.from({ length: WRITERS }, async (_, n) =>
    call('POST', '/task', { title: `Waits ${n}`, columnId: team.toDo }, { 'idempotency-key': randomUUID() }),
  )
  await waitUntil(async () => (await countLockWaits()) >= TRANSACTIONS)

  const reads = await Promise.all([
    neighbour.member.call('GET', `/project/${neighbour.project.id}`),
    neighbour.member.call('GET', `/board/${neighbour.boardId}/full`),
    neighbour.member.call('GET', '/task'),
  ])
  const waiting = await countLockWaits()
  await release()

  assert.deepEqual(
    reads.map(({ statusCode }) => statusCode),
    [200, 200, 200],
  )
  assert.equal(waiting, TRANSACTIONS, 'all of them still wait')
  await Promise.all(writes)
})
