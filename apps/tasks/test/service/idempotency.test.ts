import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { test } from 'node:test'
import { Body } from '@atrium/core/schema'
import { connect } from '@atrium/database/connect'
import { operationOf } from '@atrium/http/routes/operation'
import { testOrigin } from '@atrium/testing/calls'
import { multipart } from '@atrium/testing/forms'
import { longTest } from '@atrium/testing/long-test'
import { waitUntil } from '@atrium/testing/wait-until'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { DB } from '#database.ts'
import { Conflict } from '#errors.ts'
import { createProject } from '#projects/project.contract.ts'
import { actorOfToken } from '#sign-in/session.ts'
import { type BothServices, startBothServices } from '../both-services.ts'
import { readStream } from '../event-stream.ts'
import { createTeam, createUser, type User } from '../team.ts'

const anyToken = { rule: { token: true } }
const services = await startBothServices({ RATE_LIMIT: 'off' })
const other = await services.startInstance()
const { db } = services.deps
const user = await createUser(services)
const neighbour = await createUser(services)

test('twenty parallel requests with one key on two instances create one record and get the same answer', async () => {
  const key = randomUUID()
  const name = `Once ${key}`
  const instances = [services, other]
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) => post(user, { key, name, on: instances[index % 2] })),
  )
  assert.equal(await projectsNamed(name), 1)
  assert.deepEqual([...new Set(responses.map(({ statusCode }) => statusCode))], [200])
  assert.equal(new Set(responses.map(({ body }) => body)).size, 1)
  assert.equal(responses.filter(({ headers }) => !headers['idempotency-replayed']).length, 1)
})

test('a call without HTTP with a key runs once, and again after a refusal', async () => {
  const claims = await services.deps.tokenCheck.check(user.token)
  assert.ok(claims)
  const actor = await actorOfToken(services.deps, claims)
  const key = randomUUID()
  const name = `Once ${key}`
  const create = (input: { name: string; key: string }) =>
    operationOf(services.app, createProject)(actor, { body: { name: input.name } }, testOrigin, {
      idempotencyKey: input.key,
    })
  const answers = await Promise.all(Array.from({ length: 5 }, () => create({ name, key })))
  assert.equal(new Set(answers.map(({ item }) => item.id)).size, 1)
  assert.equal(await projectsNamed(name), 1)
  const refused = { code: 'validation_failed' }
  await assert.rejects(create({ name: 'Another', key }), refused)
  await assert.rejects(create({ name, key: 'with a space' }), refused)
  assert.equal((await post(user, { key, name })).statusCode, 422)

  const other = randomUUID()
  await assert.rejects(create({ name: '', key: other }), refused)
  assert.ok((await create({ name: `Later ${other}`, key: other })).item.id)
})

test('a later repeat gets the first answer, from any instance and under the path prefix', async () => {
  const key = randomUUID()
  const first = await post(user, { key, name: 'Again' })
  assert.equal(first.statusCode, 200, first.body)
  assert.equal(first.headers['idempotency-replayed'], undefined)
  for (const again of [{}, { on: other }, { url: '/api/v1/project' }]) {
    const repeated = await post(user, { key, name: 'Again', ...again })
    assert.deepEqual([repeated.statusCode, repeated.body], [200, first.body])
    assert.equal(repeated.headers['idempotency-replayed'], 'true')
    assert.equal(repeated.headers['content-type'], 'application/json; charset=utf-8')
  }
})

test('a refusal is replayed too', async () => {
  const { app } = await services.startInstance()
  let runs = 0
  app.post('/refuses', { config: { access: anyToken } }, () => {
    runs += 1
    throw new Conflict('already_exists', { field: 'title', runs })
  })
  const first = await post(user, { key: 'refused', url: '/refuses', on: { app } })
  assert.deepEqual(
    [first.statusCode, first.json().error.details],
    [409, { reason: 'already_exists', kind: 'entity-already-exists', field: 'title', runs: 1 }],
  )
  const again = await post(user, { key: 'refused', url: '/refuses', on: { app } })
  assert.deepEqual([again.statusCode, again.body, runs], [409, first.body, 1])
})

