import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { createClient } from '@atrium/client/client'
import { createClient as createOAuthClient } from '#oauth/clients/client.contract.ts'
import { createPersonalToken } from '#sign-in/personal-tokens/personal-token.contract.ts'
import { codeAt, stepAt } from '#sign-in/two-factor/time-code.ts'
import {
  renewRecoveryCodes,
  startTwoFactor,
  turnOnTwoFactor,
} from '#sign-in/two-factor/two-factor.contract.ts'
import { cleanUp } from '#tokens/clean-up.ts'
import { rotateSigningKey } from '#tokens/signing-key.contract.ts'
import { createContact } from '#users/user-contact.contract.ts'
import { bytesOf } from '../base32.ts'
import { advanceClock, freezeClock, startListeningIdentity } from '../identity-service.ts'
import {
  asPerson,
  createConfirmedUser,
  createUser,
  type Person,
  registerClient,
  signIn,
  tokenRequest,
} from '../people.ts'

const identity = await startListeningIdentity({ RATE_LIMIT: 'off' })
const { app, deps } = identity
const { db } = deps
freezeClock(deps)
const proxy = await startCuttingProxy(identity.url)

/** Passes requests on; the first answer to a POST is lost after the service has given it. */
async function startCuttingProxy(target: string) {
  const seen = new Map<string, number>()
  const server = createServer(async (incoming, outgoing) => {
    const key = String(incoming.headers['idempotency-key'])
    const body = await buffer(incoming)
    const passed = forward(target + incoming.url, { method: incoming.method, headers: incoming.headers })
    passed.end(body).on('response', async response => {
      const answer = await buffer(response)
      const attempt = (seen.get(key) ?? 0) + 1
      seen.set(key, attempt)
      if (incoming.method === 'POST' && attempt === 1) return incoming.socket.destroy()
      outgoing.writeHead(response.statusCode ?? 500, response.headers).end(answer)
    })
  })
  server.listen(0, '127.0.0.1')
  after(() => server.close())
  await new Promise(resolve => server.once('listening', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

/** The client of the administration, behind the proxy. */
async function clientOf(person: Person) {
  const { access_token } = await signIn(identity, person)
  return createClient({
    baseUrl: proxy.url,
    headers: () => ({ authorization: `Bearer ${access_token}` }),
  })
}

const owner = await createConfirmedUser(identity, 'owner')
const admin = await clientOf(owner)

function count(table: 'clients' | 'personalTokens' | 'signingKeys' | 'userContacts' | 'recoveryCodes') {
  return db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
    .then(({ count }) => Number(count))
}

test('a client, a personal token, a contact and a key are created once, and what is shown once is shown', async () => {
  const before = await Promise.all([
    count('clients'),
    count('personalTokens'),
    count('signingKeys'),
    count('userContacts'),
  ])
  const { item: client } = await admin(createOAuthClient, {
    body: { name: 'Reports', grantTypes: 'client_credentials', scope: 'user:read' },
  })
  const { item: token } = await admin(createPersonalToken, {
    params: { id: owner.id },
    body: { name: 'Script', scopes: ['tasks:read'], currentPassword: owner.password },
  })
  await admin(rotateSigningKey, { body: {} })
  await admin(rotateSigningKey, { body: { now: true } })
  await admin(createContact, { body: { type: 'telegram', value: '@sample' } })
  const now = await Promise.all([
    count('clients'),
    count('personalTokens'),
    count('signingKeys'),
    count('userContacts'),
  ])
  assert.deepEqual(
    now.map((each, index) => each - (before[index] ?? 0)),
    [1, 1, 2, 1],
  )
  assert.match((token as { token: string }).token, /^atrium_pat_/)
  const granted = await tokenRequest(identity, {
    grant_type: 'client_credentials',
    client_id: client.clientId,
    client_secret: client.clientSecret ?? '',
  })
  assert.equal(granted.statusCode, 200, granted.body)
})

test('recovery codes are shown although the first answer was lost, and they work', async () => {
  const person = await createConfirmedUser(identity)
  const api = await clientOf(person)
  const params = { id: person.id }
  const { item } = await api(startTwoFactor, { params, body: { currentPassword: person.password } })
  const code = () => codeAt(bytesOf(item.secret), stepAt(deps.now()))
  const first = await api(turnOnTwoFactor, { params, body: { code: code() } })
  assert.equal(first.item.recoveryCodes.length, 10)
  assert.equal(await count('recoveryCodes'), 10)
  advanceClock(deps, 30)
  const { item: renewed } = await api(renewRecoveryCodes, { params, body: { code: code() } })
  assert.equal(await count('recoveryCodes'), 10)
  const login = await app.inject({
    method: 'POST',
    url: '/auth/login',
    payload: { username: person.email, password: person.password },
  })
  const { two_factor_token } = login.json().error.details
  const completed = await app.inject({
    method: 'POST',
    url: '/auth/login/two-factor',
    payload: { two_factor_token, code: renewed.recoveryCodes[0] },
  })
  assert.equal(completed.statusCode, 200, completed.body)
})

const reports = { name: 'Once', grantTypes: 'client_credentials', scope: 'user:read' }

function createOnce(accessToken: string, key: string, payload: object = reports) {
  const headers = { authorization: `Bearer ${accessToken}`, 'idempotency-key': key }
  return app.inject({ method: 'POST', url: '/oauth/clients', headers, payload })
}

test('twenty parallel requests with one key on two instances create one client', async () => {
  const { access_token } = await signIn(identity, owner)
  const second = await identity.startInstance()
  const before = await count('clients')
  const headers = { authorization: `Bearer ${access_token}`, 'idempotency-key': randomUUID() }
  const request = { method: 'POST', url: '/oauth/clients', headers, payload: reports } as const
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => (index % 2 ? app : second.app).inject(request)),
  )
  assert.equal(await count('clients'), before + 1)
  assert.equal(new Set(answers.map(({ body }) => body)).size, 1)
  assert.equal(answers.filter(({ headers }) => !headers['idempotency-replayed']).length, 1)
})

test('a key belongs to the user and the application, also after the session was renewed', async () => {
  const key = randomUUID()
  const first = await createOnce((await signIn(identity, owner)).access_token, key)
  assert.equal(first.statusCode, 200, first.body)
  const again = await createOnce((await signIn(identity, owner)).access_token, key)
  assert.deepEqual([again.body, again.headers['idempotency-replayed']], [first.body, 'true'])

  const other = await createOnce((await signIn(identity, owner)).access_token, key, {
    ...reports,
    name: 'Other',
  })
  assert.equal(other.statusCode, 422)
  assert.deepEqual(other.json().error.details.codes, { 'Idempotency-Key': ['key_already_used'] })

  const colleague = await createUser(identity, 'owner')
  const theirs = await createOnce((await signIn(identity, colleague)).access_token, key)
  assert.equal(theirs.headers['idempotency-replayed'], undefined)
  assert.notEqual(theirs.json().item.id, first.json().item.id)

  const scope = 'user:read system:manage'
  const grants = { grantTypes: 'password', scope }
  const application = await registerClient(identity, grants)
  const granted = await tokenRequest(identity, {
    grant_type: 'password',
    username: owner.email,
    password: owner.password,
    scope,
    client_id: application.clientId,
    client_secret: application.clientSecret ?? '',
  })
  const elsewhere = await createOnce(granted.json().access_token, key)
  assert.equal(elsewhere.statusCode, 422, elsewhere.body)
})

test('the answer is kept sealed, and the request as a digest with a secret', async () => {
  const key = randomUUID()
  const { clientSecret } = (await createOnce((await signIn(identity, owner)).access_token, key)).json().item
  const kept = await db
    .selectFrom('idempotentRequests')
    .where('key', '=', key)
    .selectAll()
    .executeTakeFirstOrThrow()
  assert.equal(kept.actor, `user ${owner.id}`)
  assert.equal(kept.status, 200)
  assert.ok(!JSON.stringify(kept).includes(clientSecret))
  assert.match(kept.requestDigest, /^[0-9a-f]{64}$/)
})

test('a wrong code counts as a guess, and is answered the same when it is repeated', async () => {
  const person = await createConfirmedUser(identity)
  const { access_token } = await signIn(identity, person)
  await (await asPerson(identity, person))('POST', `/users/${person.id}/two-factor`, {
    currentPassword: person.password,
  })
  const headers = { authorization: `Bearer ${access_token}`, 'idempotency-key': randomUUID() }
  const url = `/users/${person.id}/two-factor/confirm`
  const confirm = () => app.inject({ method: 'POST', url, headers, payload: { code: '000000' } })
  const first = await confirm()
  const failures = () => db.selectFrom('signInFailures').where('userId', '=', person.id).selectAll().execute()
  const counted = await failures()
  const again = await confirm()
  assert.deepEqual([first.statusCode, again.body], [422, first.body])
  assert.ok(counted.length > 0)
  assert.deepEqual(await failures(), counted)
})

test('OAuth endpoints and sign-ins know no keys: each request has its own answer', async () => {
  const client = await registerClient(identity, { grantTypes: 'client_credentials' })
  const payload = {
    grant_type: 'client_credentials',
    client_id: client.clientId,
    client_secret: client.clientSecret ?? '',
  }
  const headers = { 'idempotency-key': randomUUID() }
  const ask = () => app.inject({ method: 'POST', url: '/token', headers, payload })
  const [one, two] = [await ask(), await ask()]
  assert.equal(two.headers['idempotency-replayed'], undefined)
  assert.notEqual(one.json().access_token, two.json().access_token)
})

test('answers are deleted after a day, and with the personal data of their user', async () => {
  const person = await createUser(identity, 'owner')
  const { access_token } = await signIn(identity, person)
  await createOnce(access_token, 'erased')
  const of = (key: string) =>
    db.selectFrom('idempotentRequests').where('key', '=', key).select('key').execute()
  assert.equal((await of('erased')).length, 1)
  const erased = await (await asPerson(identity, owner))('POST', `/users/${person.id}/erase`, {
    confirmation: person.email,
  })
  assert.equal(erased.statusCode, 200, erased.body)
  assert.equal((await of('erased')).length, 0)

  await createOnce((await signIn(identity, owner)).access_token, 'expires')
  await cleanUp(deps)
  assert.equal((await of('expires')).length, 1)
  advanceClock(deps, 24 * 3600 + 1)
  await cleanUp(deps)
  assert.equal((await of('expires')).length, 0)
})
