import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { longTest } from '@atrium/testing/long-test'
import { markEmailVerified } from '#users/user.queries.ts'
import { answerOf, formOf, redeem, submit } from '../../authorize-flow.ts'
import { advanceClock, startIdentity } from '../../identity-service.ts'
import { claimsOf } from '../../openid-flow.ts'
import { as, cookiesOf, createUser, signIn } from '../../people.ts'
import { startInvitations } from '../invitations.ts'
import { startOidcServer } from './oidc-server.ts'
import { asOwner, comeBack, createVisitors, leaveFor } from './upstream-flow.ts'

const upstream = await startOidcServer()
const other = await startOidcServer()
const identity = await startIdentity({ RATE_LIMIT: 'off', OUTBOUND_ALLOW: '127.0.0.1' })
const owner = await asOwner(identity)
const { application, verifier, query } = await createVisitors(identity)
await addProvider('company', { issuer: upstream.issuer })

beforeEach(async () => {
  for (const server of [upstream, other]) {
    Object.assign(server.state, {
      person: {
        sub: `sub ${Math.random()}`,
        email: newAddress(),
        email_verified: true,
        given_name: 'Ann',
        family_name: 'Lee',
      },
      claims: {},
      userInfo: {},
      metadata: {},
      isSignedByStranger: false,
      isDown: false,
    })
  }
  await change({
    trustsEmail: false,
    createUsers: 'always',
    requiredGroup: null,
    groupsClaim: null,
    allowedDomains: [],
  })
})

test('a stranger signs in, gets an account without a password, and finds it again', async () => {
  const first = await visit()
  const { sub, amr } = await claimsFor(first)
  const { item } = (await owner('GET', `/users/${sub}`)).json()
  assert.deepEqual(
    [
      item.name,
      item.surname,
      item.email,
      item.phone,
      item.consentAt,
      item.roles,
      item.capabilities.hasPassword,
    ],
    ['Ann', 'Lee', upstream.state.person.email, null, null, ['user'], false],
  )
  assert.deepEqual(amr, ['fed'])
  upstream.state.person.email = newAddress()
  assert.equal((await claimsFor(await visit())).sub, sub)
})

test('the authorization request has state, nonce and PKCE, and names the one redirect address of the provider', async () => {
  const { url } = await leaveFor(identity, 'company', query())
  const { state, nonce, code_challenge, code_challenge_method, redirect_uri } = Object.fromEntries(
    url.searchParams,
  )
  assert.ok(state && nonce && code_challenge)
  assert.deepEqual(
    [code_challenge_method, redirect_uri],
    ['S256', 'http://localhost:4000/auth/upstream/company/callback'],
  )
})

test('claims can come from userinfo only', async () => {
  const { sub, email } = upstream.state.person
  upstream.state.person = { sub }
  upstream.state.userInfo = { email, email_verified: true, name: 'Bob Stone' }
  const { sub: id } = await claimsFor(await visit())
  const { item } = (await owner('GET', `/users/${id}`)).json()
  assert.deepEqual([item.email, item.name, item.surname], [email, 'Bob', 'Stone'])
})

test('a verified address of a trusted provider is linked to a confirmed account, and only then', async () => {
  for (const [trustsEmail, isVerified, isConfirmed, isLinked] of [
    [true, true, true, true],
    [false, true, true, false],
    [true, false, true, false],
    [true, undefined, true, false],
    [true, true, false, false],
  ] as const) {
    const person = await createUser(identity)
    if (isConfirmed) await markEmailVerified(identity.deps.db, person.id, new Date().toISOString())
    upstream.state.person = {
      sub: `s ${Math.random()}`,
      email: person.email.toUpperCase(),
      email_verified: isVerified,
    }
    await change({ trustsEmail })
    const back = await visit()
    if (isLinked) assert.equal((await claimsFor(back)).sub, String(person.id))
    else {
      assert.equal(back.statusCode, 200)
      assert.ok(!cookiesOf(back).access_token, 'an address alone takes over nothing')
      assert.match(back.body, /An account with your address exists here already/)
      const { items } = (await owner('GET', `/users/${person.id}/identities`)).json()
      assert.deepEqual(items, [])
    }
  }
})

