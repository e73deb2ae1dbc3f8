import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBothServices } from '../both-services.ts'
import { createTeam } from '../team.ts'

const services = await startBothServices({ LANGUAGES: 'ru' })

test('both services speak the offered language, whatever a browser prefers', async () => {
  const headers = { accept: 'text/html', 'accept-language': 'en', cookie: 'atrium_language=en' }
  const url = '/no-such-page'
  const page = await services.app.inject({ url, headers })
  const identityPage = await fetch(`${services.environment.IDENTITY_URL}${url}`, { headers })
  for (const body of [page.body, await identityPage.text()]) {
    assert.match(body, /<html lang="ru">/)
    assert.doesNotMatch(body, /name="language"/)
  }
  const metadata = await fetch(`${services.environment.IDENTITY_URL}/.well-known/openid-configuration`)
  const { ui_locales_supported } = (await metadata.json()) as { ui_locales_supported: string[] }
  assert.deepEqual(ui_locales_supported, ['ru'])
})

test('a language that is not offered cannot be chosen, and is not used if it was chosen before', async () => {
  const { owner, member, toDo } = await createTeam(services)
  const refused = await member.call('PUT', '/users/me/settings', { language: 'en' })
  assert.equal(refused.statusCode, 422)
  assert.deepEqual(refused.json().error.details.errors, { language: ['допустимые значения: ru'] })
  await services.deps.db
    .insertInto('userSettings')
    .values({ userId: member.id, language: 'en', updatedAt: new Date().toISOString() })
    .execute()
  await owner.call('POST', '/task', { title: 'Отчёт', columnId: toDo, assigneeId: member.id })
  const { items } = (await member.call('GET', '/notification')).json()
  assert.match(items[0].subject, /назначает/)
})
