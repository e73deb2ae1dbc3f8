import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Authenticator } from '#sign-in/authenticators/authenticator.ts'
import { getSecurityStamp } from '#tokens/security-stamp.queries.ts'
import { sharedIdentity } from '../identity-service.ts'
import { asPerson, createUser, createUserFromElsewhere, registerClient, tokenRequest } from '../people.ts'

const identity = await sharedIdentity()
const { app, deps } = identity
const local = [...deps.authenticators]

type Outcome = Awaited<ReturnType<Authenticator['verify']>>

/** Adds a directory to the list that knows one user by a login name of its own. */
async function addDirectory(
  outcome: (login: string, password: string) => Outcome | undefined = () => undefined,
) {
  const { id: userId, email } = await createUserFromElsewhere(identity)
  const asked: string[] = []
  const directory: Authenticator = {
    kind: 'directory',
    verify: async (login, password) => {
      asked.push(login)
      const answered = outcome(login, password)
      if (answered) return answered
      if (login !== `login-${userId}` && login !== email) return 'unknown'
      if (password !== 'of the directory') return 'wrong'
      const stamp = await getSecurityStamp(deps.db, userId)
      return { userId, amr: 'pwd', at: deps.now().toISOString(), stamp }
    },
  }
  deps.authenticators = [...local, directory]
  return { userId, email, name: `login-${userId}`, asked }
}

function login(username: string, password: string, from = '203.0.113.9') {
  const payload = { username, password }
  return app.inject({ method: 'POST', url: '/auth/login', payload, headers: { 'x-forwarded-for': from } })
}

test('passwords that are stored here come first', () => {
  assert.equal(local[0]?.kind, 'local')
})

test('an authenticator that is added to the list signs its users in, and others keep their passwords', async () => {
  const { userId, name, email, asked } = await addDirectory()
  const person = await createUser(identity)
  for (const username of [name, email]) {
    const response = await login(username, 'of the directory')
    assert.equal(response.statusCode, 200, response.body)
  }
  const client = await registerClient(identity)
  const form = { grant_type: 'password', client_id: client.clientId, username: name }
  const secret = { client_secret: client.clientSecret ?? '', password: 'of the directory' }
  const granted = await tokenRequest(identity, { ...form, ...secret })
  assert.equal(granted.statusCode, 200, granted.body)
  const { sub } = JSON.parse(Buffer.from(granted.json().access_token.split('.')[1], 'base64url').toString())
  assert.equal(sub, String(userId))
  assert.equal((await login(person.email, person.password)).statusCode, 200)
  assert.ok(!asked.includes(person.email), 'a login that is known here is not asked about elsewhere')
})

test('a wrong password is counted, and looks the same at every authenticator', async () => {
  const { name } = await addDirectory()
  const person = await createUser(identity)
  const answers = []
  for (const username of [name, person.email, 'nobody@example.org']) {
    const address = `198.51.100.${answers.length}`
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      const { statusCode, body } = await login(username, 'wrong', address)
      assert.equal(statusCode, 401)
      if (attempt === 1) answers.push(body)
    }
    const blocked = await login(username, 'wrong', address)
    assert.equal(blocked.statusCode, 429, username)
  }
  assert.equal(new Set(answers).size, 1)
})

test('an authenticator that does not answer is 503, and counts as no attempt', async () => {
  let isDown = true
  const { name } = await addDirectory(() => (isDown ? 'unavailable' : undefined))
  for (let attempt = 1; attempt <= 7; attempt += 1) {
    const response = await login(name, 'of the directory', '198.51.100.50')
    assert.equal(response.statusCode, 503)
    assert.equal(response.json().error.details.reason, 'sign_in_provider_unavailable')
    assert.ok(Number(response.headers['retry-after']) > 0)
  }
  isDown = false
  assert.equal((await login(name, 'of the directory', '198.51.100.50')).statusCode, 200)
})

test('an archived user is refused as if the password were wrong, by any authenticator', async () => {
  const { userId, name } = await addDirectory()
  const admin = await asPerson(identity, await createUser(identity, 'admin'))
  const wrong = await login(name, 'wrong', '198.51.100.60')
  assert.equal((await admin('DELETE', `/users/${userId}`)).statusCode, 200)
  const refused = await login(name, 'of the directory', '198.51.100.61')
  assert.deepEqual([refused.statusCode, refused.body], [401, wrong.body])
})

test('where the own password is asked for, the authenticator of the user verifies it', async () => {
  const { userId, email } = await addDirectory()
  const call = await asPerson(identity, { id: userId, email, phone: '', password: 'of the directory' })
  const url = `/users/${userId}/two-factor`
  const wrong = await call('POST', url, { currentPassword: 'wrong' })
  assert.equal(wrong.statusCode, 422, wrong.body)
  const started = await call('POST', url, { currentPassword: 'of the directory' })
  assert.equal(started.statusCode, 200, started.body)
})

test('a proof is worth nothing once the security stamp has changed', async () => {
  const { name, userId } = await addDirectory((typed, password) =>
    password === 'old'
      ? { userId: Number(typed.split('-')[1]), amr: 'pwd', at: new Date().toISOString(), stamp: -1 }
      : undefined,
  )
  const response = await login(name, 'old')
  assert.equal(response.statusCode, 401, response.body)
  assert.equal(response.json().error.details.reason, 'password_just_changed')
  const families = deps.db.selectFrom('tokenFamilies').where('userId', '=', userId).selectAll()
  assert.deepEqual(await families.execute(), [])
})