test('a user links the account by the local password, once', async () => {
  const person = await createUser(identity)
  upstream.state.person.email = person.email
  const { url, cookies } = await leaveFor(identity, 'company', query())
  const page = await comeBack(identity, upstream.answerTo(url), cookies)
  const session = { ...cookies, ...cookiesOf(page) }
  const wrong = await submit(
    identity,
    { ...formOf(page.body), username: person.email, password: 'wrong' },
    session,
  )
  assert.match(wrong.body, /Incorrect email, phone or password/)
  const form = { ...formOf(wrong.body), username: person.email, password: person.password }
  const linked = await submit(identity, form, { ...session, ...cookiesOf(wrong) })
  assert.equal(linked.statusCode, 302, linked.body)
  assert.equal((await claimsFor(await visit())).sub, String(person.id))
})

test('the password of another account links nothing', async () => {
  const victim = await createUser(identity)
  const mallory = await createUser(identity)
  upstream.state.person.email = victim.email
  const { url, cookies } = await leaveFor(identity, 'company', query())
  const page = await comeBack(identity, upstream.answerTo(url), cookies)
  const form = { ...formOf(page.body), username: mallory.email, password: mallory.password }
  await submit(identity, form, { ...cookies, ...cookiesOf(page) })
  for (const { id } of [victim, mallory]) {
    assert.deepEqual((await owner('GET', `/users/${id}/identities`)).json().items, [])
  }
})

test('a signed-in user links an account, and cannot remove the last way to sign in', async () => {
  const person = await createUser(identity)
  const session = await signIn(identity, person)
  const me = as(identity, session.access_token)
  const start = { provider: 'company', currentPassword: person.password }
  const refused = await me('POST', `/users/${person.id}/identities`, { ...start, currentPassword: 'x' })
  assert.equal(refused.statusCode, 422)
  const { url: address } = (await me('POST', `/users/${person.id}/identities`, start)).json().item
  const search = address.slice(address.indexOf('?'))
  const strangers = await identity.app.inject({ url: address })
  assert.equal(strangers.statusCode, 410)
  const own = { access_token: session.access_token }
  const { url, cookies } = await leaveFor(identity, 'company', search, own)
  assert.equal((await comeBack(identity, upstream.answerTo(url), cookies)).statusCode, 302)
  const { items } = (await me('GET', `/users/${person.id}/identities`)).json()
  assert.deepEqual([items[0].provider, items[0].subject], ['company', upstream.state.person.sub])
  assert.equal((await me('DELETE', `/users/${person.id}/identities/${items[0].id}`)).statusCode, 200)

  const { sub } = await claimsFor(await visit())
  await change({ trustsEmail: true })
  const list = (await owner('GET', `/users/${sub}/identities`)).json().items
  const last = await owner('DELETE', `/users/${sub}/identities/${list[0].id}`)
  assert.equal(last.statusCode, sub === String(person.id) ? 200 : 409, last.body)
})

test('the last account of a person without a password stays', async () => {
  const { sub } = await claimsFor(await visit())
  const { items } = (await owner('GET', `/users/${sub}/identities`)).json()
  const refused = await owner('DELETE', `/users/${sub}/identities/${items[0].id}`)
  assert.deepEqual([refused.statusCode, refused.json().error.details.reason], [409, 'last_way_to_sign_in'])
})

test('the same subject at another provider is another account', async () => {
  await addProvider('other', { issuer: other.issuer })
  other.state.person = { ...upstream.state.person, email: newAddress() }
  const one = await claimsFor(await visit())
  assert.notEqual((await claimsFor(await visit(other, 'other'))).sub, one.sub)
})

test('an answer counts once, in the browser that began, and before it expires', async () => {
  const { url, cookies } = await leaveFor(identity, 'company', query())
  const answer = upstream.answerTo(url)
  assert.equal((await comeBack(identity, answer, {})).statusCode, 403)
  assert.equal((await comeBack(identity, answer, { upstream: 'of another browser' })).statusCode, 403)
  assert.equal((await comeBack(identity, answer, cookies)).statusCode, 302)
  const again = await comeBack(identity, answer, cookies)
  assert.equal(again.statusCode, 403)
  assert.match(again.body, /expired or was already used/)
})

