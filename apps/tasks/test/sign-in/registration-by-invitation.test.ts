import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startBothServices } from '../both-services.ts'
import { createMailFolder, runQueue } from '../mail-folder.ts'
import { cookiesOf } from '../people.ts'
import { createUser } from '../team.ts'

const mail = createMailFolder()
const services = await startBothServices({ MAIL_URL: mail.url })
const { app, deps, identity, identityDeps, environment } = services
const owner = await createUser(services)
const admin = await createUser(services, 'admin')
// New accounts send only a few invitations.
await sql`update users set created_at = now() - interval '2 days' where id = ${owner.id}`.execute(deps.db)
const { id: projectId } = (await owner.call('POST', '/project', { name: 'Office move' })).json().item

type Mode = 'open' | 'invited' | 'closed'

async function inMode(mode: Mode, work: () => Promise<void>) {
  identityDeps.settings.REGISTRATION = mode
  await work().finally(() => {
    identityDeps.settings.REGISTRATION = 'open'
  })
}

let guests = 0

function guest(overrides: Record<string, unknown> = {}) {
  guests += 1
  return {
    email: `guest${guests}@example.org`,
    phone: `+1202777${String(1000 + guests)}`,
    password: 'a long enough passphrase',
    surname: 'Guest',
    name: 'Gil',
    consent: true,
    ...overrides,
  }
}

function register(payload: object, headers: Record<string, string> = {}) {
  return identity.inject({ method: 'POST', url: '/users', payload, headers })
}

async function refusalOf(payload: object) {
  const response = await register(payload)
  return [response.statusCode, response.json().error?.details.reason]
}

async function invite(email: string) {
  const response = await owner.call('POST', `/project/${projectId}/invite`, { email, role: 'member' })
  return response.json().item as { id: number; token: string }
}

