import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { suite, test } from 'node:test'
import { sendForm } from '@atrium/testing/forms'
import { openTcpProxy, socketPathOf, urlThroughProxy } from '@atrium/testing/tcp-proxy'
import { createTestDatabase } from '@atrium/testing/test-database'
import { waitUntil } from '@atrium/testing/wait-until'
import { sql } from 'kysely'
import { startBothServices } from '../both-services.ts'
import { createTask } from '../files.ts'
import { createTeam } from '../team.ts'

const databaseUrl = await createTestDatabase('tasks')
const proxy = await openTcpProxy({ path: socketPathOf(databaseUrl) })
await proxy.listen()
const services = await startBothServices({
  TASKS_DATABASE_URL: urlThroughProxy(proxy.port, databaseUrl),
  RATE_LIMIT: 'off',
})
const { db } = services.deps
const team = await createTeam(services)
const { call, token } = team.member

function assertUnavailable(response: Awaited<ReturnType<typeof call>>) {
  assert.equal(response.statusCode, 503, response.body)
  assert.match(String(response.headers['retry-after']), /^\d+$/)
  assert.deepEqual(Object.keys(response.json()), ['error'])
}

suite('the database', () => {
  test('requests work again after every database connection has stalled', async () => {
    await Promise.all(Array.from({ length: 10 }, () => call('GET', '/project')))
    proxy.stall()
    const answers = await Promise.all(Array.from({ length: 20 }, () => call('GET', '/project')))
    for (const answer of answers) if (answer.statusCode !== 200) assertUnavailable(answer)
    assert.equal((await call('GET', '/project')).statusCode, 200)
    assert.equal((await call('POST', '/project', { name: 'After', type: 'agency' })).statusCode, 200)
    await waitUntil(() => services.deps.bus.isListening())
  })

  test('requests return 503 while the database is unreachable, and work when it is back', async () => {
    proxy.cut()
    assertUnavailable(await call('GET', '/project'))
    assertUnavailable(await call('POST', '/project', { name: 'Lost', type: 'agency' }))
    await proxy.listen()
    await waitUntil(async () => (await call('GET', '/project')).statusCode === 200)
  })

  test('a request returns 503 when the server closes its connection', async () => {
    const { id } = await createTask(team)
    await db.transaction().execute(async tx => {
      await sql`select from tasks where id = ${id} for update`.execute(tx)
      const waiting = call('PUT', `/task/${id}`, { title: 'Renamed' })
      // Outside the transaction, which would see the same activity every time.
      await waitUntil(async () => {
        const ended = await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
        return ended.rows.length > 0
      })
      assertUnavailable(await waiting)
    })
  })

  for (const [name, code] of [
    ['has no space left', '53100'],
    ['has no memory left', '53200'],
    ['cannot write its files', '58030'],
    ['has become a standby', '25006'],
  ]) {
    test(`a write returns 503 while the database ${name}`, async () => {
      await sql
        .raw(
          `create function fail_insert() returns trigger language plpgsql as
            $$ begin raise exception using errcode = '${code}'; end $$`,
        )
        .execute(db)
      await sql`create trigger fail_insert before insert on projects execute function fail_insert()`.execute(
        db,
      )
      assertUnavailable(await call('POST', '/project', { name: 'Refused', type: 'agency' }))
      await sql`drop function fail_insert cascade`.execute(db)
      assert.equal((await call('POST', '/project', { name: 'Accepted', type: 'agency' })).statusCode, 200)
    })
  }
})

test('an upload returns 503 and leaves no record while the file store is full', async () => {
  const put = () => writeFile('/dev/full', 'x')
  const { app } = await services.startInstance(deps => ({ ...deps, storage: { ...deps.storage, put } }))
  const { id } = await createTask(team)
  const file = { name: 'plan.txt', content: 'a plan' }
  assertUnavailable(await sendForm({ app }, token, `/task/${id}/attachment`, { file }))
  assert.deepEqual((await call('GET', `/task/${id}/attachment`)).json().items, [])
})