test('the answer of another provider is refused (mix-up)', async () => {
  const { url, cookies } = await leaveFor(identity, 'company', query())
  const atOther = new URL(String(upstream.answerTo(url)).replace('/company/', '/other/'))
  assert.equal((await comeBack(identity, atOther, cookies)).statusCode, 403)
  await refusedAnswer(() => {}, { iss: other.issuer })
  await refusedAnswer(() => {}, { iss: undefined })
})

test('a token that is not for us, not from the issuer, not fresh or not signed is refused', async () => {
  const now = Math.floor(Date.now() / 1000)
  for (const claims of [
    { aud: 'another application' },
    { aud: ['atrium', 'another'], azp: 'another' },
    { iss: other.issuer },
    { nonce: 'of another sign-in' },
    { exp: now - 120 },
    { iat: now + 3600, nbf: now + 3600 },
  ]) {
    await refusedAnswer(() => Object.assign(upstream.state.claims, claims))
  }
  await refusedAnswer(() => {
    upstream.state.isSignedByStranger = true
  })
})

test('a clock that is a little off is accepted', async () => {
  const now = Math.floor(Date.now() / 1000)
  upstream.state.claims = { iat: now + 30, nbf: now + 30, exp: now - 30 }
  assert.equal((await visit()).statusCode, 302)
})

test('metadata of another issuer are refused', async () => {
  upstream.state.metadata = { issuer: other.issuer }
  const page = await identity.app.inject({ url: `/auth/upstream/company${query()}` })
  assert.equal(page.statusCode, 403)
  assert.match(page.body, /could not be verified/)
})

test('a provider that does not answer is named on the sign-in page, and the form still works', async () => {
  upstream.state.isDown = true
  const page = await identity.app.inject({ url: `/auth/upstream/company${query()}` })
  assert.equal(page.statusCode, 503)
  assert.match(page.body, /Company doesn’t answer/)
  assert.match(page.body, /name="password"/)
})

test('a user who declines there is back on the sign-in page', async () => {
  const { url, cookies } = await leaveFor(identity, 'company', query())
  const page = await comeBack(
    identity,
    upstream.answerTo(url, { code: undefined, error: 'access_denied' }),
    cookies,
  )
  assert.equal(page.statusCode, 403)
  assert.match(page.body, /the request was declined there/)
})

test('only invited or existing people sign in if the provider says so', async () => {
  for (const createUsers of ['invited', 'never']) {
    await change({ createUsers })
    const page = await visit()
    assert.equal(page.statusCode, 403)
    assert.match(page.body, /You have no account here yet/)
  }
})

test('an invitation to the address leads through the button of a provider to an account', async () => {
  const { email } = upstream.state.person
  await startInvitations(identity, { mine: String(email), 'of others': 'jo@example.org' })
  await change({ createUsers: 'invited' })
  for (const [invitation, status] of [
    ['of others', 403],
    ['mine', 302],
  ] as const) {
    const page = await identity.app.inject({ url: `/auth/authorize${query({ invitation })}` })
    const button = page.body.match(/href="(\/auth\/upstream\/company[^"]*)"/)?.[1] ?? ''
    const search = button.replaceAll('&amp;', '&')
    const { url, cookies } = await leaveFor(identity, 'company', search.slice(search.indexOf('?')))
    const arrived = await comeBack(identity, upstream.answerTo(url), cookies)
    assert.equal(arrived.statusCode, status, arrived.body)
  }
})

test('a domain that is not allowed, or whose address is not verified, is refused', async () => {
  await change({ allowedDomains: ['example.org'] })
  upstream.state.person.email = 'ann@elsewhere.org'
  assert.match((await visit()).body, /Only verified addresses/)
  upstream.state.person = { ...upstream.state.person, email: newAddress(), email_verified: false }
  assert.match((await visit()).body, /Only verified addresses/)
  upstream.state.person.email_verified = true
  assert.equal((await visit()).statusCode, 302)
})

