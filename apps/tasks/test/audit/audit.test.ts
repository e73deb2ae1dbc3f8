import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { insertAuditEntry } from '@atrium/audit/audit-entry'
import { shipAudit, startShipping } from '@atrium/audit/audit-shipping'
import { openAuditTarget, type SendLines } from '@atrium/audit/audit-target'
import { runFolder } from '@atrium/testing/run-folder'
import { waitUntil } from '@atrium/testing/wait-until'
import { startBothServices } from '../both-services.ts'
import { register } from '../people.ts'
import { createUser } from '../team.ts'

const services = await startBothServices({ RATE_LIMIT: 'off' })
const { app, deps, identity, identityDeps, environment } = services
await app.listen({ host: 'localhost', port: Number(new URL(environment.TASKS_URL).port) })
const admin = await createUser(services, 'owner')
const member = await createUser(services)

interface Line {
  service: string
  id: number
  at: string
  action: string
  actorId: number
  subjectId: number
  details: { name?: string }
}

function linesOf(text: string): Line[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line))
}

async function createRole(name: string) {
  const response = await admin.call('POST', '/roles', { name, description: 'For the audit' })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item.id as number
}

/** Transactions of other tests on the same server can hold entries back for a moment. */
function shipUntil(send: SendLines, isDone: () => boolean | Promise<boolean>) {
  return waitUntil(async () => {
    await shipAudit(deps.db, 'tasks', send)
    return isDone()
  })
}

async function atIdentity(url: string, person: { email: string; password: string } = admin) {
  const payload = { username: person.email, password: person.password }
  const session = await identity.inject({ method: 'POST', url: '/auth/login', payload })
  const token = session.cookies.find(({ name }) => name === 'access_token')?.value
  return identity.inject({ url, headers: { authorization: `Bearer ${token}` } })
}

test('changes of roles and priorities are in the audit log, with ids of the identity service', async () => {
  const id = await createRole('auditor')
  const { item: user } = (await admin.call('GET', `/users/${member.id}`)).json()
  const assigned = await admin.call('POST', '/user-roles', { userId: member.id, roleId: id })
  await admin.call('DELETE', `/user-roles/${assigned.json().item.id}`)
  const permissions = (await admin.call('GET', '/rbac/permissions?limit=1000')).json().items
  const permission = permissions.find(({ name }: { name: string }) => name === 'users.read')
  await admin.call('POST', `/rbac/roles/${id}/permissions/${permission.id}`)
  await admin.call('PUT', `/roles/${id}`, { description: 'Reads everything' })
  await admin.call('DELETE', `/rbac/roles/${id}/permissions/${permission.id}`)
  await admin.call('DELETE', `/roles/${id}`)
  const priority = { name: 'Someday', level: 5, color: '#aabbcc' }
  const { item } = (await admin.call('POST', '/task-priority', priority)).json()
  await admin.call('DELETE', `/task-priority/${item.id}`)

  const { items } = (await admin.call('GET', '/audit?orderBy=id')).json()
  assert.deepEqual(
    items.map(({ action, actorId, subjectId }: Line) => [action, actorId, subjectId]),
    [
      ['role.created', admin.passportId, id],
      ['role.assigned', admin.passportId, user.passportId],
      ['role.removed', admin.passportId, user.passportId],
      ['permission.granted', admin.passportId, id],
      ['role.updated', admin.passportId, id],
      ['permission.revoked', admin.passportId, id],
      ['role.deleted', admin.passportId, id],
      ['priority.created', admin.passportId, item.id],
      ['priority.deleted', admin.passportId, item.id],
    ],
  )
  assert.equal((await admin.call('GET', '/audit?action=role.created')).json()._meta.total, 1)
  for (const url of ['/audit', '/audit/export'])
    assert.equal((await member.call('GET', url)).statusCode, 403, url)
})

test('an export has every entry of a period, of either service, as JSON lines or CSV', async () => {
  await createRole('exported')
  const own = linesOf((await admin.call('GET', '/audit/export')).body)
  assert.equal(own.at(-1)?.details.name, 'exported')
  assert.deepEqual(
    own.map(({ id }) => id),
    own.map(({ id }) => id).sort((one, other) => one - other),
  )
  const later = own.at(-1)?.at ?? ''
  const period = await admin.call('GET', `/audit/export?from=${later}&to=${later}`)
  assert.ok(linesOf(period.body).every(({ at }) => at === later))
  assert.match(
    String(period.headers['content-disposition']),
    /^attachment; filename="audit-tasks-.*\.jsonl"$/,
  )
  const csv = await admin.call('GET', '/audit/export?format=csv')
  assert.equal(csv.headers['content-type'], 'text/csv; charset=utf-8')
  assert.match(csv.body, /^\uFEFFservice,id,at,action,actorId,.*\r\ntasks,/)

  await register(services, 'registered@example.org')
  const theirs = linesOf((await atIdentity('/audit/export')).body)
  assert.ok(theirs.every(({ service }) => service === 'identity'))
  assert.ok(theirs.some(({ action }) => action === 'user.registered'))
  const relayed = await atIdentity('/audit/export?service=tasks')
  assert.deepEqual(linesOf(relayed.body), own)
  assert.equal((await atIdentity('/audit/export?format=xml')).statusCode, 422)
  assert.equal((await atIdentity('/audit/export', member)).statusCode, 403)
})