test('a constraint violation is answered as without a key, and replayed', async () => {
  const rating = { speed: 5, functionality: 5, design: 5, usability: 5, comment: 'no\0 such character' }
  const send = (headers = {}) =>
    services.app.inject({
      method: 'POST',
      url: '/feedback/rating',
      headers: { authorization: `Bearer ${user.token}`, ...headers },
      payload: rating,
    })
  const plain = await send()
  assert.equal(plain.statusCode, 400, plain.body)
  const key = { 'idempotency-key': randomUUID() }
  const first = await send(key)
  assert.deepEqual([first.statusCode, first.json()], [400, plain.json()])
  const again = await send(key)
  assert.deepEqual([again.body, again.headers['idempotency-replayed']], [first.body, 'true'])
})

test('the same key with another body or address is refused', async () => {
  const key = randomUUID()
  await post(user, { key, name: 'First' })
  for (const different of [{ name: 'Second' }, { name: 'First', url: '/project?x=1' }]) {
    const response = await post(user, { key, ...different })
    assert.equal(response.statusCode, 422)
    assert.deepEqual(response.json().error.details.errors, {
      'Idempotency-Key': ['was already used for another request; choose a new one'],
    })
  }
  assert.equal(await projectsNamed('Second'), 0)
})

test('the same key of another user is a different key', async () => {
  const mine = await post(user, { key: 'shared', name: 'Mine' })
  const theirs = await post(neighbour, { key: 'shared', name: 'Theirs' })
  assert.deepEqual([mine.statusCode, theirs.statusCode], [200, 200])
  assert.equal(theirs.json().item.name, 'Theirs')
  assert.equal(theirs.headers['idempotency-replayed'], undefined)
})

test('a key expires after a day', async () => {
  await post(user, { key: 'yesterday', name: 'Yesterday' })
  other.deps.now = () => new Date(Date.now() + 24 * 3600 * 1000 + 1000)
  const fresh = await post(user, { key: 'yesterday', name: 'Yesterday', on: other })
  other.deps.now = () => new Date()
  assert.equal(fresh.headers['idempotency-replayed'], undefined)
  assert.equal(await projectsNamed('Yesterday'), 2)
})

longTest('after a server error the request can be repeated', async () => {
  const { app } = await services.startInstance()
  let runs = 0
  app.post('/breaks', { config: { access: anyToken } }, async () => {
    runs += 1
    if (runs === 1) throw new Error('broken on purpose')
    return { runs }
  })
  const attempt = () => post(user, { key: 'broken', url: '/breaks', on: { app } })
  assert.equal((await attempt()).statusCode, 500)
  assert.deepEqual((await attempt()).json(), { runs: 2 })
  assert.deepEqual((await attempt()).json(), { runs: 2 })
})

longTest('a waiting retry runs if the first request fails with a server error', async () => {
  let looks = 0
  const { app } = await services.startInstance(deps => ({
    ...deps,
    db: connect<DB>(deps.settings.TASKS_DATABASE_URL, {
      onError: error => assert.fail(error),
      onQuery: ({ query }) => {
        looks += Number(query.sql.includes('select request_digest, status'))
      },
    }),
  }))
  let runs = 0
  app.post('/breaks-late', { config: { access: anyToken } }, async () => {
    runs += 1
    if (runs > 1) return { runs }
    await waitUntil(() => looks > 1) // the first one's own
    throw new Error('broken on purpose')
  })
  const attempt = () => post(user, { key: 'broken-late', url: '/breaks-late', on: { app } })
  const first = attempt()
  await waitUntil(() => runs === 1)
  assert.deepEqual((await attempt()).json(), { runs: 2 })
  assert.equal((await first).statusCode, 500)
})

longTest(
  'a request with a key runs again after its transaction lost a conflict, and does everything once',
  async () => {
    const { app, deps } = await services.startInstance()
    let runs = 0
    app.post('/loses', { config: { access: anyToken } }, async () => {
      runs += 1
      await sql`insert into stickers (color, name) values ('red', ${`run ${runs}`})`.execute(deps.db)
      if (runs === 1) await loseConflict(deps.db)
      return { runs }
    })
    const first = await post(user, { key: 'loses', url: '/loses', on: { app } })
    assert.deepEqual([first.statusCode, first.body], [200, '{"runs":2}'])
    const { rows } = await sql<{
      name: string
    }>`select name from stickers where name like 'run %'`.execute(db)
    assert.deepEqual(rows, [{ name: 'run 2' }])
    const again = await post(user, { key: 'loses', url: '/loses', on: { app } })
    assert.deepEqual([again.body, again.headers['idempotency-replayed'], runs], ['{"runs":2}', 'true', 2])
  },
)