async function mailedTokenOf(email: string) {
  await runQueue(deps)
  return (await mail.emailsTo(email)).at(-1)?.text.match(/#token=(\S+)/)?.[1] ?? ''
}

async function accountsOf(email: string) {
  const accounts = await identityDeps.db.selectFrom('users').where('email', '=', email).select('id').execute()
  return accounts.length
}

/** Emails that ask the user to confirm the address. */
async function confirmationsTo(userId: number) {
  const { rows } = await sql`select 1 from graphile_worker._private_jobs
    where (payload ->> 'userId')::bigint = ${userId}`.execute(identityDeps.db)
  return rows.length
}

async function administrator() {
  const payload = { username: admin.email, password: admin.password }
  const response = await identity.inject({ method: 'POST', url: '/auth/login', payload })
  const token = response.cookies.find(({ name }) => name === 'access_token')?.value
  return { authorization: `Bearer ${token}` }
}

test('without the task service an invitation cannot be checked, and nothing is written', async () => {
  const person = guest()
  const { token } = await invite(person.email)
  for (const mode of ['open', 'invited'] as const) {
    await inMode(mode, async () => {
      const response = await register({ ...person, invitationToken: token })
      assert.equal(response.statusCode, 503, response.body)
      assert.equal(response.json().error.details.reason, 'tasks_unavailable')
      assert.equal(response.headers['retry-after'], '5')
    })
  }
  const { TASKS_INTERNAL_URL } = identityDeps.settings
  delete identityDeps.settings.TASKS_INTERNAL_URL
  assert.equal((await register({ ...person, invitationToken: token })).statusCode, 503)
  Object.assign(identityDeps.settings, { TASKS_INTERNAL_URL })
  assert.equal(await accountsOf(person.email), 0)
  await app.listen({ host: 'localhost', port: Number(new URL(environment.TASKS_URL).port) })
  assert.equal((await register({ ...person, invitationToken: token })).statusCode, 200)
})

test('with the link that the inviter shared the address is unconfirmed, with the emailed one it is confirmed', async () => {
  const [shared, mailed] = [guest(), guest()]
  const { token } = await invite(shared.email)
  const first = await register({ ...shared, invitationToken: token })
  assert.equal(first.json().item.emailVerifiedAt, null)
  await invite(mailed.email)
  const response = await register({ ...mailed, invitationToken: await mailedTokenOf(mailed.email) })
  assert.equal(response.statusCode, 200, response.body)
  const { item } = response.json()
  assert.equal(item.emailVerifiedAt, item.consentAt)
  assert.deepEqual([await confirmationsTo(first.json().item.id), await confirmationsTo(item.id)], [1, 0])
  const entries = await identityDeps.db
    .selectFrom('auditEntries')
    .where('subjectId', '=', item.id)
    .selectAll()
    .execute()
  assert.deepEqual(
    entries.map(({ action, details }) => [action, details]),
    [['user.registered', { invited: true }]],
  )
})

test('an address matches regardless of case, and another address is refused', async () => {
  const person = guest()
  const { token } = await invite(person.email)
  const other = guest({ invitationToken: token })
  for (const mode of ['open', 'invited'] as const) {
    await inMode(mode, async () => {
      assert.deepEqual(await refusalOf(other), [403, 'invitation_email_differs'])
    })
  }
  assert.equal(await accountsOf(other.email), 0)
  const email = person.email.toUpperCase()
  assert.equal((await register({ ...person, email, invitationToken: token })).statusCode, 200)
})

test('REGISTRATION=invited needs a valid invitation', () =>
  inMode('invited', async () => {
    assert.deepEqual(await refusalOf(guest()), [403, 'invitation_required'])
    assert.deepEqual(await refusalOf({}), [403, 'invitation_required'], 'before any field is checked')
    assert.deepEqual(await refusalOf(guest({ invitationToken: 'unknown' })), [403, 'invitation_invalid'])
    assert.deepEqual(await refusalOf({ invitationToken: 'x' }), [422, 'validation_failed'])

    const person = guest()
    const { token } = await invite(person.email)
    const { now } = deps
    deps.now = () => new Date(now().getTime() + 7 * 24 * 3_600_000)
    assert.deepEqual(await refusalOf({ ...person, invitationToken: token }), [403, 'invitation_invalid'])
    deps.now = now
    await owner.call('DELETE', `/project/${projectId}/invitation?email=${person.email}`)
    assert.deepEqual(await refusalOf({ ...person, invitationToken: token }), [403, 'invitation_invalid'])

    const { token: next } = await invite(person.email)
    assert.equal((await register({ ...person, invitationToken: next })).statusCode, 200)
    assert.deepEqual(await refusalOf(guest({ email: person.email, invitationToken: next })), [
      409,
      'user_email_taken',
    ])
    const created = await register(guest(), await administrator())
    assert.equal(created.statusCode, 200, created.body)
  }))

test('REGISTRATION=closed lets only administrators create accounts', () =>
  inMode('closed', async () => {
    const person = guest()
    const { token } = await invite(person.email)
    for (const payload of [person, {}, { ...person, invitationToken: token }]) {
      assert.deepEqual(await refusalOf(payload), [403, 'registration_closed'])
    }
    const headers = { authorization: `Bearer ${owner.token}` }
    assert.equal((await register(person, headers)).statusCode, 403, 'users.manage.any is needed')
    const created = await register(person, await administrator())
    assert.equal(created.statusCode, 200, created.body)
    assert.equal(created.json().item.emailVerifiedAt, null)
    assert.equal((await register({}, await administrator())).statusCode, 422)
  }))

test('two registrations with one invitation create one account', () =>
  inMode('invited', async () => {
    const person = guest()
    await invite(person.email)
    const invitationToken = await mailedTokenOf(person.email)
    const attempts = [person, { ...person, phone: '+12027770001' }, { ...person, phone: '+12027770002' }]
    const responses = await Promise.all(attempts.map(each => register({ ...each, invitationToken })))
    assert.deepEqual(responses.map(({ statusCode }) => statusCode).sort(), [200, 409, 409])
    assert.equal(await accountsOf(person.email), 1)
  }))

test('an invited account joins the project at once', async () => {
  const person = guest()
  await invite(person.email)
  const token = await mailedTokenOf(person.email)
  assert.equal((await register({ ...person, invitationToken: token })).statusCode, 200)
  const payload = { login: person.email, password: person.password }
  const signedIn = (await app.inject({ method: 'POST', url: '/user/login', payload })).json()
  const headers = { authorization: `Bearer ${signedIn.token}` }
  const listed = (await app.inject({ url: '/invitation', headers })).json().items
  assert.equal(listed.length, 1, 'the address is confirmed, so the list has it too')
  const joined = await app.inject({ method: 'POST', url: '/invitation/accept', headers, payload: { token } })
  assert.deepEqual([joined.statusCode, joined.json().item.id], [200, projectId])
})

test('an invitation says whether its holder can create an account', async () => {
  const { token } = await invite(guest().email)
  const canRegister = async () => {
    const looked = await app.inject({ method: 'POST', url: '/invitation/lookup', payload: { token } })
    return looked.json().item?.canRegister
  }
  await inMode('closed', async () => assert.equal(await canRegister(), false))
  await inMode('invited', async () => assert.equal(await canRegister(), true))
  services.proxy.setState('broken')
  assert.equal(await canRegister(), true, 'without an answer, the registration page decides')
  services.proxy.setState('open')
})

test('the way from the landing through the registration page ends in the application', () =>
  inMode('invited', async () => {
    const email = guest().email
    await invite(email)
    const token = await mailedTokenOf(email)
    const looked = await app.inject({ method: 'POST', url: '/invitation/lookup', payload: { token } })
    const query = new URLSearchParams({
      return: '/app/invitation',
      prompt: 'create',
      login_hint: email,
      invitation: looked.json().item.registrationTicket,
    })
    const left = await app.inject({ url: `/auth/sign-in?${query}` })
    const opened = await identity.inject({ url: pathOf(left), headers: { accept: 'text/html' } })
    const page = await identity.inject({ url: pathOf(opened), headers: { accept: 'text/html' } })
    assert.equal(page.statusCode, 200)
    assert.match(page.body, /invited you to <strong>Office move<\/strong> as a member/)
    assert.match(page.body, new RegExp(`value="${email}"[^>]* readonly`))
    const hidden = [...page.body.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)]
    const form = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]))
    const { phone, password, name, surname } = guest()
    const submitted = await identity.inject({
      method: 'POST',
      url: '/register',
      cookies: cookiesOf(page),
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
      payload: new URLSearchParams({
        ...form,
        phone,
        password,
        name,
        surname,
        email: 'x@example.org',
      }).toString(),
    })
    assert.equal(submitted.statusCode, 302, submitted.body)
    const returned = await app.inject({ url: pathOf(submitted), cookies: cookiesOf(left) })
    assert.equal(returned.headers.location, `${environment.FRONTEND_URL}invitation`)
    const { app_access_token = '' } = cookiesOf(returned)
    const me = await app.inject({ url: '/users/me', cookies: { app_access_token } })
    assert.equal(me.json().item.email, email, 'the address of the invitation counts')
    const again = await identity.inject({ url: pathOf(opened), headers: { accept: 'text/html' } })
    assert.equal(again.statusCode, 200, 'until someone joins, the invitation is pending')
    await owner.call('DELETE', `/project/${projectId}/invitation?email=${email}`)
    const revoked = await identity.inject({ url: pathOf(opened), headers: { accept: 'text/html' } })
    assert.equal(revoked.statusCode, 403)
    assert.match(revoked.body, /This invitation no longer works/)
  }))

function pathOf(response: { headers: Record<string, unknown> }) {
  const { pathname, search } = new URL(String(response.headers.location), environment.IDENTITY_URL)
  return pathname + search
}
