import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { connect } from '@atrium/database/connect'
import { addJob, prepareJobs } from '@atrium/jobs/jobs'
import { createTestDatabase } from '@atrium/testing/test-database'
import { sql } from 'kysely'
import { createMailQueue, listQueuedEmails, retryQueuedEmails } from '../src/mail-queue.ts'

const url = await createTestDatabase('tasks')
await prepareJobs(url)
const db = connect<object>(url, { onError: error => assert.fail(error) })
after(() => db.destroy())
const queue = createMailQueue(sql<string | null>`content.payload ->> 'email'`)
const page = { page: 1, limit: 10, offset: 0 }

beforeEach(() => sql`delete from graphile_worker._private_jobs`.execute(db))

type State = 'waiting' | 'running' | 'failed'

/** Adds an email to the queue in the state a worker would leave it in. */
async function createEmail(email: string, state: State = 'waiting', lastError?: string) {
  await addJob(db, 'mail.sample', { email })
  const { rows } = await sql<{ id: number }>`
    update graphile_worker._private_jobs set last_error = ${lastError ?? null},
      locked_at = case when ${state} = 'running' then now() end,
      locked_by = case when ${state} = 'running' then 'a worker' end,
      attempts = case when ${state} = 'failed' then 1 else 0 end,
      max_attempts = case when ${state} = 'failed' then 1 else max_attempts end
    where payload ->> 'email' = ${email} returning id`.execute(db)
  return Number(rows[0]?.id)
}

test('the queue is listed newest first, with recipients and counts by state', async () => {
  await createEmail('ann@example.org')
  await createEmail('bob@example.org', 'running')
  await createEmail('eve@example.org', 'failed')
  await addJob(db, 'something.else', { email: 'unknown@example.org' })
  const all = await queue.list(db, page, undefined)
  assert.deepEqual(
    all.items.map(({ recipient, status, kind }) => [recipient, status, kind]),
    [
      ['eve@example.org', 'failed', 'mail.sample'],
      ['bob@example.org', 'running', 'mail.sample'],
      ['ann@example.org', 'waiting', 'mail.sample'],
    ],
  )
  assert.deepEqual(all.counts, { waiting: 1, running: 1, failed: 1 })
  const failed = await queue.list(db, page, 'failed')
  assert.deepEqual(
    failed.items.map(({ recipient }) => recipient),
    ['eve@example.org'],
  )
  assert.deepEqual(failed.counts, all.counts)
})

test('the queue is paged with a total', async () => {
  for (const name of ['a', 'b', 'c']) await createEmail(`${name}@example.org`)
  const second = await queue.list(db, { ...page, limit: 2, offset: 2 }, undefined)
  assert.deepEqual(
    second.items.map(({ recipient }) => recipient),
    ['a@example.org'],
  )
  assert.equal(second._meta.total, 3)
})

test('tokens quoted by a mail server are removed from the error', async () => {
  await createEmail('ann@example.org', 'failed', '550 spam: https://example.org/?token=se-cret_1&x')
  const [job] = (await queue.list(db, page, undefined)).items
  assert.equal(job?.lastError, '550 spam: https://example.org/?token=…&x')
  const [listed] = await listQueuedEmails(db)
  assert.doesNotMatch(JSON.stringify(listed), /se-cret/)
})

test('a failed email can be retried with all its attempts', async () => {
  const id = await createEmail('ann@example.org', 'failed')
  const retried = await queue.retry(db, id)
  assert.deepEqual([retried.status, retried.attempts, retried.maxAttempts], ['waiting', 0, 25])
})

test('all failed emails can be retried at once', async () => {
  await createEmail('ann@example.org', 'failed')
  await createEmail('bob@example.org', 'failed')
  await createEmail('eve@example.org')
  assert.equal(await retryQueuedEmails(db), 2)
  assert.deepEqual(
    (await listQueuedEmails(db)).map(({ status }) => status),
    ['waiting', 'waiting', 'waiting'],
  )
})

test('an email can be removed', async () => {
  const id = await createEmail('ann@example.org')
  assert.equal((await queue.remove(db, id)).recipient, 'ann@example.org')
  assert.deepEqual(await listQueuedEmails(db), [])
})

test('an email that is being sent cannot be retried or removed', async () => {
  const id = await createEmail('ann@example.org', 'running')
  await assert.rejects(queue.retry(db, id), { statusCode: 409 })
  await assert.rejects(queue.remove(db, id), { statusCode: 409 })
})

test('unknown ids and ids of other jobs are not found', async () => {
  await addJob(db, 'something.else', { email: 'unknown@example.org' })
  const { rows } = await sql<{ id: number }>`select id from graphile_worker._private_jobs`.execute(db)
  for (const id of [Number(rows[0]?.id), 999_999]) {
    await assert.rejects(queue.retry(db, id), { statusCode: 404 })
    await assert.rejects(queue.remove(db, id), { statusCode: 404 })
  }
})
