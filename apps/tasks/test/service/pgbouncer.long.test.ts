import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { connectionSetting } from '@atrium/database/connections/preparing-client'
import { findPgBouncer, startPgBouncer } from '@atrium/testing/pgbouncer'
import { createTestDatabase } from '@atrium/testing/test-database'
import { sql } from 'kysely'
import { startWorker } from '#worker.ts'
import { startBothServices } from '../both-services.ts'
import { readStream } from '../event-stream.ts'
import { createPerson, type Person } from '../people.ts'
import { createTeam, createUser, type Team } from '../team.ts'

const CLIENTS = 16
/** Fewer than each service opens, so that they take turns. */
const POOL_SIZE = 3
const program = findPgBouncer()

suite('behind PgBouncer in transaction mode', {
  skip: !program && 'pgbouncer is not installed',
}, async () => {
  if (!program) return
  const identityUrl = await createTestDatabase('identity')
  const tasksUrl = await createTestDatabase('tasks')
  const pooler = await startPgBouncer(program, [identityUrl, tasksUrl], POOL_SIZE)
  const services = await startBothServices({
    IDENTITY_DATABASE_URL: pooler.urlOf(identityUrl),
    IDENTITY_DATABASE_DIRECT_URL: identityUrl,
    TASKS_DATABASE_URL: pooler.urlOf(tasksUrl),
    TASKS_DATABASE_DIRECT_URL: tasksUrl,
    RATE_LIMIT: 'off',
  })
  const { deps, identityDeps, environment } = services
  const worker = await startWorker(deps)
  services.app.addHook('onClose', () => worker.stop())
  const base = await services.app.listen({ host: '127.0.0.1', port: 0 })

  async function send(token: string, method: string, path: string, body?: object) {
    const response = await fetch(base + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    assert.equal(response.status, 200, `${method} ${path}: ${text}`)
    return JSON.parse(text)
  }

  async function signIn({ email: username, password }: Person) {
    const response = await fetch(`${environment.IDENTITY_URL}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'password',
        username,
        password,
        client_id: environment.TASKS_CLIENT_ID,
        client_secret: environment.TASKS_CLIENT_SECRET,
      }),
    })
    assert.equal(response.status, 200)
    const { access_token: token } = (await response.json()) as { access_token: string }
    const { item } = await send(token, 'GET', '/users/me')
    return { token, id: Number(item.id) }
  }

  /** What one user does; another one assigns the task, so that a notification arrives over the stream. */
  async function work(person: Person, { owner, project, toDo, done }: Team, n: number) {
    const { token, id } = await signIn(person)
    await send(owner.token, 'POST', `/project/${project.id}/member`, { userId: id, role: 'member' })
    const streamToken = (await send(token, 'GET', '/events/token')).token
    const stream = await readStream(`${base}/events?token=${streamToken}`)
    const title = `Pooled work ${n}`
    const { item: task } = await send(token, 'POST', '/task', { title, columnId: toDo })
    const moved = await send(token, 'POST', `/task/${task.id}/move-to-column`, { columnId: done })
    assert.equal(moved.item.columnId, done)
    await send(token, 'POST', `/task/${task.id}/comment`, { text: 'Through the pooler' })
    await send(owner.token, 'PUT', `/task/${task.id}`, { assigneeId: id })
    await stream.waitUntil(
      () => stream.messages().some(({ data }) => data.data.context?.type === 'task.assigned'),
      'the notification',
    )
    stream.close()
    const found = await send(token, 'GET', `/task?search=${encodeURIComponent(`work ${n}`)}`)
    assert.ok(found.items.some((item: { id: number }) => item.id === task.id))
    const { item: report } = await send(token, 'GET', `/project/${project.id}/report/throughput`)
    assert.ok(report)
  }

  test(`${CLIENTS} users work at the same time with ${POOL_SIZE} connections to each database`, async () => {
    const team = await createTeam(services)
    for (let round = 0; round < 3; round += 1) {
      const people = await Promise.all(Array.from({ length: CLIENTS }, () => createPerson(services)))
      await Promise.all(people.map((person, n) => work(person, team, round * CLIENTS + n)))
    }
  })

  test('connections have timeouts, and statements the settings of their connection', async () => {
    const { rows } = await sql<{ name: string; value: string }>`select name, setting as value from pg_settings
      where name in ('TimeZone', 'statement_timeout', 'idle_in_transaction_session_timeout', 'lock_timeout') order by lower(name)`.execute(
      deps.db,
    )
    assert.deepEqual(
      rows.map(({ name, value }) => `${name}=${value}`),
      [
        'idle_in_transaction_session_timeout=30000',
        'lock_timeout=10000',
        'statement_timeout=30000',
        'TimeZone=UTC',
      ],
    )
    const { rows: settings } = await sql<{ url: string }>`
      select ${connectionSetting('atrium.identity_url')} as url where ${1}::int = 1`.execute(identityDeps.db)
    assert.equal(settings[0]?.url, environment.IDENTITY_URL)
  })

  test('users are synchronised by one instance at a time', async () => {
    const administrator = await createUser(services, 'owner')
    const answers = await Promise.all(
      Array.from({ length: 2 }, () => administrator.call('GET', '/users/sync')),
    )
    assert.ok(answers.some(({ statusCode }) => statusCode === 200))
    const again = await administrator.call('GET', '/users/sync')
    assert.equal(again.statusCode, 200, 'the lock was released')
  })
})
