import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedServices } from '../both-services.ts'
import { createMailFolder, runQueue } from '../mail-folder.ts'
import { createTeam } from '../team.ts'

const mail = createMailFolder()
const services = await sharedServices()
services.deps.settings.MAIL_URL = mail.url
const { app, deps, environment } = services
const team = await createTeam(services)
const { member, owner } = team
const address = await receiveNotification()

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const oneClick = 'List-Unsubscribe=One-Click'
const preferences = async () => (await member.call('GET', '/notification/preferences')).json().item

/** Returns the address to unsubscribe at, from the headers of the newest email. */
async function receiveNotification() {
  await member.call('PUT', '/notification/preferences', { mail: 'each', mutedTypes: ['task.overdue'] })
  await assign()
  await runQueue(deps)
  const email = (await mail.emailsTo(member.email)).at(-1)
  const head = email?.head.replaceAll(/\n(?=[ \t])/g, '') ?? '' // unfolded: RFC 5322 §2.2.3
  assert.match(head, /^Auto-Submitted: auto-generated$/m)
  assert.match(head, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
  const [, url = ''] = /^List-Unsubscribe: <(.+)>$/m.exec(head) ?? []
  const { origin, pathname, search } = new URL(url)
  assert.equal(origin, environment.TASKS_URL)
  return `${pathname}${search}`
}

async function assign() {
  const task = { title: 'A task', columnId: team.toDo, assigneeId: member.id }
  assert.equal((await owner.call('POST', '/task', task)).statusCode, 200)
}

test('opening the address shows a button and changes nothing', async () => {
  const response = await app.inject({ url: address, headers: { accept: 'text/html' } })
  assert.equal(response.statusCode, 200)
  assert.match(
    response.body,
    /<form method="post" action="\/unsubscribe\?token=[\w-]+"><button type="submit">/,
  )
  assert.doesNotMatch(response.body, new RegExp(member.email))
  assert.equal((await preferences()).mail, 'each')
  const russian = await app.inject({ url: address, headers: { 'accept-language': 'ru' } })
  assert.match(russian.body, /Отключить письма с уведомлениями\?/)
})

test('one click turns off notification emails without signing in, and nothing else', async () => {
  const before = (await mail.emailsTo(member.email)).length
  const response = await app.inject({ method: 'POST', url: address, headers: form, payload: oneClick })
  assert.equal(response.statusCode, 200, response.body)
  assert.deepEqual(response.headers['set-cookie'], undefined)
  assert.partialDeepStrictEqual(await preferences(), {
    mail: 'none',
    mutedTypes: ['task.overdue'],
    mutedProjects: [],
  })
  await assign()
  await runQueue(deps)
  assert.equal((await mail.emailsTo(member.email)).length, before)
})

test('the form of a browser and a multipart body work too, and again', async () => {
  await member.call('PUT', '/notification/preferences', { mail: 'digest' })
  const headers = { ...form, origin: 'null' }
  assert.equal((await app.inject({ method: 'POST', url: address, headers, payload: '' })).statusCode, 200)
  assert.equal((await preferences()).mail, 'none')
  const multipart = {
    'content-type': 'multipart/form-data; boundary=part',
  }
  const payload =
    '--part\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--part--\r\n'
  const response = await app.inject({ method: 'POST', url: address, headers: multipart, payload })
  assert.equal(response.statusCode, 200, response.body)
})

test('an address that is not ours changes nothing and says nothing about anyone', async () => {
  await member.call('PUT', '/notification/preferences', { mail: 'digest' })
  const [path, token = ''] = address.split('?token=')
  const flipped = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`
  const answers = []
  for (const wrong of ['', 'x', String(member.id), flipped, 'A'.repeat(token.length)]) {
    for (const method of ['GET', 'POST'] as const) {
      const response = await app.inject({
        method,
        url: `${path}?token=${wrong}`,
        headers: form,
        payload: oneClick,
      })
      assert.equal(response.statusCode, 410)
      answers.push(response.body.replaceAll(/token=[\w-]*|value="[^"]*"/g, ''))
    }
  }
  assert.equal(new Set(answers).size, 1)
  assert.equal((await preferences()).mail, 'digest')
})

test('the answer is the same after the account is gone', async () => {
  const ask = () => app.inject({ method: 'POST', url: address, headers: form, payload: oneClick })
  const before = await ask()
  await deps.db
    .updateTable('users')
    .set({ archivedAt: new Date().toISOString() })
    .where('id', '=', member.id)
    .execute()
  const after = await ask()
  assert.deepEqual([after.statusCode, after.body], [before.statusCode, before.body])
})
