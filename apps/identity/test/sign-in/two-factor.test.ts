import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createLogger } from '@atrium/core/logger'
import { longTest } from '@atrium/testing/long-test'
import { createIdentityApp } from '#app.ts'
import { codeAt, stepAt } from '#sign-in/two-factor/time-code.ts'
import { answerOf, authorizeUrl, formOf, openSignInPage, redeem, submit } from '../authorize-flow.ts'
import { bytesOf } from '../base32.ts'
import { advanceClock, freezeClock, type Identity, sharedIdentity } from '../identity-service.ts'
import { claimsOf, registerRelyingParty } from '../openid-flow.ts'
import {
  as,
  asPerson,
  cookiesOf,
  createConfirmedUser,
  type Person,
  registerClient,
  signIn,
  tokenRequest,
} from '../people.ts'

const identity = await sharedIdentity()
const { app, deps } = identity
freezeClock(deps)

/** A user with an authenticator app; each code is one step of its clock later. */
async function createTwoFactorUser(instance: Pick<Identity, 'app' | 'deps'> = identity) {
  const person = await createConfirmedUser(instance as Identity)
  const call = await asPerson(instance, person)
  const url = `/users/${person.id}/two-factor`
  const started = await call('POST', url, { currentPassword: person.password })
  assert.equal(started.statusCode, 200, started.body)
  const { secret } = started.json().item as { secret: string }
  const code = () => codeAt(bytesOf(secret), stepAt(instance.deps.now()))
  const nextCode = () => {
    advanceClock(instance.deps, 30)
    return code()
  }
  const confirmed = await call('POST', `${url}/confirm`, { code: code() })
  assert.equal(confirmed.statusCode, 200, confirmed.body)
  return {
    person,
    call,
    url,
    secret,
    code,
    nextCode,
    recoveryCodes: confirmed.json().item.recoveryCodes as string[],
  }
}

function login({ email, password }: Person, from = '203.0.113.1') {
  const payload = { username: email, password }
  return app.inject({ method: 'POST', url: '/auth/login', payload, headers: { 'x-forwarded-for': from } })
}

async function tokenFor(person: Person): Promise<string> {
  const response = await login(person)
  assert.equal(response.statusCode, 401, response.body)
  return response.json().error.details.two_factor_token
}

function secondStep(two_factor_token: string, code: string, from = '203.0.113.1') {
  const payload = { two_factor_token, code }
  const headers = { 'x-forwarded-for': from }
  return app.inject({ method: 'POST', url: '/auth/login/two-factor', payload, headers })
}

test('setup starts with the password and is on after the first code', async () => {
  const person = await createConfirmedUser(identity)
  const call = await asPerson(identity, person)
  const url = `/users/${person.id}/two-factor`
  const off = { isOn: false, confirmedAt: null, recoveryCodesLeft: 0 }
  assert.deepEqual((await call('GET', url)).json().item, off)
  const refused = await call('POST', url, { currentPassword: 'wrong' })
  assert.deepEqual(Object.keys(refused.json().error.details.errors), ['currentPassword'])
  const { secret, uri } = (await call('POST', url, { currentPassword: person.password })).json().item
  assert.match(secret, /^[A-Z2-7]{32}$/)
  assert.ok(
    uri.startsWith(
      `otpauth://totp/Atrium:${encodeURIComponent(person.email)}?secret=${secret}&issuer=Atrium`,
    ),
  )
  assert.deepEqual((await call('GET', url)).json().item, off)
  await signIn(identity, person) // nothing has changed yet

  const code = codeAt(bytesOf(secret), stepAt(deps.now()))
  const wrong = code === '000000' ? '000001' : '000000'
  assert.equal((await call('POST', `${url}/confirm`, { code: wrong })).statusCode, 422)
  const { recoveryCodes } = (await call('POST', `${url}/confirm`, { code })).json().item
  assert.equal(new Set(recoveryCodes).size, 10)
  const { isOn, recoveryCodesLeft } = (await call('GET', url)).json().item
  assert.deepEqual([isOn, recoveryCodesLeft], [true, 10])
  assert.equal((await call('POST', url, { currentPassword: person.password })).statusCode, 409)
  assert.equal((await call('POST', `${url}/confirm`, { code })).statusCode, 409)
})

