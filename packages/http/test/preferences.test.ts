import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languageCodes } from '@atrium/core/languages'
import { preferencesFrom } from '@atrium/core/preferences'
import { createSampleApp } from './sample-app.ts'

const app = await createSampleApp(() => {}, { cookies: { domain: 'example.org', secure: true } })
const browser = { accept: 'text/html' }

function choose(form: Record<string, string>, headers: Record<string, string> = {}) {
  const payload = new URLSearchParams(form).toString()
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  return app.inject({ method: 'POST', url: '/preferences', payload, headers: { ...type, ...headers } })
}

test('a choice is kept for a year in cookies of the shared domain that scripts can read', async () => {
  const { cookies, statusCode } = await choose({ language: 'ru', theme: 'dark' })
  assert.equal(statusCode, 200)
  const common = { path: '/', domain: 'example.org', secure: true, sameSite: 'Lax', maxAge: 31_536_000 }
  assert.deepEqual(
    cookies.map(cookie => ({ ...cookie })),
    [
      { name: 'atrium_language', value: 'ru', ...common },
      { name: 'atrium_theme', value: 'dark', ...common },
    ],
  )
  const kept = await app.inject({
    method: 'POST',
    url: '/preferences',
    payload: { theme: 'dark' },
    cookies: { atrium_theme: 'dark' },
  })
  assert.deepEqual(kept.cookies, [])
  assert.equal((await choose({ language: 'xx' })).statusCode, 422)
})

test('a form returns to its page without the parameters that it overrides, and never to another site', async () => {
  for (const [wanted, location] of [
    ['/docs?page=2', '/docs?page=2'],
    ['/auth/authorize?ui_locales=en&state=a%20b&theme=light', '/auth/authorize?state=a+b'],
    ['https://evil.example/', '/'],
    ['//evil.example/', '/'],
    ['/\\evil.example', '/'],
    ['/.//evil.example', '/evil.example'],
    ['javascript:alert(1)', '/'],
  ] as const) {
    const { headers, statusCode } = await choose({ language: 'ru', return: wanted })
    assert.deepEqual([statusCode, headers.location], [303, location])
  }
})

test('pages use the chosen language and theme, whatever the browser prefers', async () => {
  const page = await app.inject({
    url: '/no-such-page',
    headers: { ...browser, 'accept-language': 'en' },
    cookies: { atrium_language: 'ru', atrium_theme: 'dark' },
  })
  assert.match(page.body, /<html lang="ru" data-theme="dark">/)
  assert.match(page.body, /value="ru" formnovalidate aria-pressed="true"/)
  assert.match(page.body, /value="dark" formnovalidate aria-pressed="true"/)
  assert.match(page.body, /name="return" value="\/no-such-page"/)
})

test('a page that does not exist is a page for browsers only', async () => {
  const page = await app.inject({ url: '/no-such-page', headers: browser })
  assert.equal(page.statusCode, 404)
  assert.match(page.body, /<h1>Page not found<\/h1>/)
  assert.equal((await app.inject('/no-such-page')).json().error.details.reason, 'address_not_found')
  const change = await app.inject({ method: 'POST', url: '/no-such-page', headers: browser })
  assert.equal(change.json().error.code, 404)
})

test('ui_locales names languages in order of preference', () => {
  assert.deepEqual(preferencesFrom({ ui_locales: 'fr-CA ru-RU en', theme: 'dark' }, languageCodes), {
    language: 'ru',
    theme: 'dark',
  })
  assert.deepEqual(preferencesFrom({ ui_locales: ['ru'], theme: 'pink' }, languageCodes), {})
  assert.deepEqual(preferencesFrom({ ui_locales: 'ru en' }, ['en']), { language: 'en' })
})

test('only offered languages can be chosen, and the first one is for visitors who prefer none of them', async () => {
  const russian = await createSampleApp(() => {}, { languages: ['ru'] })
  const page = await russian.inject({
    url: '/no-such-page',
    headers: { ...browser, 'accept-language': 'en' },
    cookies: { atrium_language: 'en' },
  })
  assert.match(page.body, /<html lang="ru">/)
  assert.doesNotMatch(page.body, /name="language"/)
  const choice = await russian.inject({ method: 'POST', url: '/preferences', payload: { language: 'en' } })
  assert.equal(choice.statusCode, 422)
  assert.deepEqual(choice.json().error.details.errors, { language: ['допустимые значения: ru'] })
  assert.deepEqual(choice.cookies, [])
})