test('each sign-in takes over the mapped groups, and leaves memberships of other sources alone', async () => {
  const [staff, chess] = await Promise.all(['Staff', 'Chess'].map(createGroup))
  const groupMapping = [
    { from: 'employees', groupId: staff },
    { from: 'chess club', groupId: chess },
  ]
  await change({ groupMapping, groupsClaim: 'groups' })
  upstream.state.person.groups = ['employees', 'unknown']
  const { sub } = await claimsFor(await visit())
  assert.deepEqual(await groupsOf(sub), ['Staff'])
  const members = (await owner('GET', `/groups/${staff}/members`)).json().items
  assert.deepEqual(members[0].sources, ['company'])

  await owner('PUT', `/groups/${chess}/members/${sub}`)
  upstream.state.person.groups = []
  await visit()
  assert.deepEqual(await groupsOf(sub), ['Chess'])
  await change({ groupMapping: [] })
})

test('a mapping and a provider that are removed end the memberships that came from them, and the rights', async () => {
  const roles = (await owner('GET', '/roles')).json().items
  const manager = roles.find(({ name }: { name: string }) => name === 'manager').id
  const [first, second] = await Promise.all(['First', 'Second'].map(createGroup))
  for (const group of [first, second]) await owner('PUT', `/groups/${group}/roles/${manager}`)
  const groupMapping = [first, second].map(groupId => ({ from: 'staff', groupId }))
  await addProvider('closing', { issuer: other.issuer, groupsClaim: 'groups', groupMapping })
  other.state.person.groups = ['staff']
  const back = await visit(other, 'closing')
  const { sub } = await claimsFor(back)
  await owner('PUT', `/groups/${first}/members/${sub}`)
  const call = as(identity, cookiesOf(back).access_token ?? '')
  assert.deepEqual(await groupsOf(sub), ['First', 'Second'])
  assert.equal((await call('GET', '/users')).statusCode, 200)

  await owner('PUT', '/sign-in-providers/closing', { groupMapping: groupMapping.slice(1) })
  const { items } = (await owner('GET', `/groups/${first}/members`)).json()
  assert.deepEqual(items[0].sources, ['local'])
  assert.deepEqual(await groupsOf(sub), ['First', 'Second'])
  await owner('DELETE', `/groups/${first}/members/${sub}`)
  assert.equal((await call('GET', '/users')).statusCode, 200)

  await owner('DELETE', '/sign-in-providers/closing')
  assert.deepEqual(await groupsOf(sub), [])
  assert.equal((await call('GET', '/users')).statusCode, 403)
  const audited = (await owner('GET', '/audit?action=group.member_removed')).json()
  assert.deepEqual(audited.items[0].details, { userId: Number(sub), group: 'Second', source: 'closing' })
})

async function createGroup(name: string): Promise<number> {
  return (await owner('POST', '/groups', { name })).json().item.id
}

async function groupsOf(userId: unknown) {
  const { items } = (await owner('GET', `/groups?userId=${userId}`)).json()
  return items.map(({ name }: { name: string }) => name)
}

test('a person who leaves the required group is archived and signed out; owners are only refused', async () => {
  await change({ requiredGroup: 'staff', groupsClaim: 'realm.groups' })
  assert.match((await visit()).body, /not in the group/)
  upstream.state.person.realm = { groups: ['staff', 'chess'] }
  const { sub } = await claimsFor(await visit())
  upstream.state.person.realm = { groups: ['chess'] }
  assert.match((await visit()).body, /not in the group/)
  assert.equal((await owner('GET', `/users/${sub}`)).json().item.status, 'archived')
  upstream.state.person.realm = { groups: ['staff'] }
  assert.match((await visit()).body, /archived/)
})

test('someone whose groups the provider leaves out, as there are too many, has not left them', async () => {
  await change({ requiredGroup: 'staff', groupsClaim: 'groups' })
  upstream.state.person.groups = ['staff']
  const { sub } = await claimsFor(await visit())
  delete upstream.state.person.groups
  Object.assign(upstream.state.person, {
    _claim_names: { groups: 'src1' },
    _claim_sources: { src1: { endpoint: 'https://graph.example.org/getMemberObjects' } },
  })
  assert.match((await visit()).body, /left out the groups/)
  assert.equal((await owner('GET', `/users/${sub}`)).json().item.status, 'active')
})

