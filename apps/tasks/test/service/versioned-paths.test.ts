import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contractsOf } from '@atrium/http/routes/operation'
import type { InjectOptions } from 'fastify'
import { sharedServices } from '../both-services.ts'
import { createUser } from '../team.ts'

const services = await sharedServices()
const { app, identity } = services
const admin = await createUser(services, 'owner')

const reads = contractsOf(app).filter(({ method, path }) => method === 'GET' && path !== '/auth/logout')

test('every GET route returns the same status with and without the /api/v1 prefix', async () => {
  assert.ok(reads.length > 15)
  for (const { path: url } of reads) {
    const path = url.replace(/:\w+/g, '1').replace('*', 'x')
    for (const headers of [{} as Record<string, string>, { authorization: `Bearer ${admin.token}` }]) {
      const first = await statusOf(path, headers)
      assert.equal(await statusOf(`/api/v1${path}`, headers), first, url)
      assert.notEqual(first, 500, url)
    }
  }
})

test('writes and queries work with the prefix', async () => {
  const created = await admin.call('POST', '/api/v1/project', { name: 'Versioned' })
  assert.equal(created.statusCode, 200, created.body)
  const list = await admin.call('GET', '/api/v1/project?limit=1&orderBy=-name')
  assert.deepEqual(
    [list.json()._meta.limit, list.json().items.map(({ name }: { name: string }) => name)],
    [1, ['Versioned']],
  )
})

for (const [name, request, status] of [
  ['an unknown path', { url: '/api/v1/nothing' }, 404],
  ['another method', { method: 'PATCH', url: '/api/v1/project' }, 405],
  ['no token', { url: '/api/v1/project' }, 401],
  ['a preflight', { method: 'OPTIONS', url: '/api/v1/project' }, 204],
  ['HEAD', { method: 'HEAD', url: '/api/v1/healthz' }, 200],
  ['the bare prefix', { url: '/api/v1' }, 200],
  ['the prefix with a slash', { url: '/api/v1/' }, 200],
  ['the prefix with a query', { url: '/api/v1?x=1' }, 200],
  ['the API description', { url: '/api/v1/docs/apidoc/json' }, 200],
  ['a repeated prefix', { url: '/api/v1/api/v1/healthz' }, 404],
  ['a path that only starts like the prefix', { url: '/api/v1healthz' }, 404],
  ['another version', { url: '/api/v2/healthz' }, 404],
] as [string, InjectOptions, number][]) {
  test(`${name} returns ${status}`, async () => {
    assert.equal((await app.inject(request)).statusCode, status)
  })
}

test('signing out with the prefix ends the session', async () => {
  const user = await createUser(services)
  assert.equal((await user.call('GET', '/api/v1/auth/logout')).statusCode, 200)
  assert.equal((await user.call('GET', '/project')).statusCode, 401)
})

test('a 405 lists the allowed methods', async () => {
  const { headers } = await app.inject({ method: 'PATCH', url: '/api/v1/project' })
  assert.equal(headers.allow, (await app.inject({ method: 'PATCH', url: '/project' })).headers.allow)
})

test('the identity service has no prefix', async () => {
  assert.equal((await identity.inject('/api/v1/healthz')).statusCode, 404)
})

async function statusOf(url: string, headers: Record<string, string>) {
  return (await app.inject({ url, headers })).statusCode
}