test('a correct password leads to the code, and both sign in', async () => {
  const { person, nextCode } = await createTwoFactorUser()
  const asked = await login(person)
  assert.equal(asked.statusCode, 401)
  assert.equal(asked.json().error.details.error, 'two_factor_required')
  assert.deepEqual(asked.cookies, [])
  const response = await secondStep(asked.json().error.details.two_factor_token, nextCode())
  assert.equal(response.statusCode, 200, response.body)
  const { access_token = '' } = cookiesOf(response)
  assert.equal((await as(identity, access_token)('GET', '/users/me')).json().item.id, person.id)
  const wrong = await login({ ...person, password: 'wrong' })
  assert.equal(wrong.json().error.details?.error, undefined)
})

test('a code counts once, and an old one not at all', async () => {
  const { person, code, nextCode } = await createTwoFactorUser()
  const token = await tokenFor(person)
  assert.equal((await secondStep(token, code())).statusCode, 401) // it has confirmed
  const used = nextCode()
  assert.equal((await secondStep(token, used)).statusCode, 200)
  assert.equal((await secondStep(token, used)).statusCode, 401)
  const old = nextCode()
  advanceClock(deps, 90)
  assert.equal((await secondStep(await tokenFor(person), old)).statusCode, 401)
})

longTest('of many requests with the same code at once, one succeeds', async () => {
  const { person, nextCode } = await createTwoFactorUser()
  const token = await tokenFor(person)
  const code = nextCode()
  const answers = await Promise.all(Array.from({ length: 4 }, () => secondStep(token, code)))
  assert.equal(answers.filter(({ statusCode }) => statusCode === 200).length, 1)
})

test('a recovery code signs in once, in any spelling', async () => {
  const { person, recoveryCodes, nextCode, call, url } = await createTwoFactorUser()
  const [recovery = ''] = recoveryCodes
  assert.equal((await secondStep(await tokenFor(person), ` ${recovery.toUpperCase()} `)).statusCode, 200)
  assert.equal((await secondStep(await tokenFor(person), recovery)).statusCode, 401)
  assert.equal((await call('GET', url)).json().item.recoveryCodesLeft, 9)
  const other = await createTwoFactorUser()
  assert.equal((await secondStep(await tokenFor(person), other.recoveryCodes[1] ?? '')).statusCode, 401)
  assert.equal((await secondStep(await tokenFor(person), nextCode())).statusCode, 200)
})

test('the token of the first step signs in once', async () => {
  const { person, recoveryCodes } = await createTwoFactorUser()
  const [first = '', second = ''] = recoveryCodes
  const token = await tokenFor(person)
  const outcomes = await Promise.all([secondStep(token, first), secondStep(token, 'wrong code')])
  assert.deepEqual(outcomes.map(({ statusCode }) => statusCode).sort(), [200, 401])
  assert.equal((await secondStep(token, second)).statusCode, 401)
  assert.equal((await secondStep(await tokenFor(person), second)).statusCode, 200, 'the code was not used up')
})

longTest('recovery codes are renewed with a code, and the old ones stop working', async () => {
  const { person, recoveryCodes, nextCode, call, url } = await createTwoFactorUser()
  const renew = (code: string) => call('POST', `${url}/recovery-codes`, { code })
  assert.equal((await renew('000000')).statusCode, 422)
  const renewed = (await renew(nextCode())).json().item.recoveryCodes
  assert.equal(renewed.length, 10)
  assert.equal((await secondStep(await tokenFor(person), recoveryCodes[0] ?? '')).statusCode, 401)
  assert.equal((await secondStep(await tokenFor(person), renewed[0])).statusCode, 200)
  const other = await createConfirmedUser(identity)
  const refused = await (await asPerson(identity, other))(
    'POST',
    `/users/${other.id}/two-factor/recovery-codes`,
    { code: '000000' },
  )
  assert.equal(refused.statusCode, 409)
})

test('the token of the first step is short-lived, unforgeable, and ends when the password changes', async () => {
  const { person, nextCode, call } = await createTwoFactorUser()
  const other = await createTwoFactorUser()
  const token = await tokenFor(person)
  const [, ...rest] = token.split('.')
  for (const forged of ['', 'x', '..', `${other.person.id}.${rest.join('.')}`, `${token}x`])
    assert.equal((await secondStep(forged, other.nextCode())).statusCode, 401)
  advanceClock(deps, 301)
  assert.equal((await secondStep(token, nextCode())).statusCode, 401)
  const fresh = await tokenFor(person)
  const change = { password: 'another long passphrase', currentPassword: person.password }
  const changed = await call('POST', `/users/${person.id}/passport-change`, change)
  assert.equal(changed.statusCode, 200, changed.body)
  assert.equal((await secondStep(fresh, nextCode())).statusCode, 401)
})

type TwoFactorUser = Awaited<ReturnType<typeof createTwoFactorUser>>

