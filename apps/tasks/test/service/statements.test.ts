import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { connect } from '@atrium/database/connect'
import { requestQueries } from '@atrium/http/idempotency/idempotent-request.queries'
import { openTcpProxy, socketPathOf, urlThroughProxy } from '@atrium/testing/tcp-proxy'
import { sql } from 'kysely'
import type { DB } from '#database.ts'
import { startBothServices } from '../both-services.ts'
import { startInstrumentedInstance } from '../instrumented-instance.ts'
import { as } from '../people.ts'
import { createTeam } from '../team.ts'

const services = await startBothServices()
const { member, boardId, toDo, project } = await createTeam(services)
const instance = await startInstrumentedInstance(services)
const call = as(instance, member.token)

for (const title of ['One', 'Two', 'Three']) await member.call('POST', '/task', { title, columnId: toDo })
const [{ id: taskId }] = (await member.call('GET', `/task?columnId=${toDo}`)).json().items

/**
 * Each includes the check of the right. Boards are asked for as the application asks, whatever the lanes and filters that it shows
 * them with; for lanes by parent task it asks for the parents that are not on the board.
 */
const statements: Record<string, number> = {
  [`/task/${taskId}`]: 1,
  [`/board/${boardId}/full`]: 1,
  [`/board/${boardId}/full?perColumn=2000&withProject=true`]: 1,
  [`/task?ids=${taskId},${taskId + 1}&limit=200`]: 2,
  [`/task?projectId=${project.id}`]: 1,
  '/task?limit=2': 1,
  '/task?assigneeId=me&completed=false&orderBy=dueDate': 2,
  '/notification?limit=1': 1,
  '/inbox?limit=1': 1,
  '/navigation': 1,
  [`/task/schedule?projectId=${project.id}&from=2026-03-01&to=2026-04-04`]: 2,
  [`/task/schedule?projectId=${project.id}&dependencies=true`]: 3,
  [`/project/${project.id}/member`]: 2,
}

for (const [url, count] of Object.entries(statements)) {
  test(`GET ${url.replace(/\d+/g, '{id}')} takes ${count === 1 ? 'one statement' : `${count} statements`}`, async () => {
    await call('GET', url)
    const seen = await instance.statementsOf(() => call('GET', url))
    assert.equal(seen.length, count, seen.map(({ sql }) => sql).join('\n'))
  })
}

const { TASKS_DATABASE_URL: databaseUrl } = services.environment
const proxy = await openTcpProxy({ path: socketPathOf(databaseUrl) })
await proxy.listen()
const distant = await services.startInstance(deps => ({
  ...deps,
  // The proxy is closed first.
  db: connect<DB>(urlThroughProxy(proxy.port, databaseUrl), { onError: () => {} }),
}))

/** Between this process and the database; each includes the check of the right. */
const roundTrips: Record<string, [string, object, number]> = {
  'creating a task': ['/task', { title: 'Four', columnId: toDo }, 4],
  'moving a task': [`/task/${taskId}/move-to-column`, { columnId: toDo, afterTaskId: taskId + 1 }, 3],
  'moving a task to the end': [`/task/${taskId}/move-to-column`, { columnId: toDo }, 3],
}

for (const [name, [url, payload, count]] of Object.entries(roundTrips)) {
  const send = (headers = {}) =>
    distant.app.inject({
      method: 'POST',
      url,
      headers: { authorization: `Bearer ${member.token}`, ...headers },
      payload,
    })
  const roundTripsOf = async (headers?: object) => {
    await send() // opens connections
    const before = proxy.roundTrips()
    const response = await send(headers)
    assert.equal(response.statusCode, 200, response.body)
    return proxy.roundTrips() - before
  }

  test(`${name} takes ${count} round trips`, async () => {
    assert.equal(await roundTripsOf(), count)
  })

  test(`${name} with an Idempotency-Key takes one more, because its answer is saved`, async () => {
    assert.equal(await roundTripsOf({ 'idempotency-key': randomUUID() }), count + 1)
  })
}

test('keys of a batch are found by the index, also by a plan from a time when there were none', async () => {
  const statements: string[] = []
  const db = connect<DB>(databaseUrl, {
    onError: error => assert.fail(error),
    onQuery: ({ query }) => statements.push(query.sql),
  })
  after(() => db.destroy())
  const { lockKeys } = requestQueries<DB>({ name: 'user_id', type: 'bigint' })
  await lockKeys(db, [{ owner: member.id, key: 'new', requestDigest: '' }], new Date().toISOString())
  const [text] = statements
  const plan = await db.connection().execute(async connection => {
    const run = (statement: string) => sql.raw<Record<string, string>>(statement).execute(connection)
    await run('truncate idempotent_requests')
    await run('set plan_cache_mode = force_generic_plan')
    await run(`prepare claim as ${text}`)
    const { rows } = await run('explain execute claim(null, null, null, null)')
    return rows.flatMap(Object.values).join('\n')
  })
  assert.match(plan, /Index Scan using idempotent_requests_pkey/)
})
