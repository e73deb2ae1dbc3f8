import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languages } from '@atrium/core/languages'
import { speakPseudoLanguage, wordsWithoutCatalogue } from '@atrium/testing/pseudo-texts'
import { texts as sharedTexts } from '@atrium/texts/shared'
import { texts } from '#texts.ts'
import { startBothServices } from '../both-services.ts'
import { createMailFolder, runQueue } from '../mail-folder.ts'
import { createTeam } from '../team.ts'

const mail = createMailFolder()
const services = await startBothServices({ MAIL_URL: mail.url, RATE_LIMIT: 'off' })
const { app, deps } = services
const { owner, member, toDo } = await createTeam(services)
speakPseudoLanguage(texts('en'), sharedTexts('en'))

const names = languages.map(({ name }) => name)

for (const url of [
  '/',
  '/nowhere',
  '/docs/nowhere',
  '/auth/login',
  '/auth/callback',
  '/unsubscribe?token=unknown',
])
  test(`every text of ${url} comes from a catalogue`, async () => {
    const { body } = await app.inject({ url, headers: { accept: 'text/html' } })
    assert.match(body, /[ȧḗǿ]/)
    assert.deepEqual(wordsWithoutCatalogue(body, [...names, 'nowhere']), [])
  })

test('every text of a notification and its email comes from a catalogue', async () => {
  await member.call('PUT', '/notification/preferences', { mail: 'each' })
  await owner.call('POST', '/task', { title: '77', columnId: toDo, assigneeId: member.id })
  const [notification] = (await member.call('GET', '/notification')).json().items
  const { name, surname } = (await owner.call('GET', '/users/me')).json().item
  const project = notification.context.projectName
  const check = (text: string) =>
    assert.deepEqual(wordsWithoutCatalogue(text, [name, surname, project, 'WEB']), [])
  check(`${notification.subject} ${notification.body}`)
  await runQueue(deps)
  const email = (await mail.emailsTo(member.email)).at(-1)
  const [page = ''] = email?.html.split('</html>') ?? []
  assert.match(page, /[ȧḗǿ]/)
  check(page)
})
