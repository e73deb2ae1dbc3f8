import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitUntil } from '@atrium/testing/wait-until'
import { sealProof } from '#oauth/session/upstream-proof.ts'
import { askForEmailCode, createEmailCode } from '#sign-in/email-codes/email-code.commands.ts'
import { answerOf, authorizeUrl, formOf, openSignInPage, submit } from '../authorize-flow.ts'
import { advanceClock, startIdentity } from '../identity-service.ts'
import { startMailbox } from '../mailbox.ts'
import { claimsOf, registerRelyingParty } from '../openid-flow.ts'
import {
  asPerson,
  cookiesOf,
  createConfirmedUser,
  createUser,
  createUserFromElsewhere,
  tokenRequest,
} from '../people.ts'

const settings = { EMAIL_CODES: 'on', RATE_LIMIT: 'off', TRUST_PROXY: 'true' }
const identity = await startIdentity(settings)
const { deps } = identity
const mailbox = await startMailbox(deps)
const client = await registerRelyingParty(identity)
const url = authorizeUrl({ client_id: client.clientId, scope: 'openid' })
const keeper = await asPerson(identity, await createUser(identity, 'owner'))

let networks = 0

/** A browser in a network of its own that asks for a code. */
async function ask(username: string, sharedNetwork?: string) {
  networks += 1
  const network = sharedNetwork ?? `10.1.${networks}.1`
  const headers = { 'x-forwarded-for': network }
  const { form, cookies } = await openSignInPage(identity, url)
  const response = await submit(identity, { ...form, username, email_code_step: 'ask' }, cookies, headers)
  const page = formOf(response.body)
  const enter = (code: string, from = cookies) => {
    return submit(identity, { ...page, email_code: code }, from, headers)
  }
  return { response, cookies, enter, page }
}

/** The sign-in codes among the emails to this address. */
function codesOf(email: string) {
  const emails = mailbox.received.filter(({ to }) => to.includes(email))
  return emails.flatMap(({ source }) => {
    const [, left, right] = source.match(/^=E2=80=A2 (\d{4}) (\d{4})\r?$/m) ?? []
    return left && right ? [left + right] : []
  })
}

async function askAndRead(person: { email: string }, skip = 0) {
  const asked = await ask(person.email)
  assert.equal(asked.response.statusCode, 200, asked.response.body)
  await waitUntil(() => codesOf(person.email).length > skip)
  return { ...asked, code: codesOf(person.email)[skip] ?? '' }
}

async function untilQueueIsEmpty() {
  await waitUntil(async () => {
    const { counts } = (await keeper('GET', '/mail/jobs')).json()
    return counts.waiting + counts.running === 0
  })
}

function wrong(code: string) {
  return String((Number(code) + 1) % 100_000_000).padStart(8, '0')
}

test('a code that was emailed signs in once, and the ID token says how', async () => {
  const person = await createConfirmedUser(identity)
  const { code, enter } = await askAndRead(person)
  const signedIn = await enter(`${code.slice(0, 4)} ${code.slice(4)}`)
  assert.equal(signedIn.statusCode, 302, signedIn.body)
  assert.ok(cookiesOf(signedIn).access_token)
  const tokens = await tokenRequest(identity, {
    grant_type: 'authorization_code',
    redirect_uri: 'https://app.example.org/callback',
    code: answerOf(signedIn).code ?? '',
    client_id: client.clientId,
    client_secret: client.clientSecret ?? '',
  })
  const claims = claimsOf(tokens.json().id_token)
  assert.deepEqual([claims.sub, claims.amr, claims.acr], [String(person.id), ['otp'], 'pwd'])
})

test('someone without a password signs in with a code', async () => {
  const person = await createUserFromElsewhere(identity)
  const { code, enter } = await askAndRead(person)
  assert.equal((await enter(code)).statusCode, 302)
})

test('the page asks for the address if none was typed', async () => {
  const { response, page } = await ask('')
  assert.match(response.body, /<input id="username"/)
  assert.equal(page.email_code_id, undefined)
})

test('a code is refused in another browser, and works once', async () => {
  const person = await createConfirmedUser(identity)
  const { code, enter, page, cookies } = await askAndRead(person)
  const other = await openSignInPage(identity, url)
  const stolen = { ...other.form, username: person.email, email_code_id: page.email_code_id ?? '' }
  const refused = await submit(identity, { ...stolen, email_code: code }, other.cookies)
  assert.equal(refused.statusCode, 401)
  assert.equal((await enter(code)).statusCode, 302)
  const again = await openSignInPage(identity, url, cookies)
  const repeated = { ...again.form, username: person.email, email_code_id: page.email_code_id ?? '' }
  assert.equal((await submit(identity, { ...repeated, email_code: code }, cookies)).statusCode, 401)
})

test('after five tries the code is worth nothing, not even for guesses at the same time', async () => {
  const person = await createConfirmedUser(identity)
  const { code, page, cookies } = await askAndRead(person)
  const guesses = Array.from({ length: 12 }, async (_, index) => {
    const { form } = await openSignInPage(identity, url, cookies)
    const filled = { ...form, username: person.email, email_code_id: page.email_code_id ?? '' }
    const headers = { 'x-forwarded-for': `10.9.${index}.1` } // the lockout counts other addresses apart
    return submit(identity, { ...filled, email_code: wrong(code) }, cookies, headers)
  })
  for (const { statusCode } of await Promise.all(guesses)) assert.ok([401, 429].includes(statusCode))
  const { form } = await openSignInPage(identity, url, cookies)
  const filled = { ...form, username: person.email, email_code_id: page.email_code_id ?? '' }
  const late = await submit(identity, { ...filled, email_code: code }, cookies, {
    'x-forwarded-for': '10.9.99.1',
  })
  assert.equal(late.statusCode, 401)
})

