import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listReply, orderOf, pageOf } from '@atrium/core/paging'
import { List, ListQuery, OrderBy } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { open } from '../src/routes/access.ts'
import { createSampleApp } from './sample-app.ts'

const total = 2500
const Thing = Type.Object({ offset: Type.Integer(), field: Type.String(), direction: Type.String() })

const app = await createSampleApp(app => {
  const querystring = Type.Intersect([ListQuery, OrderBy('id', 'name')])
  const schema = { querystring, response: { 200: List(Thing) } }
  app.get<{ Querystring: Static<typeof querystring> }>(
    '/things',
    { config: { access: open }, schema },
    async ({ query }) => {
      const page = pageOf(query)
      return listReply([{ offset: page.offset, ...orderOf(query.orderBy) }], total, page)
    },
  )
  const fixed = Type.Object({ ...ListQuery.properties, search: Type.Optional(Type.String({ minLength: 1 })) })
  const access = open
  app.get('/fixed', { config: { access }, schema: { querystring: fixed } }, async ({ query }) => query)
  app.delete('/fixed', { config: { access }, schema: { querystring: fixed } }, async ({ query }) => query)
})

for (const [query, meta, offset] of [
  ['', { total, page: 1, limit: 20, pages: 125 }, 0],
  ['?page=3&limit=10', { total, page: 3, limit: 10, pages: 250 }, 20],
  ['?limit=0', { total, page: 1, limit: 1, pages: 2500 }, 0],
  ['?limit=-5', { total, page: 1, limit: 1, pages: 2500 }, 0],
  ['?limit=1001', { total, page: 1, limit: 1000, pages: 3 }, 0],
  ['?page=0', { total, page: 1, limit: 20, pages: 125 }, 0],
  ['?page=-7', { total, page: 1, limit: 20, pages: 125 }, 0],
  ['?page=9007199254740991&limit=1000', { total, page: 1e9, limit: 1000, pages: 3 }, 999_999_999_000],
] as const) {
  test(`a list with "${query}" has the meta ${JSON.stringify(meta)}`, async () => {
    const response = await app.inject(`/things${query}`)
    assert.equal(response.statusCode, 200)
    assert.deepEqual(response.json()._meta, meta)
    assert.equal(response.json().items[0].offset, offset)
  })
}

for (const value of ['1.5', 'two', 'NaN', '5;drop']) {
  test(`a page or limit of ${value} is refused`, async () => {
    for (const key of ['page', 'limit']) {
      const response = await app.inject(`/things?${key}=${value}`)
      assert.equal(response.statusCode, 422)
      assert.deepEqual(response.json().error.details.errors, { [key]: ['must be a whole number'] })
    }
  })
}

test('a list is ordered by its first field by default', async () => {
  for (const [query, field, direction] of [
    ['', 'id', 'asc'],
    ['?orderBy=-id', 'id', 'desc'],
    ['?orderBy=name', 'name', 'asc'],
    ['?orderBy=-name', 'name', 'desc'],
  ]) {
    const [item] = (await app.inject(`/things${query}`)).json().items
    assert.deepEqual([item.field, item.direction], [field, direction])
  }
})

test('ordering by an unsupported field is refused', async () => {
  const response = await app.inject('/things?orderBy=password')
  assert.equal(response.statusCode, 422)
  assert.deepEqual(response.json().error.details.errors, {
    orderBy: ['must be one of: id, -id, name, -name'],
  })
})

test('a list with a fixed order refuses every orderBy', async () => {
  const response = await app.inject('/fixed?orderBy=id')
  assert.equal(response.statusCode, 422)
  assert.deepEqual(Object.keys(response.json().error.details.errors), ['orderBy'])
})

test('an empty query value is ignored for reads and refused for deletes', async () => {
  const read = await app.inject('/fixed?search=&page=&limit=&orderBy=&search=')
  assert.deepEqual([read.statusCode, read.json()], [200, { page: 1, limit: 20 }])
  assert.equal((await app.inject({ method: 'DELETE', url: '/fixed?search=' })).statusCode, 422)
})
