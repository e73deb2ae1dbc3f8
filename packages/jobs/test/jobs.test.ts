import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createLogger } from '@atrium/core/logger'
import { connect } from '@atrium/database/connect'
import { openTcpProxy, socketPathOf, urlThroughProxy } from '@atrium/testing/tcp-proxy'
import { createTestDatabase } from '@atrium/testing/test-database'
import { waitUntil } from '@atrium/testing/wait-until'
import { sql } from 'kysely'
import { addJob, addJobs, startJobs } from '../src/jobs.ts'

const url = await createTestDatabase('tasks')
const db = connect<object>(url, { size: 1, onError: error => assert.fail(error) })
after(() => db.destroy())

/** Stops the worker during a job, and ends the job when the worker waits only for it. */
async function stopDuring(end: () => void) {
  const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const task = async () => {
    begun.resolve()
    await mayEnd.promise
    end()
  }
  await addJob(db, 'task', {})
  const worker = await startJobs(url, { task }, createLogger('test', 'silent'))
  await begun.promise
  await waitUntil(isListening)
  const stopped = worker.stop()
  await waitUntil(async () => !(await isListening()))
  for (let turn = 0; turn < 10; turn += 1) await listJobs() // by then the worker knows about it
  mayEnd.resolve()
  await stopped
}

async function isListening() {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and query like 'LISTEN %'`.execute(db)
  return rows.length > 0
}

async function listJobs() {
  const { rows } =
    await sql`select attempts, last_error, locked_at from graphile_worker._private_jobs`.execute(db)
  return rows
}

test('a worker with stalled connections continues with the next job', async () => {
  const proxy = await openTcpProxy({ path: socketPathOf(url) })
  await proxy.listen()
  const done = Promise.withResolvers<void>()
  const tasks = { after_silence: async () => done.resolve() }
  const worker = await startJobs(urlThroughProxy(proxy.port, url), tasks, createLogger('test', 'silent'))
  await waitUntil(isListening)
  proxy.stall()
  await addJob(db, 'after_silence', {})
  await done.promise
  await waitUntil(async () => (await listJobs()).length === 0)
  await worker.stop()
  proxy.cut() // only now the server notices that its listener is gone
})

test('a job that ends while the worker stops is not repeated', async () => {
  await stopDuring(() => {})
  assert.deepEqual(await listJobs(), [])
})

test('a job that fails while the worker stops is retried later', async () => {
  await stopDuring(() => {
    throw new Error('job failed')
  })
  assert.deepEqual(await listJobs(), [{ attempts: 1, lastError: 'job failed', lockedAt: null }])
})

test('of several jobs with the same key one is added, and one that waits stays as it is', async () => {
  const add = (...jobs: Parameters<typeof addJobs>[2]) => addJobs(db, 'batch', jobs)
  const runAt = new Date('2100-01-01')
  await add({ payload: { n: 1 }, key: 'same', runAt })
  await add(
    { payload: { n: 2 }, key: 'same' },
    { payload: { n: 3 }, key: 'other', runAt },
    { payload: { n: 4 }, runAt },
  )
  await add({ payload: { n: 5 }, key: 'new', runAt }, { payload: { n: 6 }, key: 'new', runAt })
  const { rows } = await sql<{ n: number; key: string | null }>`select (payload ->> 'n')::int as n, key
    from graphile_worker._private_jobs where task_id = (select id from graphile_worker._private_tasks
      where identifier = 'batch') order by n`.execute(db)
  assert.deepEqual(rows, [
    { n: 1, key: 'same' },
    { n: 3, key: 'other' },
    { n: 4, key: null },
    { n: 6, key: 'new' },
  ])
})

test('a job that fails waits for the time that its back-off list says, up to its last attempt', async () => {
  const hours = (seconds: number) => seconds / 3600
  const delays: number[] = []
  const failed = { run: () => Promise.reject(new Error('not yet')), backOff: [3600, 7200] }
  await addJob(db, 'back_off', {}, { maxAttempts: 4 })
  const worker = await startJobs(url, { back_off: failed }, createLogger('test', 'silent'))
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    await waitUntil(async () => (await findJob('back_off')).attempts === attempt)
    await waitUntil(async () => (await findJob('back_off')).isFree)
    delays.push(hours((await findJob('back_off')).delay))
    await sql`update graphile_worker._private_jobs set run_at = now() where id = ${(await findJob('back_off')).id}`.execute(
      db,
    )
    if (attempt < 4) await sql`notify "jobs:insert"`.execute(db)
  }
  await worker.stop()
  const expected = [1, 2, 2, 2]
  for (const [index, delay] of delays.entries()) {
    const hour = expected[index] as number
    assert.ok(delay > hour * 0.99 && delay < hour * 1.11, `attempt ${index + 1}: ${delay} hours`)
  }
  assert.deepEqual((await findJob('back_off')).maxAttempts, 4)
})

test('jobs of one queue run one at a time', async () => {
  const running: number[] = []
  let active = 0
  const queued = async () => {
    active += 1
    running.push(active)
    await new Promise(setImmediate)
    active -= 1
  }
  await addJob(db, 'queued', {}, { queue: 'endpoint 1' })
  await addJobs(db, 'queued', [{ payload: {}, queue: 'endpoint 1', maxAttempts: 2 }])
  const worker = await startJobs(url, { queued }, createLogger('test', 'silent'))
  await waitUntil(async () => (await countOf('queued')) === 0)
  await worker.stop()
  assert.deepEqual(running, [1, 1])
})

async function findJob(name: string) {
  const { rows } = await sql<{
    id: number
    attempts: number
    maxAttempts: number
    isFree: boolean
    delay: number
  }>`select id, attempts, max_attempts, locked_at is null as is_free,
      extract(epoch from run_at - now())::float8 as delay
    from graphile_worker.jobs where task_identifier = ${name}`.execute(db)
  return rows[0] as (typeof rows)[number]
}

async function countOf(name: string) {
  const { rows } = await sql`select from graphile_worker.jobs where task_identifier = ${name}`.execute(db)
  return rows.length
}
