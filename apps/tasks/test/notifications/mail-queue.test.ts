import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startBothServices } from '../both-services.ts'
import { createMailFolder, runQueue } from '../mail-folder.ts'
import { createPerson, register } from '../people.ts'
import { createUser } from '../team.ts'

const mail = createMailFolder()
const services = await startBothServices({ MAIL_URL: mail.url, RATE_LIMIT: 'off' })
const { app, deps, environment, identity, identityDeps } = services
await app.listen({ host: 'localhost', port: Number(new URL(environment.TASKS_URL).port) })
const admin = await createUser(services, 'owner')
const member = await createUser(services)
const projectId = (await member.call('POST', '/project', { name: 'Sample' })).json().item.id as number
const asOwner = await atIdentity(admin)

interface Job {
  service?: string
  id: number
  kind: string
  recipient: string | null
  status: string
}

interface Listed {
  items: Job[]
  _meta: { total: number; pages: number }
  counts: { waiting: number; running: number; failed: number }
  missing: { service: string; reason: string }[]
}

/** Requests to the identity service in a session of the administrator area. */
async function atIdentity({ email, password }: { email: string; password: string }) {
  const signIn = await identity.inject({
    method: 'POST',
    url: '/token',
    payload: {
      grant_type: 'password',
      username: email,
      password,
      client_id: environment.OAUTH2_CLIENT_ID,
      client_secret: environment.OAUTH2_CLIENT_SECRET,
    },
  })
  assert.equal(signIn.statusCode, 200, signIn.body)
  const headers = { authorization: `Bearer ${signIn.json().access_token}` }
  return (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
    identity.inject({ method, url, headers, payload })
}

async function listed(query = '', ask = asOwner) {
  const response = await ask('GET', `/mail/jobs?limit=1000${query}`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json() as Listed
}

let invited = 0

/** An invitation whose email has failed for good. */
async function aFailedInvitation() {
  invited += 1
  const email = `invited${invited}@example.org`
  const sent = await member.call('POST', `/project/${projectId}/invite`, { email, role: 'viewer' })
  assert.equal(sent.statusCode, 200, sent.body)
  const { items } = (await admin.call('GET', '/mail/jobs?limit=1')).json() as Listed
  const [job] = items
  assert.equal(job?.recipient, email)
  const why = `550 refused: ${environment.FRONTEND_URL}invitation#token=unmistakable_token-1 is spam`
  await sql`select graphile_worker.permanently_fail_jobs(array[${job.id}::bigint], ${why})`.execute(deps.db)
  return { ...job, email }
}

async function auditDetails(action: string) {
  const { items } = (await asOwner('GET', `/audit?action=${action}`)).json()
  return items.map(({ details }: { details: object }) => details)
}

test('the task service lists its emails to its administrators, with recipients and without links', async () => {
  const { id, email } = await aFailedInvitation()
  const failed = (await admin.call('GET', '/mail/jobs?status=failed')).json()
  const { createdAt: _, runAt: __, ...job } = failed.items[0]
  assert.deepEqual(job, {
    id,
    kind: 'mail.invitation',
    recipient: email,
    status: 'failed',
    attempts: 25,
    maxAttempts: 25,
    lastError: `550 refused: ${environment.FRONTEND_URL}invitation#token=… is spam`,
  })
  assert.deepEqual(failed.counts, { waiting: 0, running: 0, failed: 1 })
  assert.equal((await admin.call('GET', '/mail/jobs?status=lost')).statusCode, 422)
  for (const [method, path] of [
    ['GET', '/mail/jobs'],
    ['POST', '/mail/jobs/retry'],
    ['POST', `/mail/jobs/${id}/retry`],
    ['DELETE', `/mail/jobs/${id}`],
  ] as const) {
    assert.equal((await member.call(method, path)).statusCode, 403, `${method} ${path}`)
  }
})

test('an email of the task service is retried and deleted at the task service, unless it is being sent', async () => {
  const first = await aFailedInvitation()
  const second = await aFailedInvitation()
  const lock = (by: string | null) =>
    sql`update graphile_worker._private_jobs set locked_by = ${by}, locked_at = case when ${by}::text is null
      then null else now() end where id = ${first.id}`.execute(deps.db)
  await lock('another worker')
  assert.equal((await admin.call('POST', `/mail/jobs/${first.id}/retry`)).statusCode, 409)
  assert.equal((await admin.call('DELETE', `/mail/jobs/${first.id}`)).statusCode, 409)
  assert.equal((await asOwner('DELETE', `/mail/jobs/${first.id}?service=tasks`)).statusCode, 409)
  await lock(null)
  const retried = await admin.call('POST', `/mail/jobs/${first.id}/retry`)
  assert.equal(retried.json().item?.status, 'waiting', retried.body)
  assert.equal((await admin.call('DELETE', `/mail/jobs/${second.id}`)).statusCode, 200)
  assert.equal((await admin.call('DELETE', `/mail/jobs/${second.id}`)).statusCode, 404)
  const all = (await admin.call('POST', '/mail/jobs/retry')).json()
  assert.ok(all.retried >= 1)
  await runQueue(deps)
  assert.equal((await mail.emailsTo(first.email)).length, 1)
  assert.equal((await mail.emailsTo(second.email)).length, 0)
})

test('the identity service lists the emails of both services, page by page', async () => {
  const { id } = await aFailedInvitation()
  await aFailedInvitation()
  await register(services, 'newcomer@example.org')
  const { items, counts, missing, _meta } = await listed()
  assert.deepEqual(missing, [])
  assert.deepEqual([...new Set(items.map(({ service }) => service))], ['identity', 'tasks'])
  assert.ok(items.some(job => job.service === 'tasks' && job.id === id))
  assert.equal(items.length, _meta.total)
  assert.equal(counts.waiting + counts.running + counts.failed, _meta.total)

  const paged: Job[] = []
  for (let page = 1; page <= Math.ceil(_meta.total / 3); page += 1) {
    const response = (await asOwner('GET', `/mail/jobs?limit=3&page=${page}`)).json() as Listed
    assert.equal(response._meta.total, _meta.total)
    paged.push(...response.items)
  }
  assert.deepEqual(paged, items)
  for (const service of ['identity', 'tasks'])
    assert.deepEqual(
      (await listed(`&service=${service}`)).items,
      items.filter(job => job.service === service),
    )
  const failed = await listed('&status=failed')
  assert.deepEqual(
    failed.items,
    items.filter(({ status }) => status === 'failed'),
  )
})

test('an administrator retries and deletes emails of the task service at the identity service', async () => {
  const [first, second, third] = [
    await aFailedInvitation(),
    await aFailedInvitation(),
    await aFailedInvitation(),
  ]
  const retried = await asOwner('POST', `/mail/jobs/${first.id}/retry?service=tasks`)
  assert.deepEqual(
    [retried.json().item?.service, retried.json().item?.status],
    ['tasks', 'waiting'],
    retried.body,
  )
  const deleted = await asOwner('DELETE', `/mail/jobs/${second.id}?service=tasks`)
  assert.equal(deleted.statusCode, 200, deleted.body)
  assert.equal((await asOwner('DELETE', `/mail/jobs/${second.id}?service=tasks`)).statusCode, 404)
  const { failed } = (await listed('&service=tasks')).counts
  const all = (await asOwner('POST', '/mail/jobs/retry')).json()
  assert.deepEqual([all.retried, all.missing], [failed, []])
  await runQueue(deps)
  for (const { email } of [first, third]) assert.equal((await mail.emailsTo(email)).length, 1)
  assert.equal((await mail.emailsTo(second.email)).length, 0)

  const about = ({ id, kind, recipient }: Job) => ({ id, kind, recipient, service: 'tasks' })
  assert.deepEqual(await auditDetails('mail.retried'), [about(first)])
  assert.deepEqual(await auditDetails('mail.removed'), [about(second)])
  assert.deepEqual(await auditDetails('mail.all_retried'), [{ count: failed, service: 'tasks' }])
})

test('the token used at the task service is revoked after the answer', async () => {
  await listed()
  const { rows } = await sql`select from access_tokens
    where family_id is null and user_id is not null and revoked_at is null`.execute(identityDeps.db)
  assert.equal(rows.length, 0)
})

test('an administrator of only the identity service sees no emails of the task service', async () => {
  const { id } = await aFailedInvitation()
  await asOwner('POST', '/roles', { name: 'operators', level: 1, permissions: ['rbac.permissions.manage'] })
  const other = await createPerson(services, 'operators')
  const ask = await atIdentity(other)
  const { items, missing } = await listed('', ask)
  assert.deepEqual(missing, [{ service: 'tasks', reason: 'forbidden' }])
  assert.ok(items.length > 0 && items.every(({ service }) => service === 'identity'))
  assert.equal((await ask('POST', `/mail/jobs/${id}/retry?service=tasks`)).statusCode, 403)
  assert.equal((await ask('DELETE', `/mail/jobs/${id}?service=tasks`)).statusCode, 403)
  assert.deepEqual((await ask('POST', '/mail/jobs/retry?service=tasks')).json().missing, missing)
  assert.equal((await listed('&service=tasks&status=failed')).items[0]?.id, id)
})

test('the emails of the identity service are listed while the task service is stopped', async () => {
  const { id } = await aFailedInvitation()
  await app.close()
  const { items, missing } = await listed()
  assert.deepEqual(missing, [{ service: 'tasks', reason: 'unreachable' }])
  assert.ok(items.length > 0)
  assert.equal((await asOwner('POST', `/mail/jobs/${id}/retry?service=tasks`)).statusCode, 503)
  assert.deepEqual((await asOwner('POST', '/mail/jobs/retry')).json().missing, missing)
})
