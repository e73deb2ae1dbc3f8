import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitUntil } from '@atrium/testing/wait-until'
import { sql } from 'kysely'
import { sharedIdentity } from '../identity-service.ts'
import { startMailbox } from '../mailbox.ts'
import { asPerson, createUser, type Person } from '../people.ts'

const identity = await sharedIdentity()
const { app, deps } = identity
const owner = await createUser(identity, 'owner')
const call = await asPerson(identity, owner)

interface Job {
  id: number
  kind: string
  recipient: string | null
  status: string
  attempts: number
  lastError: string | null
}

async function jobs(query = ''): Promise<Job[]> {
  const response = await call('GET', `/mail/jobs?limit=1000${query}`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json().items
}

async function jobFor({ email }: Person) {
  const job = (await jobs()).find(({ recipient }) => recipient === email)
  assert.ok(job, `There is no mail for ${email}`)
  return job
}

function failFor(id: number, error: string) {
  return sql`select graphile_worker.permanently_fail_jobs(array[${id}::bigint], ${error})`.execute(deps.db)
}

function askForReset(username: string) {
  return app.inject({ method: 'POST', url: '/auth/password-reset', payload: { username } })
}

test('queued emails are listed with their recipient, newest first', async () => {
  const person = await createUser(identity)
  const [newest] = await jobs()
  assert.equal(newest?.recipient, person.email)
  const { kind, status, attempts, lastError } = newest
  assert.deepEqual([kind, status, attempts, lastError], ['mail.confirm_email', 'waiting', 0, null])
  assert.ok((await jobs('&status=waiting')).length > 0)
  assert.deepEqual(await jobs('&status=failed'), [])
})

test('a password reset is listed with its account, and never with other typed text', async () => {
  const person = await createUser(identity)
  await askForReset(person.email.toUpperCase())
  await askForReset(person.phone)
  await askForReset('unmistakable-password-9')
  const response = await call('GET', '/mail/jobs?limit=3')
  const recipients = response.json().items.map(({ recipient }: Job) => recipient)
  assert.deepEqual(recipients, [null, person.email, person.email])
  assert.ok(!response.body.includes('unmistakable'))
})

test('no input can make the queue unreadable', async () => {
  for (const username of ['\ud800', 'İ'.repeat(254)]) {
    const asked = await askForReset(username)
    assert.equal(asked.statusCode, 200, asked.body)
    assert.equal((await jobs())[0]?.recipient, null)
  }
})

test('a failed email shows the reason, without the link, and is sent on retry', async () => {
  const person = await createUser(identity)
  const { id } = await jobFor(person)
  await failFor(id, '550 refused: http://localhost/email-verify?token=unmistakable_token-1 is spam')
  const [failed] = await jobs('&status=failed')
  assert.equal(failed?.id, id)
  assert.equal(failed.lastError, '550 refused: http://localhost/email-verify?token=… is spam')
  const retried = await call('POST', `/mail/jobs/${id}/retry`)
  assert.equal(retried.statusCode, 200, retried.body)
  const { status, attempts } = retried.json().item
  assert.deepEqual([status, attempts], ['waiting', 0])
  const mailbox = await startMailbox(deps)
  await mailbox.waitForEmail(person.email)
  await waitUntil(async () => (await jobs()).length === 0)
})

test('a deleted email is never sent; a running one is kept; other jobs are not listed', async () => {
  const person = await createUser(identity)
  await sql`select graphile_worker.add_job('mail.password_changed', json_build_object('userId', ${person.id}::bigint,
    'language', 'en'), run_at => now() + interval '1 hour')`.execute(deps.db)
  const job = (await jobs()).find(({ kind }) => kind === 'mail.password_changed')
  assert.ok(job)
  await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker' where id = ${job.id}`.execute(
    deps.db,
  )
  assert.equal((await jobs('&status=running'))[0]?.id, job.id)
  assert.equal((await call('DELETE', `/mail/jobs/${job.id}`)).statusCode, 409)
  assert.equal((await call('POST', `/mail/jobs/${job.id}/retry`)).statusCode, 409)
  await sql`update graphile_worker._private_jobs set locked_at = null where id = ${job.id}`.execute(deps.db)
  assert.equal((await call('DELETE', `/mail/jobs/${job.id}`)).statusCode, 200)
  assert.equal((await call('DELETE', `/mail/jobs/${job.id}`)).statusCode, 404)
  assert.equal((await call('POST', `/mail/jobs/${job.id}/retry`)).statusCode, 404)

  const { rows } = await sql<{ id: number }>`select id from graphile_worker.add_job('storage.other', '{}',
    run_at => now() + interval '1 hour')`.execute(deps.db)
  assert.equal((await call('DELETE', `/mail/jobs/${rows[0]?.id}`)).statusCode, 404)
  const entries = (await call('GET', '/audit?action=mail.removed')).json().items
  assert.deepEqual(entries[0].details, { id: job.id, kind: 'mail.password_changed', recipient: person.email })
})

test('an installation without a task service lists its own emails and says that there are no others', async () => {
  await createUser(identity)
  const { items, counts, missing } = (await call('GET', '/mail/jobs')).json()
  assert.deepEqual(missing, [{ service: 'tasks', reason: 'not_configured' }])
  assert.equal(items[0].service, 'identity')
  assert.equal(counts.waiting, (await jobs('&status=waiting')).length)
  assert.deepEqual(await jobs('&service=tasks'), [])
  assert.equal((await call('POST', `/mail/jobs/${items[0].id}/retry?service=tasks`)).statusCode, 404)
  assert.equal((await call('DELETE', `/mail/jobs/${items[0].id}?service=tasks`)).statusCode, 404)
  assert.equal((await call('DELETE', `/mail/jobs/${items[0].id}?service=post`)).statusCode, 422)
  assert.equal((await call('DELETE', `/mail/jobs/${items[0].id}`)).statusCode, 200)
})