longTest('a request that loses every conflict is told to try again, and leaves nothing behind', async () => {
  const { app, deps } = await services.startInstance()
  app.post('/always-loses', { config: { access: anyToken } }, () => loseConflict(deps.db))
  for (const key of ['always-loses', undefined]) {
    const response = await post(user, { key, url: '/always-loses', on: { app } })
    assert.equal(response.statusCode, 503)
    assert.equal(response.headers['retry-after'], '1')
    const { message, details } = response.json().error
    assert.equal(message, 'Too many people changed this at the same time. Try again.')
    assert.deepEqual(details, { reason: 'try_again', kind: 'unavailable', retryAfter: 1 })
  }
  const claims = db.selectFrom('idempotentRequests').where('key', '=', 'always-loses').select('key')
  assert.deepEqual(await claims.execute(), [])
})

function loseConflict(on: typeof db) {
  return sql`do $$ begin raise exception using errcode = '40P01'; end $$`.execute(on)
}

longTest('while the first request is in progress a retry gets 409 with Retry-After', async () => {
  const { app } = await services.startInstance()
  const end = Promise.withResolvers<object>()
  let runs = 0
  app.post('/takes-long', { config: { access: anyToken } }, () => {
    runs += 1
    return end.promise
  })
  const first = post(user, { key: 'long', url: '/takes-long', on: { app } })
  await waitUntil(() => runs === 1)
  const retry = await post(user, { key: 'long', url: '/takes-long', on: { app } })
  assert.deepEqual(
    [retry.statusCode, retry.json().error.details, runs],
    [409, { reason: 'in_progress', kind: 'conflict' }, 1],
  )
  assert.equal(retry.headers['retry-after'], '1')
  end.resolve({ done: true })
  assert.deepEqual((await first).json(), { done: true })
  const later = await post(user, { key: 'long', url: '/takes-long', on: { app } })
  assert.deepEqual([later.json(), later.headers['idempotency-replayed'], runs], [{ done: true }, 'true', 1])
})

for (const [moment, hook, isRunAgain] of [
  ['when the work is done and not answered', 'preSerialization', true],
  ['when the answer is kept and not sent', 'onSend', false],
] as const) {
  longTest(`after an instance is killed ${moment}, a retry leaves the work done once`, async () => {
    const key = randomUUID()
    const name = `Killed ${key}`
    const child = fork(new URL('../dying-instance.ts', import.meta.url), [hook], {
      env: { ...process.env, ...services.environment },
    })
    const [port] = await once(child, 'message')
    const died = once(child, 'exit')
    const headers = {
      authorization: `Bearer ${user.token}`,
      'idempotency-key': key,
      'content-type': 'application/json',
    }
    const body = JSON.stringify({ name })
    await assert.rejects(fetch(`http://127.0.0.1:${port}/project`, { method: 'POST', headers, body }))
    assert.deepEqual(await died, [null, 'SIGKILL'])
    const retry = await post(user, { key, name })
    assert.equal(retry.statusCode, 200, retry.body)
    assert.equal(retry.headers['idempotency-replayed'], isRunAgain ? undefined : 'true')
    assert.equal(await projectsNamed(name), 1)
    assert.equal((await post(user, { key, name })).body, retry.body)
    assert.equal(await projectsNamed(name), 1)
  })
}

longTest('events of a request are published when its answer is saved', async () => {
  const { owner, member, project, toDo } = await createTeam(services)
  const address = await services.app.listen({ host: '127.0.0.1', port: 0 })
  const { token } = (await member.call('GET', '/events/token')).json()
  const stream = await readStream(`${address}/events?token=${token}&topics=project:${project.id}`)
  const headers = { authorization: `Bearer ${owner.token}`, 'idempotency-key': randomUUID() }
  const payload = { title: 'Announced', columnId: toDo, assigneeId: member.id }
  const request = { method: 'POST', url: '/task', headers, payload } as const
  assert.equal((await services.app.inject(request)).statusCode, 200)
  assert.equal((await services.app.inject(request)).headers['idempotency-replayed'], 'true')
  await stream.waitForMessages(2)
  const heard = stream.messages().map(({ data }) => data.data.type ?? data.data.context.type)
  assert.deepEqual(heard.sort(), ['task.assigned', 'task.created'])
  stream.close()
})