test('providers are offered on the sign-in page in order, and the default is opened at once', async () => {
  const page = await identity.app.inject({ url: `/auth/authorize${query()}` })
  assert.match(page.body, /href="\/auth\/upstream\/company\?[^"]*"[^>]*>.*Continue with Company/)
  await change({ isDefault: true })
  const redirect = await identity.app.inject({ url: `/auth/authorize${query()}` })
  assert.equal(redirect.statusCode, 302)
  assert.match(String(redirect.headers.location), /^\/auth\/upstream\/company\?/)
  const local = await identity.app.inject({ url: `/auth/authorize${query({ local: '1' })}` })
  assert.match(local.body, /name="password"/)
  const own = await identity.app.inject({ url: '/admin?local=1', headers: { accept: 'text/html' } })
  assert.match(String(own.headers.location), /[?&]local=1$/)
  await change({ isDefault: false, isEnabled: false })
  assert.equal((await identity.app.inject({ url: `/auth/upstream/company${query()}` })).statusCode, 404)
  assert.ok(
    !(await identity.app.inject({ url: `/auth/authorize${query()}` })).body.includes('upstream/company'),
  )
  await change({ isEnabled: true })
})

test('the form is shown instead of the default provider to someone who came back without signing in, or has signed out', async () => {
  await change({ isDefault: true })
  const { deps } = identity
  const { now } = deps
  const open = async (cookies: Record<string, string>) => {
    const page = await identity.app.inject({ url: `/auth/authorize${query()}`, cookies })
    return { isForm: page.body.includes('name="password"'), cookies: { ...cookies, ...cookiesOf(page) } }
  }
  const first = await open({})
  const second = await open(first.cookies)
  assert.deepEqual([first.isForm, second.isForm], [false, false], 'tabs that are opened together')
  advanceClock(deps, 6)
  assert.equal((await open(second.cookies)).isForm, true)

  const { url, cookies } = await leaveFor(identity, 'company', query(), second.cookies)
  const back = await comeBack(identity, upstream.answerTo(url), cookies)
  assert.equal(cookiesOf(back).left_for_provider, '')
  const session = { access_token: cookiesOf(back).access_token ?? '' }
  const headers = { origin: 'http://localhost:4000' }
  const left = await identity.app.inject({ url: '/auth/logout', method: 'POST', cookies: session, headers })
  assert.equal(left.statusCode, 200, left.body)
  assert.equal((await open(cookiesOf(left))).isForm, true)
  deps.now = now
  await change({ isDefault: false })
})

test('an answer by form goes on by GET', async () => {
  const { url, cookies } = await leaveFor(identity, 'company', query())
  const answer = upstream.answerTo(url)
  const posted = await identity.app.inject({
    method: 'POST',
    url: answer.pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: upstream.issuer },
    payload: String(answer.searchParams),
  })
  assert.equal(posted.statusCode, 303)
  const target = new URL(String(posted.headers.location), answer)
  assert.equal((await comeBack(identity, target, cookies)).statusCode, 302)
})

let addresses = 0
function newAddress() {
  addresses += 1
  return `upstream${addresses}@example.org`
}

async function addProvider(slug: string, fields: object) {
  const provider = {
    slug,
    kind: 'oidc',
    name: 'Company',
    clientId: 'atrium',
    clientSecret: 'secret',
    ...fields,
  }
  const added = await owner('POST', '/sign-in-providers', provider)
  assert.equal(added.statusCode, 200, added.body)
}

async function change(fields: object) {
  const changed = await owner('PUT', '/sign-in-providers/company', fields)
  assert.equal(changed.statusCode, 200, changed.body)
}

/** A whole sign-in at a provider. */
async function visit(server = upstream, slug = 'company') {
  const { url, cookies } = await leaveFor(identity, slug, query())
  return comeBack(identity, server.answerTo(url), cookies)
}

