import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitUntil } from '@atrium/testing/wait-until'
import { sql } from 'kysely'
import { sharedIdentity } from '../identity-service.ts'
import { startMailbox } from '../mailbox.ts'
import { asPerson, createUser } from '../people.ts'

const identity = await sharedIdentity()
const mailbox = await startMailbox(identity.deps)
const call = await asPerson(identity, await createUser(identity, 'owner'))

interface Job {
  id: number
  status: string
  attempts: number
  lastError: string | null
}

/** The reset email, while it is queued. */
async function findQueuedReset(email: string) {
  const { items } = (await call('GET', '/mail/jobs?limit=1000')).json()
  const isReset = ({ kind, recipient }: { kind: string; recipient: string }) =>
    kind === 'mail.reset_password' && recipient === email
  return items.find(isReset) as Job | undefined
}

/** An email whose address the mail server answers with this code, after the first attempt. */
async function sendRefusedEmail(code: number) {
  const { email } = await createUser(identity)
  await mailbox.waitForEmail(email) // the one after the registration
  mailbox.refused.set(email, code)
  const payload = { username: email }
  await identity.app.inject({ method: 'POST', url: '/auth/password-reset', payload })
  let job: Job | undefined
  await waitUntil(async () => {
    job = await findQueuedReset(email)
    return Boolean(job?.lastError)
  })
  return { email, job: job as unknown as Job }
}

/** No automatic attempt happens during the test. */
function postpone({ id }: Job) {
  return sql`update graphile_worker._private_jobs set run_at = now() + interval '1 hour' where id = ${id}`.execute(
    identity.deps.db,
  )
}

test('an email that the mail server refuses permanently fails at once, and has all its attempts on retry', async () => {
  const { email, job } = await sendRefusedEmail(550)
  assert.deepEqual([job.status, job.attempts], ['failed', 1])
  assert.match(job.lastError ?? '', /550 not here/)
  mailbox.refused.clear()
  const retried = await call('POST', `/mail/jobs/${job.id}/retry`)
  assert.equal(retried.json().item.maxAttempts, 25)
  await mailbox.waitForEmail(email, 1)
  await waitUntil(async () => (await findQueuedReset(email)) === undefined)
})

test('all failed emails are retried at once, and queued ones are unchanged', async () => {
  const waiting = await sendRefusedEmail(450)
  await postpone(waiting.job)
  const failed = [await sendRefusedEmail(550), await sendRefusedEmail(554)]
  mailbox.refused.clear()
  const { retried } = (await call('POST', '/mail/jobs/retry')).json()
  assert.equal(retried, failed.length)
  for (const { email } of failed) await mailbox.waitForEmail(email, 1)
  assert.equal((await findQueuedReset(waiting.email))?.attempts, 1)
  assert.equal((await call('GET', '/mail/jobs?status=failed')).json()._meta.total, 0)
  assert.equal((await call('POST', '/mail/jobs/retry')).json().retried, 0)
  const { items } = (await call('GET', '/audit?action=mail.all_retried')).json()
  assert.deepEqual(
    items.map(({ details }: { details: object }) => details),
    [{ count: retried }],
  )
})

for (const [name, code] of [
  ['puts off', 450],
  ['would take after a sign-in', 530],
] as const) {
  test(`an email that the mail server ${name} is retried automatically`, async () => {
    const { job } = await sendRefusedEmail(code)
    assert.equal(job.status, 'waiting')
    assert.match(job.lastError ?? '', new RegExp(`${code} not here`))
  })
}