longTest('a repeated upload creates one attachment', async () => {
  const { member, toDo } = await createTeam(services)
  const { id } = (await member.call('POST', '/task', { title: 'With a file', columnId: toDo })).json().item
  const { payload, contentType } = multipart({ file: { name: 'a.txt', content: 'notes' } })
  const headers = {
    authorization: `Bearer ${member.token}`,
    'idempotency-key': randomUUID(),
    'content-type': contentType,
  }
  const request = { method: 'POST', url: `/task/${id}/attachment`, headers, payload } as const
  const answers = [await services.app.inject(request), await other.app.inject(request)]
  assert.deepEqual(
    answers.map(({ statusCode, headers }) => [statusCode, headers['idempotency-replayed']]),
    [
      [200, undefined],
      [200, 'true'],
    ],
  )
  const parallel = { ...request, headers: { ...headers, 'idempotency-key': randomUUID() } }
  await Promise.all(Array.from({ length: 8 }, () => services.app.inject(parallel)))
  assert.equal((await services.app.inject(parallel)).statusCode, 200)
  const { items } = (await member.call('GET', `/task/${id}/attachment`)).json()
  assert.equal(items.length, 2)
})

test('a request refused by the access checks claims nothing', async () => {
  const key = randomUUID()
  assert.equal((await post(user, { key, name: '' })).statusCode, 422)
  assert.equal((await post(user, { key, url: '/roles', name: 'helpers' })).statusCode, 403)
  assert.equal((await post(user, { key, name: 'Right at last' })).statusCode, 200)
})

test('an uploaded file is compared by name and content', async () => {
  const { app } = await services.startInstance()
  const options = {
    config: { access: anyToken, maxFileBytes: 1000 },
    schema: { body: Body({ file: Type.Unsafe<object>({ isFile: true }) }) },
  }
  app.post('/upload', options, async () => ({ ok: true }))
  const upload = (content: string) =>
    app.inject({
      method: 'POST',
      url: '/upload',
      headers: {
        authorization: `Bearer ${user.token}`,
        'idempotency-key': 'upload',
        'content-type': 'multipart/form-data; boundary=x',
      },
      payload: `--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${content}\r\n--x--\r\n`,
    })
  assert.equal((await upload('one')).headers['idempotency-replayed'], undefined)
  assert.equal((await upload('one')).headers['idempotency-replayed'], 'true')
  assert.equal((await upload('two')).statusCode, 422)
})

test('saved answers are encrypted, because they can contain the token of an invitation', async () => {
  const { id } = (await user.call('POST', '/project', { name: 'Ours' })).json().item
  const headers = { authorization: `Bearer ${user.token}`, 'idempotency-key': 'invitation' }
  const payload = { email: 'new@example.org', role: 'member' }
  const request = { method: 'POST', url: `/project/${id}/invite`, headers, payload } as const
  const first = await services.app.inject(request)
  assert.equal(first.statusCode, 200, first.body)
  assert.equal((await other.app.inject(request)).body, first.body)
  const { token } = first.json().item
  assert.ok(token.length > 20)
  const kept = await db.selectFrom('idempotentRequests').where('key', '=', 'invitation').selectAll().execute()
  const opened = Buffer.from(kept[0]?.answer ?? '', 'base64')
  assert.ok(opened.length > token.length)
  assert.ok(!opened.includes(token) && !JSON.stringify(kept).includes(token))
})

for (const [words, key] of [
  ['an empty key', ''],
  ['a key with a space', 'a b'],
  ['a key of 256 characters', 'x'.repeat(256)],
  ['a key that is not ASCII', 'ключ'],
] as const) {
  test(`${words} is refused`, async () => {
    const response = await post(user, { key: Buffer.from(key).toString('latin1'), name: 'Never created' })
    assert.equal(response.statusCode, 422, response.body)
    assert.ok(response.json().error.details.errors['Idempotency-Key'])
    assert.equal(await projectsNamed('Never created'), 0)
  })
}

test('a key of 255 characters is accepted', async () => {
  const key = '~'.repeat(255)
  assert.equal((await post(user, { key, name: 'Long' })).statusCode, 200)
  assert.equal((await post(user, { key, name: 'Long' })).headers['idempotency-replayed'], 'true')
})

interface Post {
  key?: string | undefined
  url?: string
  name?: string
  on?: Pick<BothServices, 'app'> | undefined
}

function post({ token }: User, { key, url = '/project', name = 'x', on = services }: Post) {
  const headers = { authorization: `Bearer ${token}`, ...(key !== undefined && { 'idempotency-key': key }) }
  return on.app.inject({ method: 'POST', url, headers, payload: { name } })
}

async function projectsNamed(name: string) {
  return (await db.selectFrom('projects').where('name', '=', name).select('id').execute()).length
}