const endings: [string, (user: TwoFactorUser) => Promise<unknown>][] = [
  ['signs out everywhere', ({ call }) => call('POST', '/auth/logout-all')],
  [
    'renews the recovery codes',
    ({ call, url, nextCode }) => call('POST', `${url}/recovery-codes`, { code: nextCode() }),
  ],
  [
    'sets up the second factor again',
    async user => {
      const { person, call, url } = user
      await call('DELETE', url, { currentPassword: person.password })
      const { secret } = (await call('POST', url, { currentPassword: person.password })).json().item
      advanceClock(deps, 30)
      user.code = () => codeAt(bytesOf(secret), stepAt(deps.now()))
      assert.equal((await call('POST', `${url}/confirm`, { code: user.code() })).statusCode, 200)
    },
  ],
  [
    'is signed out by an administrator',
    async ({ person }) => {
      const admin = await asPerson(identity, await createConfirmedUser(identity, 'admin'))
      assert.equal((await admin('DELETE', `/users/${person.id}/sessions`)).statusCode, 200)
    },
  ],
]

for (const [what, end] of endings) {
  test(`the token of the first step is useless once the user ${what}`, async () => {
    const user = await createTwoFactorUser()
    const token = await tokenFor(user.person)
    await end(user)
    advanceClock(deps, 30)
    const refused = await secondStep(token, user.code())
    assert.equal(refused.statusCode, 401, refused.body)
    assert.equal(refused.json().error.details.reason, 'sign_in_expired')
    assert.equal((await secondStep(await tokenFor(user.person), user.code())).statusCode, 200)
  })
}

test('wrong codes lock the account from any address, and a correct password does not clear them', async () => {
  const { person, code, nextCode } = await createTwoFactorUser()
  for (let count = 0; count < 5; count += 1) {
    const from = `203.0.113.${count + 10}`
    const token = (await login(person, from)).json().error.details.two_factor_token
    assert.equal((await secondStep(token, '000000', from)).statusCode, 401)
  }
  const locked = await secondStep(await tokenFor(person), code())
  assert.equal(locked.statusCode, 429)
  assert.ok(Number(locked.headers['retry-after']) > 0)
  const admin = await asPerson(identity, await createConfirmedUser(identity, 'admin'))
  assert.equal((await admin('GET', `/users/${person.id}/lockout`)).json().item.isLocked, true)
  await admin('POST', `/users/${person.id}/unlock`)
  assert.equal((await secondStep(await tokenFor(person), nextCode())).statusCode, 200)
})

test('of a hundred guesses at once, only a few are evaluated', async () => {
  const { person } = await createTwoFactorUser()
  const token = await tokenFor(person)
  const guesses = await Promise.all(
    Array.from({ length: 100 }, (_, index) => secondStep(token, String(index).padStart(6, '0'))),
  )
  const tried = guesses.filter(({ statusCode }) => statusCode === 401).length
  assert.ok(tried <= 5, `${tried} were tried`)
})

test('the password grant reports a missing code as an OAuth error and accepts the code', async () => {
  const { person, nextCode } = await createTwoFactorUser()
  const client = await registerClient(identity)
  const form = {
    grant_type: 'password',
    username: person.email,
    password: person.password,
    client_id: client.clientId,
    client_secret: client.clientSecret ?? '',
  }
  const asked = await tokenRequest(identity, form)
  assert.equal(asked.statusCode, 400)
  const { error, two_factor_required } = asked.json()
  assert.deepEqual([error, two_factor_required], ['invalid_grant', true])
  const wrong = await tokenRequest(identity, { ...form, two_factor_code: '000000' })
  assert.deepEqual([wrong.json().error, wrong.json().two_factor_required], ['invalid_grant', undefined])
  const right = await tokenRequest(identity, { ...form, two_factor_code: nextCode() })
  assert.equal(right.statusCode, 200, right.body)
})

