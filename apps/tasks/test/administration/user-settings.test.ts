import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedServices } from '../both-services.ts'
import { createUser } from '../team.ts'

const services = await sharedServices()
const [ann, bob] = [await createUser(services), await createUser(services)]
const url = '/users/me/settings'
const workingHours = { workdaySeconds: 28_800, workingDays: [1, 2, 3, 4, 5] }
const nothing = { timeZone: null, language: null, theme: null, ...workingHours }

async function getSettings(user = ann) {
  const response = await user.call('GET', url)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

async function updateSettings(changes: object, user = ann) {
  const response = await user.call('PUT', url, changes)
  assert.equal(response.statusCode, 200, response.body)
  assert.deepEqual(await getSettings(user), response.json())
  return response.json().item
}

test('users have no settings at first, and reading them creates none', async () => {
  assert.deepEqual(await getSettings(), { item: nothing })
  const rows = await services.deps.db.selectFrom('userSettings').selectAll().execute()
  assert.deepEqual(rows, [])
})

test('updating settings keeps absent ones, and null clears one', async () => {
  assert.deepEqual(await updateSettings({ theme: 'dark' }), { ...nothing, theme: 'dark' })
  assert.deepEqual(await updateSettings({ timeZone: 'Europe/Berlin', language: 'ru' }), {
    timeZone: 'Europe/Berlin',
    language: 'ru',
    theme: 'dark',
    ...workingHours,
  })
  assert.deepEqual(await updateSettings({ language: null }), {
    timeZone: 'Europe/Berlin',
    language: null,
    theme: 'dark',
    ...workingHours,
  })
  assert.deepEqual(await updateSettings({}), {
    timeZone: 'Europe/Berlin',
    language: null,
    theme: 'dark',
    ...workingHours,
  })
  assert.deepEqual(await updateSettings({ timeZone: null, theme: null }), nothing)
})

test('each user has their own settings', async () => {
  await updateSettings({ theme: 'light' })
  assert.deepEqual(await getSettings(bob), { item: nothing })
  await updateSettings({ theme: 'system', language: 'en' }, bob)
  assert.equal((await getSettings()).item.theme, 'light')
})

test('concurrent updates of different settings are all saved', async () => {
  const carl = await createUser(services)
  const changes = [{ theme: 'dark' }, { language: 'ru' }, { timeZone: 'Asia/Tokyo' }]
  const responses = await Promise.all(changes.map(body => carl.call('PUT', url, body)))
  assert.deepEqual(
    responses.map(({ statusCode }) => statusCode),
    [200, 200, 200],
  )
  assert.deepEqual(await getSettings(carl), {
    item: { theme: 'dark', language: 'ru', timeZone: 'Asia/Tokyo', ...workingHours },
  })
})

test('a time zone is saved under its canonical spelling', async () => {
  const cases: [string, string][] = [
    ['europe/berlin', 'Europe/Berlin'],
    ['UTC', 'UTC'],
    ['utc', 'UTC'],
    ['asia/kolkata', 'Asia/Kolkata'],
    ['Asia/Calcutta', 'Asia/Calcutta'],
    ['Europe/Kyiv', 'Europe/Kyiv'],
    ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ]
  for (const [given, kept] of cases) assert.equal((await updateSettings({ timeZone: given })).timeZone, kept)
})

test('time zones unknown to the browser or the database are refused', async () => {
  await updateSettings({ timeZone: 'Europe/Berlin' })
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
      timeZone: ['must be an IANA time zone such as Europe/Berlin'],
    })
  }
  const { timeZone, theme } = (await getSettings()).item
  assert.deepEqual([timeZone, theme], ['Europe/Berlin', 'light'])
})

test('an invalid setting is refused with its name', async () => {
  const wrong: [string, unknown][] = [
    ['language', 'vo'],
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

test('settings require a token', async () => {
  for (const method of ['GET', 'PUT'] as const) {
    assert.equal((await services.app.inject({ method, url, payload: {} })).statusCode, 401)
  }
})
