import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedIdentity } from '../identity-service.ts'
import { as, createUser, registrationInput, signIn } from '../people.ts'

const identity = await sharedIdentity()
const { app, deps } = identity
const owner = as(identity, (await signIn(identity, await createUser(identity, 'owner'))).access_token)
const manager = as(identity, (await signIn(identity, await createUser(identity, 'manager'))).access_token)
const user = as(identity, (await signIn(identity, await createUser(identity))).access_token)

const newCity = { name: 'Sampleton', country: 'DE', region: 'Samplia', timeZone: 'Europe/Berlin' }

test('a new installation has the ISO 639-1 languages, and anyone can read them', async () => {
  const { items, _meta } = (await app.inject('/languages?limit=1000')).json()
  assert.equal(_meta.total, 183)
  const byCode = new Map(items.map((item: { code: string }) => [item.code, item]))
  assert.deepEqual(named(byCode.get('ru')), ['Russian', 'Русский'])
  assert.deepEqual(named(byCode.get('ja')), ['Japanese', '日本語'])
  for (const { code } of items) assert.equal(Intl.getCanonicalLocales(code).length, 1)
})

test('a new installation has capitals and large cities with country and time zone', async () => {
  const { items, _meta } = (await app.inject('/cities?limit=1000')).json()
  assert.ok(_meta.total >= 500)
  const zones = new Set(items.map((item: { timeZone: string }) => item.timeZone))
  for (const timeZone of zones) assert.ok(new Intl.DateTimeFormat('en', { timeZone: timeZone as string }))
  const countries = new Set(items.map((item: { country: string }) => item.country))
  assert.ok(countries.size > 240)
  const { items: found } = (await app.inject('/cities?search=BUENOS')).json()
  assert.equal(found[0].country, 'AR')
  assert.equal(found[0].timeZone, 'America/Argentina/Buenos_Aires')
})

test('lists can be searched, filtered, sorted and paged', async () => {
  const french = (await app.inject('/cities?country=FR&orderBy=-name&limit=3')).json()
  assert.ok(french._meta.total > 10)
  assert.equal(french.items.length, 3)
  assert.ok(french.items[0].name > french.items[2].name)
  assert.equal((await app.inject('/cities?search=%25')).json()._meta.total, 0)
  assert.equal((await app.inject('/languages?search=日本')).json().items[0].code, 'ja')
  assert.equal((await app.inject('/cities?country=XX')).statusCode, 422)
  assert.equal((await app.inject('/cities?orderBy=timeZone')).statusCode, 422)
})

test('a city can be read by id', async () => {
  const [first] = (await app.inject('/cities?limit=1')).json().items
  assert.deepEqual((await app.inject(`/cities/${first.id}`)).json().item, first)
  assert.equal((await app.inject('/cities/99999999')).statusCode, 404)
})

test('owners can create, update and delete a city, and each change is logged', async () => {
  const { item } = (await owner('POST', '/cities', newCity)).json()
  assert.deepEqual(item, { id: item.id, ...newCity })
  const changed = (await owner('PUT', `/cities/${item.id}`, { region: null })).json().item
  assert.deepEqual(changed, { ...item, region: null })
  assert.equal((await owner('DELETE', `/cities/${item.id}`)).statusCode, 200)
  assert.equal((await owner('DELETE', `/cities/${item.id}`)).statusCode, 404)
  assert.equal((await owner('PUT', `/cities/${item.id}`, { region: null })).statusCode, 404)
  const entries = await deps.db
    .selectFrom('auditEntries')
    .select('action')
    .where('subjectType', '=', 'city')
    .where('subjectId', '=', item.id)
    .orderBy('id')
    .execute()
  assert.deepEqual(
    entries.map(({ action }) => action),
    ['city.created', 'city.changed', 'city.deleted'],
  )
})

for (const [field, value] of [
  ['name', '  '],
  ['name', 'x'.repeat(101)],
  ['country', 'EU'],
  ['country', 'de'],
  ['timeZone', 'Europe/Nowhere'],
  ['timeZone', '+03:00'],
  ['mayor', 'Sam'],
] as const) {
  test(`a city with ${field} = ${JSON.stringify(value).slice(0, 20)} is refused`, async () => {
    const response = await owner('POST', '/cities', { ...newCity, [field]: value })
    assert.equal(response.statusCode, 422, response.body)
    assert.ok(response.json().error.details.errors[field])
  })
}

test('a language code is a BCP 47 tag and unique ignoring case', async () => {
  const { item } = (await owner('POST', '/languages', { code: 'PT-br', name: 'Portuguese (Brazil)' })).json()
  assert.equal(item.code, 'pt-BR')
  assert.equal(item.nativeName, null)
  const twice = await owner('POST', '/languages', { code: 'pt-BR', name: 'Again' })
  assert.equal(twice.statusCode, 409)
  assert.equal(twice.json().error.details.field, 'code')
  const bad = await owner('POST', '/languages', { code: 'not a tag', name: 'Bad' })
  assert.deepEqual(Object.keys(bad.json().error.details.errors), ['code'])
  const taken = await owner('PUT', `/languages/${item.id}`, { code: 'en' })
  assert.equal(taken.statusCode, 409)
  const renamed = await owner('PUT', `/languages/${item.id}`, { code: 'tl-PH', nativeName: 'Tagalog' })
  assert.equal(renamed.json().item.code, 'tl-ph')
})

test('records in use cannot be deleted', async () => {
  const { item: city } = (await owner('POST', '/cities', newCity)).json()
  const { item: language } = (await owner('POST', '/languages', { code: 'en-AU', name: 'Australian' })).json()
  const payload = registrationInput({ cityId: city.id, languageId: language.id })
  const person = await app.inject({ method: 'POST', url: '/users', payload })
  assert.equal(person.statusCode, 200)
  for (const url of [`/cities/${city.id}`, `/languages/${language.id}`]) {
    const response = await owner('DELETE', url)
    assert.equal(response.statusCode, 409)
    assert.match(response.json().error.message, /in use/)
  }
})

test('job titles have unique names, managers can read them, and owners can change them', async () => {
  const { item } = (await owner('POST', '/posts', { name: 'Engineer', description: 'Builds' })).json()
  assert.equal((await owner('POST', '/posts', { name: 'Engineer' })).statusCode, 409)
  assert.deepEqual((await manager('GET', '/posts?search=engin')).json().items, [item])
  assert.deepEqual((await manager('GET', `/posts/${item.id}`)).json().item, item)
  assert.equal((await owner('PUT', `/posts/${item.id}`, {})).statusCode, 422)
  const { item: changed } = (await owner('PUT', `/posts/${item.id}`, { description: null })).json()
  assert.deepEqual(changed, { ...item, description: null })
  assert.equal((await owner('DELETE', `/posts/${item.id}`)).statusCode, 200)
})

test('job titles are not public, and only owners can change reference data', async () => {
  assert.equal((await app.inject('/posts')).statusCode, 401)
  assert.equal((await user('GET', '/posts')).json().error.details.permission, 'posts.read')
  for (const call of [user, manager]) {
    for (const path of ['/cities', '/languages', '/posts']) {
      for (const [method, url] of [
        ['POST', path],
        ['PUT', `${path}/1`],
        ['DELETE', `${path}/1`],
      ] as const) {
        const response = await call(method, url, {})
        assert.equal(response.statusCode, 403)
        assert.equal(response.json().error.details.permission, 'system.manage')
      }
    }
  }
})

function named(language: unknown) {
  const { name, nativeName } = language as { name: string; nativeName: string }
  return [name, nativeName]
}
