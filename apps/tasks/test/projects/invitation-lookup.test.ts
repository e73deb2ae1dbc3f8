import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedServices } from '../both-services.ts'
import { createMailFolder, pendingJobs, runQueue } from '../mail-folder.ts'
import { createUser, type User } from '../team.ts'

const mail = createMailFolder()
const services = await sharedServices()
services.deps.settings.MAIL_URL = mail.url
const { app, deps } = services
const owner = await createUser(services)

const HOUR_MS = 3_600_000
const WEEK_MS = 7 * 24 * HOUR_MS

interface Invited {
  id: number
  token: string
  link: string
}

let guests = 0

async function invite(email = `guest${guests++}@example.org`, name = 'Office move') {
  const { id: projectId } = (await owner.call('POST', '/project', { name })).json().item
  const response = await owner.call('POST', `/project/${projectId}/invite`, { email, role: 'viewer' })
  assert.equal(response.statusCode, 200, response.body)
  return { projectId, email, body: response.body, ...(response.json().item as Invited) }
}

async function mailedTokenOf(email: string) {
  await runQueue(deps)
  const [sent] = await mail.emailsTo(email)
  return sent?.text.match(/#token=(\S+)/)?.[1] ?? ''
}

function lookUp(token: unknown) {
  return app.inject({ method: 'POST', url: '/invitation/lookup', payload: { token } })
}

async function refusalOf(token: string) {
  const response = await lookUp(token)
  return [response.statusCode, response.json().error.details.reason]
}

function accept(user: User, token: string) {
  return user.call('POST', '/invitation/accept', { token })
}

async function atAnotherTime(milliseconds: number, work: () => Promise<void>) {
  const { now } = deps
  deps.now = () => new Date(now().getTime() + milliseconds)
  await work().finally(() => {
    deps.now = now
  })
}

test('a link shows what its email says, without a session', async () => {
  const { token, email } = await invite('Guest@Example.org')
  const response = await lookUp(token)
  assert.equal(response.statusCode, 200, response.body)
  const { registrationTicket, expiresAt, ...item } = response.json().item
  assert.deepEqual(item, {
    project: { name: 'Office move' },
    inviter: { name: 'Sam Sample' },
    email,
    role: 'viewer',
    status: 'pending',
    isAddressProven: false,
    canRegister: true,
  })
  assert.ok(Date.parse(expiresAt) > Date.now())
  assert.equal(typeof registrationTicket, 'string')
})

test('only the emailed link proves the address, and nothing but the email has it', async () => {
  const { token, link, email, body, projectId } = await invite()
  const jobs = await pendingJobs(deps)
  const mailed = await mailedTokenOf(email)
  assert.ok(mailed.startsWith(`${token}.`), 'the link to share is the beginning of the mailed one')
  assert.ok(link.endsWith(token))
  assert.equal((await lookUp(mailed)).json().item.isAddressProven, true)
  const proof = mailed.slice(token.length)
  const rows = await deps.db.selectFrom('invitations').selectAll().execute()
  const listed = await owner.call('GET', `/project/${projectId}/invitation`)
  const looked = await lookUp(mailed)
  for (const place of [body, listed.body, looked.body, JSON.stringify(jobs), JSON.stringify(rows)]) {
    assert.ok(!place.includes(proof))
  }
})

test('a changed proof, an unknown token and anything else are refused', async () => {
  const { token, email } = await invite()
  const mailed = await mailedTokenOf(email)
  const changed = mailed.slice(0, -2) + (mailed.endsWith('AA') ? 'BB' : 'AA')
  const guest = await createUser(services)
  for (const wrong of [changed, `${token}.`, `${mailed}.1`, 'unknown', '1.1.9999999999999.x', '...']) {
    assert.deepEqual(await refusalOf(wrong), [404, 'invitation_not_found'], wrong)
    assert.equal((await accept(guest, wrong)).statusCode, 404, wrong)
  }
  for (const wrong of [undefined, '', 7, 'x'.repeat(201)]) assert.equal((await lookUp(wrong)).statusCode, 422)
})

test('a ticket stands for the token at the registration page, for an hour', async () => {
  const { token, email } = await invite()
  const ticketOf = async (text: string) => (await lookUp(text)).json().item.registrationTicket as string
  const [copied, mailed] = [await ticketOf(token), await ticketOf(await mailedTokenOf(email))]
  assert.equal((await lookUp(copied)).json().item.isAddressProven, false)
  assert.equal((await lookUp(mailed)).json().item.isAddressProven, true)
  const [id, , expires, signature] = copied.split('.')
  assert.equal((await lookUp(`${id}.1.${expires}.${signature}`)).statusCode, 404, 'it cannot be upgraded')
  const guest = await createUser(services)
  assert.equal((await accept(guest, copied)).statusCode, 404, 'a ticket accepts nothing')
  await atAnotherTime(HOUR_MS, async () => assert.equal((await lookUp(mailed)).statusCode, 404))
})

test('expired, revoked and used invitations and archived projects are refused', async () => {
  const expired = await invite()
  await atAnotherTime(WEEK_MS, async () => {
    assert.deepEqual(await refusalOf(expired.token), [410, 'invitation_expired'])
  })
  const revoked = await invite()
  const { registrationTicket } = (await lookUp(revoked.token)).json().item
  await owner.call('DELETE', `/project/${revoked.projectId}/invitation`)
  assert.deepEqual(await refusalOf(revoked.token), [410, 'invitation_revoked'])
  assert.deepEqual(await refusalOf(registrationTicket), [410, 'invitation_revoked'])
  const archived = await invite()
  await owner.call('DELETE', `/project/${archived.projectId}`)
  assert.deepEqual(await refusalOf(archived.token), [409, 'project_archived'])

  const guest = await createUser(services)
  const used = await invite(guest.email)
  const mailed = await mailedTokenOf(guest.email)
  assert.equal((await accept(guest, mailed)).statusCode, 200)
  assert.deepEqual(await refusalOf(used.token), [410, 'invitation_accepted'])
  const again = (await accept(guest, mailed)).json().error
  assert.deepEqual([again.code, again.details.projectId], [410, used.projectId], 'members learn where it led')
  await owner.call('DELETE', `/project/${used.projectId}/member/${guest.id}`)
  assert.equal((await accept(guest, mailed)).json().error.details.projectId, undefined)
})
