import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBothServices } from './both-services.ts'
import { createUser } from './team.ts'

const services = await startBothServices()
const [ann, bob] = [await createUser(services), await createUser(services)]
const url = '/users/me/settings'
const nothing = { timeZone: null, language: null, theme: null }

async function read(who = ann) {
  const response = await who.call('GET', url)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

async function change(changes: object, who = ann) {
  const response = await who.call('PUT', url, changes)
  assert.equal(response.statusCode, 200, response.body)
  assert.deepEqual(await read(who), response.json())
  return response.json().item
}

test('who has chosen nothing has no settings, and asking for them makes none', async () => {
  assert.deepEqual(await read(), { item: nothing })
  const rows = await services.deps.db.selectFrom('userSettings').selectAll().execute()
  assert.deepEqual(rows, [])
})

test('a change keeps what it does not name and clears what it names null', async () => {
  assert.deepEqual(await change({ theme: 'dark' }), { ...nothing, theme: 'dark' })
  assert.deepEqual(await change({ timeZone: 'Europe/Berlin', language: 'ru' }), {
    timeZone: 'Europe/Berlin',
    language: 'ru',
    theme: 'dark',
  })
  assert.deepEqual(await change({ language: null }), {
    timeZone: 'Europe/Berlin',
    language: null,
    theme: 'dark',
  })
  assert.deepEqual(await change({}), { timeZone: 'Europe/Berlin', language: null, theme: 'dark' })
  assert.deepEqual(await change({ timeZone: null, theme: null }), nothing)
})

test('everybody has their own', async () => {
  await change({ theme: 'light' })
  assert.deepEqual(await read(bob), { item: nothing })
  await change({ theme: 'system', language: 'en' }, bob)
  assert.equal((await read()).item.theme, 'light')
})

test('changes of different settings at the same moment all stay', async () => {
  const carl = await createUser(services)
  const changes = [{ theme: 'dark' }, { language: 'ru' }, { timeZone: 'Asia/Tokyo' }]
  const responses = await Promise.all(changes.map(body => carl.call('PUT', url, body)))
  assert.deepEqual(
    responses.map(({ statusCode }) => statusCode),
    [200, 200, 200],
  )
  assert.deepEqual(await read(carl), { item: { theme: 'dark', language: 'ru', timeZone: 'Asia/Tokyo' } })
})

test('a zone is kept by the name that was chosen, as it is properly written', async () => {
  const cases: [string, string][] = [
    ['europe/berlin', 'Europe/Berlin'],
    ['UTC', 'UTC'],
    ['utc', 'UTC'],
    ['asia/kolkata', 'Asia/Kolkata'],
    ['Asia/Calcutta', 'Asia/Calcutta'],
    ['Europe/Kyiv', 'Europe/Kyiv'],
    ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ]
  for (const [given, kept] of cases) assert.equal((await change({ timeZone: given })).timeZone, kept)
})

test('what neither the browser nor the database could use is no time zone', async () => {
  await change({ timeZone: 'Europe/Berlin' })
  const wrong = [
    'Mars/Olympus',
    'Berlin',
    '',
    ' ',
    '+02:00',
    'UTC+2',
    'BST',
    'PST',
    'posix/Europe/Berlin',
    'localtime',
    'Europe/Berlin\u0000',
    'x'.repeat(10_000),
    7,
    true,
    ['UTC'],
  ]
  for (const timeZone of wrong) {
    const response = await ann.call('PUT', url, { timeZone, theme: 'system' })
    assert.equal(response.statusCode, 422, JSON.stringify(timeZone))
    assert.deepEqual(response.json().error.details.errors, {
      timeZone: ['must be a time zone such as Europe/Berlin'],
    })
  }
  const { timeZone, theme } = (await read()).item
  assert.deepEqual([timeZone, theme], ['Europe/Berlin', 'light'])
})

test('what is wrong is named', async () => {
  const wrong: [string, unknown][] = [
    ['language', 'de'],
    ['language', ''],
    ['theme', 'pink'],
    ['theme', 1],
    ['mail', 'none'],
    ['userId', bob.id],
  ]
  for (const [field, value] of wrong) {
    const response = await ann.call('PUT', url, { [field]: value })
    assert.equal(response.statusCode, 422, field)
    assert.deepEqual(Object.keys(response.json().error.details.errors), [field])
  }
})

test('settings need a token', async () => {
  for (const method of ['GET', 'PUT'] as const) {
    assert.equal((await services.app.inject({ method, url, payload: {} })).statusCode, 401)
  }
})