test('a code expires after ten minutes, and ends when the account signs out everywhere', async () => {
  const person = await createConfirmedUser(identity)
  const late = await askAndRead(person)
  advanceClock(deps, 601)
  assert.equal((await late.enter(late.code)).statusCode, 401)
  const ended = await askAndRead(person, 1)
  const call = await asPerson(identity, person)
  assert.equal((await call('DELETE', `/users/${person.id}/sessions`)).statusCode, 200)
  assert.equal((await ended.enter(ended.code)).statusCode, 401)
})

test('unknown, unconfirmed and archived accounts, and those with passkeys only, get the same page and no email', async () => {
  const known = await createConfirmedUser(identity)
  const unconfirmed = await createUser(identity)
  const archived = await createConfirmedUser(identity)
  assert.equal((await keeper('DELETE', `/users/${archived.id}`)).statusCode, 200)
  const keyed = await createConfirmedUser(identity)
  const credential = { credentialId: 'some key', publicKey: Buffer.from('key'), transports: [] }
  const key = { ...credential, name: 'Key', counter: 0, backedUp: false, createdAt: deps.now().toISOString() }
  await deps.db
    .insertInto('passkeys')
    .values({ userId: keyed.id, ...key })
    .execute()
  await deps.db.deleteFrom('passwords').where('userId', '=', keyed.id).execute()
  const others = ['nobody@example.org', unconfirmed.email, archived.email, keyed.email]
  const reference = neutral((await ask(known.email)).response.body, known.email)
  for (const email of others) {
    const { response, enter } = await ask(email)
    assert.equal(response.statusCode, 200)
    assert.equal(neutral(response.body, email), reference)
    const guessed = await enter('12345678')
    assert.equal(guessed.statusCode, 401)
  }
  await untilQueueIsEmpty()
  assert.ok(codesOf(known.email).length === 1)
  for (const email of others) assert.deepEqual(codesOf(email), [])
})

/** The page without what differs for each form. */
function neutral(body: string, email: string) {
  return body
    .replaceAll(email, 'login')
    .replaceAll(encodeURIComponent(email), 'login')
    .replace(/(name="(?:csrf_token|email_code_id)" value=")[^"]*/g, '$1')
    .replace(/nonce="[^"]*"/g, '')
}

test('a second factor stays required', async () => {
  const person = await createConfirmedUser(identity)
  await deps.db
    .insertInto('twoFactors')
    .values({
      userId: person.id,
      secret: 'sealed',
      createdAt: deps.now().toISOString(),
      confirmedAt: deps.now().toISOString(),
    })
    .execute()
  const { code, enter } = await askAndRead(person)
  const response = await enter(code)
  assert.equal(cookiesOf(response).access_token, undefined)
  assert.ok(formOf(response.body).two_factor_token)
})

test('an account gets five codes an hour, a network asks thirty times', async () => {
  const person = await createConfirmedUser(identity)
  for (let asked = 0; asked < 7; asked += 1) await ask(person.email)
  await untilQueueIsEmpty()
  assert.equal(codesOf(person.email).length, 5)
  const network = '10.200.0.1'
  const answers = await Promise.all(
    Array.from({ length: 33 }, (_, index) => ask(`person-${index}@nowhere.example`, network)),
  )
  const refused = answers.filter(({ response }) => response.statusCode === 429)
  assert.equal(refused.length, 3)
  assert.ok(Number(refused[0]?.response.headers['retry-after']) > 0)
})

test('an account gets five codes an hour, too, if all are sent at once, and a repeated job may send its code again', async () => {
  const person = await createConfirmedUser(identity)
  const asked = await Promise.all(
    Array.from({ length: 8 }, async (_, index) => {
      const asking = { browser: 'browser', address: `10.201.${index}.1` }
      const id = await askForEmailCode(deps, deps.db, asking)
      return { digest: deps.secrets.digest(id), username: person.email }
    }),
  )
  const created = await Promise.all(asked.map(code => createEmailCode(deps, code)))
  assert.equal(created.filter(Boolean).length, 5)
  const again = asked.filter((_, index) => created[index])
  for (const code of again) assert.ok(await createEmailCode(deps, code))
})

test('linking an account elsewhere takes the password, not a code', async () => {
  const person = await createConfirmedUser(identity)
  const elsewhere = { issuer: 'https://id.example.org', subject: 'someone', email: person.email }
  const upstream = sealProof(deps, {
    provider: 'company',
    providerName: 'Company',
    person: { ...elsewhere, emailVerified: true, name: null, surname: null, groups: [] } as never,
    sid: null,
    idToken: null,
    userId: person.id,
    isLink: true,
  })
  const { form, cookies } = await openSignInPage(identity, url)
  const filled = { ...form, upstream, username: person.email, email_code_step: 'ask' }
  const response = await submit(identity, filled, cookies)
  assert.equal(response.statusCode, 401)
  assert.doesNotMatch(response.body, /email_code/)
  await untilQueueIsEmpty()
  assert.deepEqual(codesOf(person.email), [])
})

test('codes are off by default', async () => {
  const plain = await startIdentity({ RATE_LIMIT: 'off' })
  const party = await registerRelyingParty(plain)
  const person = await createConfirmedUser(plain)
  const page = authorizeUrl({ client_id: party.clientId, scope: 'openid' })
  const { response, form, cookies } = await openSignInPage(plain, page)
  assert.doesNotMatch(response.body, /email_code/)
  const asked = await submit(plain, { ...form, username: person.email, email_code_step: 'ask' }, cookies)
  assert.equal(asked.statusCode, 401)
  assert.deepEqual(await plain.deps.db.selectFrom('emailCodes').selectAll().execute(), [])
})