test('the sign-in page asks for the code in a second step', async () => {
  const { person, nextCode } = await createTwoFactorUser()
  const client = await registerClient(identity)
  const page = await openSignInPage(identity, authorizeUrl({ client_id: client.clientId }))
  const filled = { ...page.form, username: person.email, password: person.password }
  const step = await submit(identity, filled, page.cookies)
  assert.equal(step.statusCode, 200)
  assert.match(step.body, /autocomplete="one-time-code"/)
  assert.ok(!step.body.includes(person.password))
  assert.deepEqual(Object.keys(cookiesOf(step)), ['csrf'])
  const wrong = await submit(identity, { ...formOf(step.body), two_factor_code: '000000' }, page.cookies)
  assert.equal(wrong.statusCode, 401)
  assert.match(wrong.body, /The code is incorrect/)
  const signedIn = await submit(
    identity,
    { ...formOf(wrong.body), two_factor_code: nextCode() },
    page.cookies,
  )
  assert.equal(signedIn.statusCode, 302, signedIn.body)
  assert.ok(answerOf(signedIn).code)
  assert.ok(cookiesOf(signedIn).access_token)

  const late = await openSignInPage(identity, authorizeUrl({ client_id: client.clientId }))
  const again = await submit(
    identity,
    { ...late.form, username: person.email, password: person.password },
    late.cookies,
  )
  advanceClock(deps, 301)
  const expired = await submit(identity, { ...formOf(again.body), two_factor_code: nextCode() }, late.cookies)
  assert.equal(expired.statusCode, 403)
  assert.match(expired.body, /name="password"/)
})

longTest(
  'it is turned off with the password or a code; an administrator helps users who lost both',
  async () => {
    const remove = (call: ReturnType<typeof as>, url: string, proof?: object) => call('DELETE', url, proof)
    const one = await createTwoFactorUser()
    assert.equal((await remove(one.call, one.url)).statusCode, 422)
    assert.equal((await remove(one.call, one.url, { currentPassword: 'wrong' })).statusCode, 422)
    assert.equal((await remove(one.call, one.url, { code: '000000' })).statusCode, 422)
    assert.equal((await remove(one.call, one.url, { code: one.nextCode() })).statusCode, 200)
    assert.equal((await login(one.person)).statusCode, 200)
    assert.equal((await remove(one.call, one.url, { currentPassword: one.person.password })).statusCode, 409)
    const two = await createTwoFactorUser()
    assert.equal((await remove(two.call, two.url, { currentPassword: two.person.password })).statusCode, 200)
    const three = await createTwoFactorUser()
    const admin = await createConfirmedUser(identity, 'admin')
    assert.equal((await remove(await asPerson(identity, admin), three.url)).statusCode, 200)
    assert.equal((await login(three.person)).statusCode, 200)
    const entries = await deps.db
      .selectFrom('auditEntries')
      .where('subjectId', '=', three.person.id)
      .where('action', 'like', 'user.two_factor%')
      .select(['action', 'actorId'])
      .orderBy('id')
      .execute()
    assert.deepEqual(entries, [
      { action: 'user.two_factor_on', actorId: three.person.id },
      { action: 'user.two_factor_off', actorId: admin.id },
    ])
  },
)

test('no secret or code is stored, audited or logged in clear', async () => {
  const lines: string[] = []
  const log = createLogger('identity', 'trace', { write: line => lines.push(line) })
  const loud = await createIdentityApp({ ...deps, log, close: async () => {} })
  after(() => loud.close())
  const { person, secret, recoveryCodes, nextCode } = await createTwoFactorUser({ app: loud, deps })
  await secondStep(await tokenFor(person), nextCode())
  await secondStep(await tokenFor(person), recoveryCodes[0] ?? '')
  const rows = [
    ...(await deps.db.selectFrom('twoFactors').selectAll().execute()),
    ...(await deps.db.selectFrom('recoveryCodes').selectAll().execute()),
    ...(await deps.db.selectFrom('auditEntries').selectAll().execute()),
  ]
  assert.ok(lines.some(line => line.includes('/two-factor/confirm')))
  const kept = JSON.stringify([rows, lines])
  for (const each of [
    secret,
    bytesOf(secret).toString('base64'),
    ...recoveryCodes.flatMap(code => [code, code.replace('-', '')]),
  ])
    assert.ok(!kept.includes(each))
})

test('an ID token says that two factors were used, which an application can require', async () => {
  const { person, nextCode } = await createTwoFactorUser()
  const client = await registerRelyingParty(identity)
  const claims = JSON.stringify({ id_token: { acr: { essential: true, values: ['mfa', 'phr'] } } })
  const url = authorizeUrl({ client_id: client.clientId, scope: 'openid', claims })
  const { form, cookies } = await openSignInPage(identity, url)
  const asked = await submit(
    identity,
    { ...form, username: person.email, password: person.password },
    cookies,
  )
  const answer = await submit(identity, { ...formOf(asked.body), two_factor_code: nextCode() }, cookies)
  const { code = '' } = answerOf(answer)
  const { amr, acr } = claimsOf((await redeem(identity, client, { code })).json().id_token)
  assert.deepEqual(amr, ['pwd', 'otp', 'mfa'])
  assert.equal(acr, 'mfa')
})
