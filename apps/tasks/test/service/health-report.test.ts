import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HealthReport } from '@atrium/identity/admin/health/health.contract'
import { addJob } from '@atrium/jobs/jobs'
import { waitUntil } from '@atrium/testing/wait-until'
import { sql } from 'kysely'
import { startBothServices } from '../both-services.ts'
import { createPerson, type Person } from '../people.ts'
import { createUser } from '../team.ts'

const services = await startBothServices()
const { app, deps, environment, identity, identityDeps } = services
await app.listen({ host: 'localhost', port: Number(new URL(environment.TASKS_URL).port) })
const admin = await createUser(services, 'owner')

async function headersOf({ email, password }: Person) {
  const { OAUTH2_CLIENT_ID: client_id, OAUTH2_CLIENT_SECRET: client_secret } = environment
  const payload = { grant_type: 'password', username: email, password, client_id, client_secret }
  const signIn = await identity.inject({ method: 'POST', url: '/token', payload })
  return { authorization: `Bearer ${signIn.json().access_token}` }
}

async function reportFor(person: Person): Promise<HealthReport> {
  const response = await identity.inject({ url: '/admin/health-report', headers: await headersOf(person) })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item
}

test('an administrator of both services sees processes, databases, queues and backups', async () => {
  const runAt = new Date(Date.now() - 60_000)
  await addJob(deps.db, 'mail.invitation', { invitationId: 0, language: 'en' }, { runAt })
  await waitUntil(async () => (await reportFor(admin)).tasks?.instances.length === 1)
  const { identity: own, tasks, tasksProblem, backups } = await reportFor(admin)
  assert.equal(tasksProblem, null)
  assert.deepEqual(own.retention?.[0], { what: 'audit', days: 180 })
  assert.deepEqual(tasks?.retention?.[1], { what: 'trash', days: 30 })
  for (const service of [own, tasks]) {
    const [instance] = service?.instances ?? []
    assert.match(instance?.version ?? '', /^\d+\.\d+\.\d+/)
    assert.deepEqual([instance?.isAlive, instance?.worker, instance?.state.connections.max], [true, null, 13])
    assert.match(service?.database.version ?? '', /^1[5-9]/)
    assert.ok((service?.database.bytes ?? 0) > 1_000_000)
  }
  assert.deepEqual([own.instances[0]?.state.streams, tasks?.instances[0]?.state.streams], [null, 0])
  assert.equal(tasks?.emails.waiting, 1)
  assert.ok((tasks?.emails.oldestSeconds ?? 0) >= 60)
  assert.deepEqual(backups, { isScheduled: false, lastSuccess: null, error: null })
})

test('backups are reported: the newest that could be restored, and why a newer one failed', async () => {
  await sql`insert into backups (started_at, finished_at, file, bytes, restored_rows, error) values
    ('2026-01-01T03:00Z', '2026-01-01T03:01Z', 'old', 1, 1, null),
    ('2026-01-02T03:00Z', '2026-01-02T03:01Z', 'good', 5000, 42, null),
    ('2026-01-03T03:00Z', '2026-01-03T03:01Z', 'bad', null, null, 'The disk is full.')`.execute(
    identityDeps.db,
  )
  const { backups } = await reportFor(admin)
  assert.deepEqual(backups.lastSuccess, { at: '2026-01-02T03:01:00.000Z', bytes: 5000, restoredRows: 42 })
  assert.equal(backups.error, 'The disk is full.')
})

test('a process that has stopped without saying so is still listed for an hour', async () => {
  await sql`insert into instances select gen_random_uuid(), '0.0.9', 'gone', 2, now() - interval '1 day',
    now() - make_interval(mins => minutes), state from instances, (values (10), (90)) as ages (minutes)`.execute(
    deps.db,
  )
  const { tasks } = await reportFor(admin)
  const gone = tasks?.instances
    .filter(({ host }) => host === 'gone')
    .map(({ isAlive, version }) => [isAlive, version])
  assert.deepEqual(gone, [[false, '0.0.9']])
})

test('an administrator of the identity service alone does not see the task service', async () => {
  const role = { name: 'operators', level: 1, permissions: ['admin.web.access'] }
  const headers = await headersOf(admin)
  const created = await identity.inject({ method: 'POST', url: '/roles', headers, payload: role })
  assert.equal(created.statusCode, 200, created.body)
  const operator = await createPerson(services, 'operators')
  const { tasks, tasksProblem } = await reportFor(operator)
  assert.deepEqual([tasks, tasksProblem], [null, 'forbidden'])
  const atTasks = await permissionsAtTasks(operator)
  assert.ok(atTasks.includes('projects.create') && !atTasks.includes('rbac.permissions.manage'), `${atTasks}`)
})

async function permissionsAtTasks(person: Person): Promise<string[]> {
  const headers = await headersOf(person)
  const response = await identity.inject({ url: '/admin/tasks-permissions', headers })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item.permissions
}

test('each service knows what an administrator can do at the other one', async () => {
  const atIdentity = (await admin.call('GET', '/users/me/account-permissions')).json().item.permissions
  const ownThere = await identity.inject({ url: '/users/me', headers: await headersOf(admin) })
  assert.deepEqual(atIdentity, ownThere.json().item.permissions)
  const ownHere = (await admin.call('GET', '/users/me')).json().item.permissions
  assert.deepEqual(await permissionsAtTasks(admin), ownHere)
  assert.ok(ownHere.includes('rbac.permissions.manage'))

  const user = await createUser(services)
  const ofUser = (await user.call('GET', '/users/me/account-permissions')).json().item.permissions
  assert.ok(!ofUser.includes('admin.web.access'), `${ofUser}`)
})

test('the task service asks for a permission of its own', async () => {
  const user = await createUser(services)
  assert.equal((await user.call('GET', '/health-report')).statusCode, 403)
})

test('a task service that does not answer is reported', async () => {
  const { TASKS_INTERNAL_URL } = identityDeps.settings
  identityDeps.settings.TASKS_INTERNAL_URL = 'http://127.0.0.1:1'
  const { tasks, tasksProblem } = await reportFor(admin)
  assert.deepEqual([tasks, tasksProblem], [null, 'unavailable'])
  assert.deepEqual(await permissionsAtTasks(admin), [])
  Object.assign(identityDeps.settings, { TASKS_INTERNAL_URL })
})