async function refusedAnswer(prepare: () => void, more: Record<string, string | undefined> = {}) {
  prepare()
  const { url, cookies } = await leaveFor(identity, 'company', query())
  const page = await comeBack(identity, upstream.answerTo(url, more), cookies)
  assert.equal(page.statusCode, 403, page.body)
  assert.match(page.body, /could not be verified/)
  assert.ok(!cookiesOf(page).access_token)
  Object.assign(upstream.state, { claims: {}, isSignedByStranger: false })
}

async function claimsFor(response: Awaited<ReturnType<typeof comeBack>>) {
  assert.equal(response.statusCode, 302, response.body)
  const { code = '' } = answerOf(response)
  const tokens = await redeem(identity, application, { code, code_verifier: verifier })
  assert.equal(tokens.statusCode, 200, tokens.body)
  return claimsOf(tokens.json().id_token)
}

test('a session that ends there ends here, by a logout token that counts once', async () => {
  upstream.state.person.sid = `session ${Math.random()}`
  const { url, cookies } = await leaveFor(identity, 'company', query())
  const back = await comeBack(identity, upstream.answerTo(url), cookies)
  const session = as(identity, cookiesOf(back).access_token ?? '')
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  const send = (payload: object) =>
    identity.app.inject({ method: 'POST', url: '/auth/upstream/company/backchannel-logout', payload })
  const logout = async (claims: object) =>
    send({ logout_token: await upstream.sign({ events, jti: String(Math.random()), ...claims }) })
  for (const wrong of [
    { nonce: 'x' },
    { events: {} },
    { aud: 'another' },
    { iss: other.issuer },
    { iat: 1000 },
  ]) {
    assert.equal((await logout(wrong)).statusCode, 400)
  }
  assert.equal((await session('GET', '/users/me')).statusCode, 200)
  assert.equal((await send({})).statusCode, 400)
  const jti = 'counted once'
  assert.equal((await logout({ jti })).statusCode, 200)
  assert.equal((await session('GET', '/users/me')).statusCode, 401)
  assert.equal((await logout({ jti })).statusCode, 400)
})

test('signing out here signs out there if the provider is set up so, and returns to the application', async () => {
  await change({ endsSession: true })
  const { url, cookies } = await leaveFor(identity, 'company', query())
  const back = await comeBack(identity, upstream.answerTo(url), cookies)
  const session = { ...cookies, ...cookiesOf(back) }
  const page = await identity.app.inject({ url: '/auth/end-session', cookies: session })
  const form = { ...formOf(page.body) }
  const left = await identity.app.inject({
    method: 'POST',
    url: '/auth/end-session',
    cookies: { ...session, ...cookiesOf(page) },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: String(new URLSearchParams(form)),
  })
  const target = new URL(String(left.headers.location))
  assert.equal(target.origin + target.pathname, `${upstream.issuer}/end-session`)
  const { id_token_hint, post_logout_redirect_uri, state } = Object.fromEntries(target.searchParams)
  assert.ok(id_token_hint && state)
  assert.equal(post_logout_redirect_uri, 'http://localhost:4000/auth/upstream/company/signed-out')
  const returned = await identity.app.inject({
    url: `/auth/upstream/company/signed-out?${new URLSearchParams({ state: state ?? '' })}`,
  })
  assert.match(String(returned.headers.location), /^\/auth\/end-session/)
})

longTest('a second factor of Atrium applies unless the one of the provider is trusted', async () => {
  const { sub } = await claimsFor(await visit())
  const at = new Date().toISOString()
  const secret = identity.deps.secrets.seal('two factor', Buffer.alloc(20))
  await identity.deps.db
    .insertInto('twoFactors')
    .values({ userId: Number(sub), secret, createdAt: at, confirmedAt: at })
    .execute()
  assert.match((await visit()).body, /name="two_factor_code"/)
  upstream.state.claims = { amr: ['pwd', 'otp'] }
  assert.match((await visit()).body, /name="two_factor_code"/)
  await change({ trustsSecondFactor: true })
  assert.deepEqual((await claimsFor(await visit())).amr, ['fed', 'mfa'])
  await change({ trustsSecondFactor: false })
})