test('the identity service lists the entries of the task service, with names, filters and pages', async () => {
  const id = await createRole('listed')
  const list = async (query: string) => {
    const response = await atIdentity(`/audit?service=tasks&limit=1${query}`)
    assert.equal(response.statusCode, 200, response.body)
    return response.json()
  }
  const { items, _meta } = await list(`&action=role.created&userId=${admin.passportId}`)
  assert.deepEqual(
    [items[0].subjectId, items[0].actorId, items[0].actorName, items[0].details.name],
    [id, admin.passportId, 'Sam Sample', 'listed'],
  )
  assert.ok(_meta.total > 1)
  const [about] = (await list(`&userId=${member.passportId}`)).items
  assert.deepEqual([about.subjectType, about.subjectId], ['user', member.passportId])
  assert.deepEqual((await list('&to=2020-01-01T00:00:00.000Z')).items, [])
  const own = (await atIdentity('/audit?limit=1')).json().items[0]
  assert.equal(own.action, 'sign-in.succeeded')
  assert.equal((await atIdentity('/audit?service=tasks', member)).statusCode, 403)
})

test('shipping sends every entry once and in order, and goes on where it stopped', async () => {
  const path = join(runFolder(), `audit-${process.pid}.jsonl`)
  const send = openAuditTarget({ AUDIT_LOG: `file:${path}` })
  assert.ok(send)
  const shipped = async () => linesOf(await readFile(path, 'utf8').catch(() => ''))
  await Promise.all(['one', 'two', 'three'].map(createRole))
  await createRole('four')
  await shipUntil(send, async () => (await shipped()).at(-1)?.details.name === 'four')
  const first = await shipped()
  assert.deepEqual(first, linesOf((await admin.call('GET', '/audit/export')).body))
  await shipAudit(deps.db, 'tasks', send)
  await createRole('five')
  await Promise.all([1, 2, 3].map(() => shipAudit(deps.db, 'tasks', send)))
  await shipUntil(send, async () => (await shipped()).length > first.length)
  const all = await shipped()
  assert.deepEqual(
    all.map(({ id }) => id),
    [...first.map(({ id }) => id), all.at(-1)?.id],
  )
  assert.equal(all.at(-1)?.details.name, 'five')
})

test('an entry that commits after later ones is not skipped', async () => {
  const sent: Line[] = []
  const send = async (text: string) => void sent.push(...linesOf(text))
  await createRole('before')
  await shipUntil(send, () => sent.at(-1)?.details.name === 'before')
  sent.length = 0
  const names = () => sent.map(({ details }) => details.name)
  const entry = { action: 'role.created', at: new Date().toISOString(), actorId: null }
  const shipped = await deps.db.transaction().execute(async tx => {
    await insertAuditEntry(tx, { ...entry, details: { name: 'slow' } })
    await createRole('quick')
    await shipAudit(deps.db, 'tasks', send)
    await shipAudit(deps.db, 'tasks', send)
    return names()
  })
  assert.deepEqual(shipped, [])
  await shipUntil(send, () => sent.length > 0)
  assert.deepEqual(names(), ['slow', 'quick'])
})

test('entries wait for an address that refuses them, with the token, and no request does', async () => {
  const received: { authorization: string | undefined; lines: Line[] }[] = []
  let isUp = false
  let refused = 0
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    if (isUp) {
      const { authorization } = request.headers
      received.push({ authorization, lines: linesOf(Buffer.concat(chunks).toString()) })
    } else refused += 1
    response.writeHead(isUp ? 204 : 503).end()
  })
  await new Promise<void>(resolve => server.listen(0, 'localhost', resolve))
  after(() => server.close())
  const AUDIT_LOG = `http://localhost:${(server.address() as AddressInfo).port}/audit`
  const send = openAuditTarget({ AUDIT_LOG, AUDIT_LOG_TOKEN: 'a-token-of-the-collector' })
  const shipping = startShipping({ db: identityDeps.db, service: 'identity', send, log: deps.log })
  await waitUntil(() => refused > 0)
  isUp = true
  const last = (await atIdentity('/audit/export')).body.trim().split('\n').at(-1) ?? ''
  const { id } = JSON.parse(last) as Line
  await waitUntil(() => received.some(({ lines }) => lines.some(line => line.id === id)))
  await shipping.stop()
  assert.ok(received.every(({ authorization }) => authorization === 'Bearer a-token-of-the-collector'))
  const ids = received.flatMap(({ lines }) => lines.map(line => line.id))
  assert.deepEqual(
    ids,
    [...new Set(ids)].sort((one, other) => one - other),
  )
})
