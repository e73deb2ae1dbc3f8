import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBothServices } from './both-services.ts'
import { aPerson, as, tokensFor } from './people.ts'

const services = await startBothServices()
const call = as(services, (await tokensFor(services, await aPerson(services))).access_token)
const stranger = as(services, (await tokensFor(services, await aPerson(services))).access_token)

test('the maker of a project is its owner', async () => {
  const response = await call('POST', '/project', {
    name: ' Website ',
    type: 'agency',
    settings: { colour: 'blue' },
  })
  assert.equal(response.statusCode, 200, response.body)
  const { item } = response.json()
  assert.equal(item.name, 'Website')
  assert.equal(item.myRole, 'owner')
  assert.equal(item.memberCount, 1)
  assert.deepEqual(item.settings, { colour: 'blue' })
  assert.equal(item.archivedAt, null)
})

test('a project is seen by its members only', async () => {
  const { id } = (await call('POST', '/project', { name: 'Mine alone' })).json().item
  const seen = (await stranger('GET', '/project?limit=1000')).json().items
  assert.ok(!seen.some((project: { id: number }) => project.id === id))
})

test('the list is paged and ordered', async () => {
  const { items, _meta } = (await call('GET', '/project?limit=1&orderBy=-name')).json()
  assert.equal(items.length, 1)
  assert.equal(_meta.pages, _meta.total)
  assert.equal(items[0].name, 'Website')
})

for (const [name, payload, field] of [
  ['no name', {}, 'name'],
  ['a blank name', { name: '  ' }, 'name'],
  ['a name too long', { name: 'x'.repeat(201) }, 'name'],
  ['a name that is a number', { name: 7 }, 'name'],
  ['a second personal project', { name: 'x', type: 'personal' }, 'type'],
  ['an unknown type', { name: 'x', type: 'other' }, 'type'],
  ['settings that are a list', { name: 'x', settings: [] }, 'settings'],
  ['settings beyond 16 KiB', { name: 'x', settings: { a: 'x'.repeat(17_000) } }, 'settings'],
  ['an unknown field', { name: 'x', ownerId: 1 }, 'ownerId'],
] as [string, object, string][]) {
  test(`${name} is refused at its field`, async () => {
    const response = await call('POST', '/project', payload)
    assert.equal(response.statusCode, 422, response.body)
    assert.ok(response.json().error.details.errors[field])
  })
}
