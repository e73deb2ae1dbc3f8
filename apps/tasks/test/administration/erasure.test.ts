import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorker as startIdentityWorker } from '@atrium/identity/worker'
import { tablesContaining } from '@atrium/testing/stored-text'
import { waitUntil } from '@atrium/testing/wait-until'
import { sql } from 'kysely'
import { personalTables } from '#administration/erasure/erasure.queries.ts'
import { startBothServices } from '../both-services.ts'
import { createTeam, createUser, type User } from '../team.ts'

const services = await startBothServices()
const { app, deps, identity, identityDeps, environment } = services
await app.listen({ host: 'localhost', port: Number(new URL(environment.TASKS_URL).port) })
const admin = await createUser(services, 'owner')

async function ok(user: User, ...[method, url, payload]: Parameters<User['call']>) {
  const response = await user.call(method, url, payload)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

async function atIdentity(method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) {
  const login = { username: admin.email, password: admin.password }
  const session = await identity.inject({ method: 'POST', url: '/auth/login', payload: login })
  const token = session.cookies.find(({ name }) => name === 'access_token')?.value
  return identity.inject({ method, url, payload, headers: { authorization: `Bearer ${token}` } })
}

async function rename({ passportId }: User, name: string, surname: string) {
  await identityDeps.db.updateTable('users').set({ name, surname }).where('id', '=', passportId).execute()
  await deps.db.updateTable('users').set({ name, surname }).where('passportId', '=', passportId).execute()
}

/** What a webhook was sent about a task that someone changed, and whose field named them. */
async function insertDelivery(projectId: number, fieldId: number, { id }: User) {
  const now = new Date().toISOString()
  const name = 'Zebedee Quibblethorpe'
  const document = {
    id: 1,
    type: 'task.updated',
    actor: { id, name, application: null },
    changes: { fields: { before: null, after: { [fieldId]: { id, name } } } },
  }
  await sql`
    with webhook as (
      insert into webhooks (project_id, url, types, format, language, is_enabled, secret, created_at, updated_at)
      values (${projectId}, 'https://example.org/hook', '{task.*}', 'standard', 'en', false, 'sealed', ${now}, ${now})
      returning id
    )
    insert into webhook_deliveries (project_id, webhook_id, type, document, next_attempt_at, created_at)
    select ${projectId}, id, 'task.updated', ${JSON.stringify(document)}::jsonb, ${now}, ${now} from webhook`.execute(
    deps.db,
  )
}

async function eraseAtIdentity({ passportId, email }: Pick<User, 'passportId' | 'email'>) {
  const erased = await atIdentity('POST', `/users/${passportId}/erase`, { confirmation: email })
  assert.equal(erased.statusCode, 200, erased.body)
}

/** Runs the worker of the identity service until it has reported every erasure. */
async function report() {
  const worker = await startIdentityWorker(identityDeps)
  const unreported = sql<{ count: number }>`select count(*) from erasures where reported_at is null`
  try {
    await waitUntil(async () => (await unreported.execute(identityDeps.db)).rows[0]?.count === 0)
  } finally {
    await worker.stop()
  }
}

test('the work of an erased user stays as that of a former user, and nothing else names them', async () => {
  const team = await createTeam(services)
  const { owner, member } = team
  await rename(member, 'Zebedee', 'Quibblethorpe')
  const field = { name: 'Contact person', type: 'person' }
  const { item: person } = await ok(owner, 'POST', `/project/${team.project.id}/field`, field)
  const { item: task } = await ok(member, 'POST', '/task', { title: 'Paint the door', columnId: team.toDo })
  await ok(owner, 'POST', `/task/${task.id}/assign`, { assigneeId: member.id })
  await ok(owner, 'PUT', `/task/${task.id}`, { fields: { [person.id]: member.id } })
  const text = `Ask @[${member.id}]`
  await ok(owner, 'POST', `/task/${task.id}/comment`, { text })
  await ok(member, 'POST', `/task/${task.id}/comment`, { text: `Done, @[${owner.id}]` })
  const startedAt = '2026-01-05T10:00:00.000Z'
  await ok(member, 'POST', '/time-interval', { taskId: task.id, startedAt, duration: 600 })
  await ok(member, 'PUT', '/notification/preferences', { mail: 'each' })
  await ok(admin, 'POST', '/project', { name: 'Elsewhere' }).then(({ item }) =>
    ok(admin, 'POST', `/project/${item.id}/invite`, { email: member.email, role: 'member' }),
  )
  await insertDelivery(team.project.id, person.id, member)
  assert.ok((await tablesContaining(deps.db, 'Quibblethorpe')).includes('public.webhook_deliveries'))

  await eraseAtIdentity(member)
  await report()
  for (const trace of ['Quibblethorpe', 'Zebedee', member.email])
    assert.deepEqual(await tablesContaining(deps.db, trace), [], trace)

  const { items: comments } = await ok(owner, 'GET', `/task/${task.id}/comment`)
  const formerUser = { id: member.id, surname: '', name: 'Former user', avatarUrl: null }
  assert.deepEqual(
    comments.map(({ text, author }: { text: string; author: object }) => [text, author]).at(-1),
    [`Done, @[${owner.id}]`, formerUser],
  )
  const shown = (await ok(owner, 'GET', `/task/${task.id}`)).item
  assert.equal(shown.assigneeId, member.id)
  const { items: intervals } = await ok(owner, 'GET', `/time-interval?taskId=${task.id}&userId=${member.id}`)
  assert.equal(intervals[0].duration, 600)
  const { items: notifications } = await ok(owner, 'GET', '/notification')
  assert.match(notifications[0].subject, /^Former user /)
  assert.equal((await member.call('GET', '/users/me')).statusCode, 401)
  const { item: user } = await ok(admin, 'GET', `/users/${member.id}`)
  assert.deepEqual([user.name, user.status, user.roles], ['Former user', 'archived', []])
})

test('someone who was invited but never signed in here is erased, too', async () => {
  const email = 'never-here@example.org'
  const registration = {
    email,
    phone: '+12025559870',
    password: 'a long enough passphrase',
    surname: 'Sample',
    name: 'Sam',
    consent: true,
  }
  const { item } = (await identity.inject({ method: 'POST', url: '/users', payload: registration })).json()
  const project = (await ok(admin, 'POST', '/project', { name: 'Open house' })).item
  await ok(admin, 'POST', `/project/${project.id}/invite`, { email, role: 'member' })
  await eraseAtIdentity({ passportId: item.id, email })
  await report()
  assert.deepEqual(await tablesContaining(deps.db, email), [])
})

test('a task service that is away erases later, and only the identity service can ask it to', async () => {
  const user = await createUser(services)
  const { TASKS_INTERNAL_URL } = identityDeps.settings
  identityDeps.settings.TASKS_INTERNAL_URL = `${environment.IDENTITY_URL}/nothing-here`
  await eraseAtIdentity(user)
  const worker = await startIdentityWorker(identityDeps)
  await waitUntil(async () => {
    const { rows } = await sql`select from graphile_worker.jobs
      where task_identifier = 'report_erasures' and attempts > 0 and locked_at is null`.execute(
      identityDeps.db,
    )
    return rows.length > 0
  })
  await worker.stop()
  const state = async () => (await atIdentity('GET', `/users/${user.passportId}/erasure`)).json().item
  assert.equal((await state()).reportedAt, null)
  identityDeps.settings.TASKS_INTERNAL_URL = String(TASKS_INTERNAL_URL)
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(identityDeps.db)
  await report()
  assert.notEqual((await state()).reportedAt, null)

  const { token } = await createUser(services)
  for (const forged of ['x', token, `${token.slice(0, -4)}AAAA`]) {
    const response = await app.inject({ method: 'POST', url: '/users/erase', payload: { token: forged } })
    assert.equal(response.statusCode, 401, response.body)
    assert.equal(response.json().error.details.reason, 'invalid_erasure_token')
  }
})

test('a synchronization erases who was erased meanwhile', async () => {
  const user = await createUser(services)
  await eraseAtIdentity(user)
  assert.equal((await ok(admin, 'GET', '/users/sync')).item.failed, 0)
  assert.equal((await ok(admin, 'GET', `/users/${user.id}`)).item.name, 'Former user')
})

test('every table that belongs to users is erased or is work that stays', async () => {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.columns
    where column_name = 'user_id' and table_schema = 'public' order by 1`.execute(deps.db)
  assert.deepEqual(
    rows.map(({ name }) => name).filter(name => !personalTables.includes(name)),
    [
      'comment_reactions',
      'idea_feedback',
      'project_members',
      'rating_feedback',
      'task_votes',
      'time_intervals',
    ],
  )
})
