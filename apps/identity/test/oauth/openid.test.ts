import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import type { ValidationFailed } from '@atrium/core/errors'
import { contractsOf } from '@atrium/http/routes/operation'
import { longTest } from '@atrium/testing/long-test'
import { sql } from 'kysely'
import { assignRole } from '#access-control/user-role.queries.ts'
import { answerOf, authorizeUrl, createChallenge, openSignInPage, redeem, submit } from '../authorize-flow.ts'
import { advanceClock, origin, sharedIdentity, startIdentity } from '../identity-service.ts'
import {
  authorize,
  claimsOf,
  headerOf,
  type Parameters,
  registerRelyingParty,
  signInTo,
  userInfo,
} from '../openid-flow.ts'
import {
  as,
  asPerson,
  createConfirmedUser,
  createUser,
  introspect,
  registerClient,
  signIn,
  tokenRequest,
} from '../people.ts'

const identity = await sharedIdentity()
const { app, deps } = identity
const person = await createConfirmedUser(identity)
const client = await registerRelyingParty(identity)

test('the configuration names the endpoints, and everything it lists works', async () => {
  const { statusCode, headers, ...response } = await app.inject('/.well-known/openid-configuration')
  assert.equal(statusCode, 200)
  assert.equal(headers['cache-control'], 'public, max-age=300')
  const configuration = response.json()
  assert.equal(configuration.issuer, origin)
  assert.equal(configuration.userinfo_endpoint, `${origin}/userinfo`)
  assert.equal(configuration.end_session_endpoint, `${origin}/auth/end-session`)
  assert.equal(configuration.backchannel_logout_supported, true)
  assert.equal(configuration.backchannel_logout_session_supported, true)
  assert.deepEqual(configuration.response_types_supported, ['code'])
  assert.deepEqual(configuration.id_token_signing_alg_values_supported, ['RS256'])
  assert.deepEqual(configuration.subject_types_supported, ['public', 'pairwise'])
  assert.ok(configuration.scopes_supported.includes('openid'))
  for (const [name, address] of Object.entries<string>(configuration)) {
    if (!name.endsWith('_endpoint') && name !== 'jwks_uri') continue
    const path = new URL(address).pathname
    assert.ok(
      contractsOf(app).some(contract => contract.path === path),
      `${name} leads nowhere`,
    )
  }
})

test('the ID token has what the request asked for and matches the access token', async () => {
  const before = Math.floor(deps.now().getTime() / 1000)
  const { tokens } = await signInTo(identity, client, person, { nonce: 'a nonce' })
  const { kid, ...header } = headerOf(tokens.id_token)
  assert.deepEqual(header, { typ: 'JWT', alg: 'RS256' })
  assert.ok(
    (await app.inject('/.well-known/jwks.json')).json().keys.some((key: { kid: string }) => key.kid === kid),
  )
  const claims = claimsOf(tokens.id_token)
  assert.equal(claims.iss, origin)
  assert.equal(claims.aud, client.clientId)
  assert.equal(claims.sub, String(person.id))
  assert.equal(claims.nonce, 'a nonce')
  assert.deepEqual(claims.amr, ['pwd'])
  assert.equal(claims.acr, 'pwd')
  assert.equal(String(claims.sid).length, 43)
  assert.equal(claims.azp, undefined)
  assert.equal(claims.email, undefined)
  assert.ok(Number(claims.auth_time) >= before)
  assert.equal(Number(claims.exp) - Number(claims.iat), deps.settings.OAUTH2_ACCESS_TOKEN_TTL)
  const digest = createHash('sha256').update(tokens.access_token).digest()
  assert.equal(claims.at_hash, digest.subarray(0, 16).toString('base64url'))
})

test('userinfo has the claims of the scopes, and groups only on request', async () => {
  const { tokens } = await signInTo(identity, client, person, { scope: 'openid email phone' })
  const found = await userInfo(identity, tokens.access_token)
  assert.equal(found.headers['cache-control'], 'no-store')
  assert.deepEqual(found.json(), {
    sub: String(person.id),
    email: person.email,
    email_verified: true,
    phone_number: person.phone,
    phone_number_verified: false,
  })
  const manager = await createUser(identity)
  await assignRole(deps.db, manager.id, 'manager')
  const all = await signInTo(identity, client, manager, { scope: 'openid profile groups' })
  const described = (await userInfo(identity, all.tokens.access_token)).json()
  assert.equal(described.name, 'Sam Sample')
  assert.equal(described.given_name, 'Sam')
  assert.equal(described.family_name, 'Sample')
  assert.deepEqual(described.groups, ['user', 'manager'])
  assert.equal(described.email, undefined)
})

test('GROUPS_CLAIM decides whether the scope groups contains roles, groups or both', async () => {
  const member = await createUser(identity)
  const { id: groupId } = await deps.db
    .insertInto('groups')
    .values({ name: 'Support' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await deps.db.insertInto('groupMembers').values({ groupId, userId: member.id }).execute()
  await sql`insert into group_roles (group_id, role_id) select ${groupId}, id from roles where name = 'manager'`.execute(
    deps.db,
  )
  const { tokens } = await signInTo(identity, client, member, { scope: 'openid groups' })
  const groups = async (setting: 'roles' | 'groups' | 'both') => {
    deps.settings.GROUPS_CLAIM = setting
    return (await userInfo(identity, tokens.access_token)).json().groups
  }
  assert.deepEqual(await groups('groups'), ['Support'])
  assert.deepEqual(await groups('both'), ['user', 'manager', 'Support'])
  assert.deepEqual(await groups('roles'), ['user', 'manager'])
})

test('userinfo accepts a token in a form, and refuses everything else with a challenge', async () => {
  const { tokens } = await signInTo(identity, client, person, { scope: 'openid email' })
  const form = { method: 'POST', url: '/userinfo' } as const
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const posted = await app.inject({ ...form, headers, payload: `access_token=${tokens.access_token}` })
  assert.equal(posted.json().email, person.email)
  const bearer = await app.inject({ ...form, headers: { authorization: `Bearer ${tokens.access_token}` } })
  assert.equal(bearer.json().email, person.email)

  assert.equal((await app.inject('/userinfo')).headers['www-authenticate'], 'Bearer')
  const session = await signIn(identity, person)
  const byCookie = await app.inject({ url: '/userinfo', cookies: { ...session } })
  assert.equal(byCookie.statusCode, 401, 'a session of our own pages is not read')
  const own = await userInfo(identity, session.access_token)
  assert.equal(own.statusCode, 403)
  assert.match(String(own.headers['www-authenticate']), /insufficient_scope/)
  const idToken = await userInfo(identity, tokens.id_token)
  assert.equal(idToken.statusCode, 401, 'an ID token is no access token')
  assert.match(String(idToken.headers['www-authenticate']), /invalid_token/)
  assert.equal((await introspect(identity, tokens.id_token)).active, false)
  assert.equal((await as(identity, tokens.id_token)('GET', '/auth/available-scopes')).statusCode, 401)
})

test('claims are returned where they were asked for by name, if the client has their scope', async () => {
  const claims = JSON.stringify({
    userinfo: { email: { essential: true }, picture: null },
    id_token: { phone_number: null, auth_time: { essential: true } },
  })
  const { tokens } = await signInTo(identity, client, person, { claims })
  assert.equal(claimsOf(tokens.id_token).phone_number, person.phone)
  assert.deepEqual((await userInfo(identity, tokens.access_token)).json(), {
    sub: String(person.id),
    email: person.email,
  })
  const narrow = await registerRelyingParty(identity, { scope: 'openid profile' })
  const denied = await signInTo(identity, narrow, person, { claims })
  assert.deepEqual((await userInfo(identity, denied.tokens.access_token)).json(), { sub: String(person.id) })
  assert.equal(claimsOf(denied.tokens.id_token).phone_number, undefined)
})

test('a refresh token is issued with offline_access only, and brings an ID token of the same sign-in', async () => {
  const online = await signInTo(identity, client, person, { scope: 'openid email' })
  assert.equal(online.tokens.refresh_token, undefined)
  const offline = await signInTo(identity, client, person, { scope: 'openid offline_access', nonce: 'n' })
  const first = claimsOf(offline.tokens.id_token)
  const response = await tokenRequest(identity, {
    grant_type: 'refresh_token',
    refresh_token: offline.tokens.refresh_token ?? '',
    client_id: client.clientId,
    client_secret: client.clientSecret ?? '',
  })
  const second = claimsOf(response.json().id_token)
  assert.equal(second.nonce, undefined)
  for (const name of ['iss', 'sub', 'aud', 'auth_time', 'sid']) assert.equal(second[name], first[name], name)
  assert.notEqual(second.at_hash, first.at_hash)
})

test('tokens of clients without openid have no new field', async () => {
  const plain = await registerClient(identity)
  const { verifier, challenge } = createChallenge()
  const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }
  const url = authorizeUrl({ client_id: plain.clientId, nonce: 'n', prompt: 'none', max_age: '0', ...pkce })
  const { form, cookies } = await openSignInPage(identity, url)
  const filled = { ...form, username: person.email, password: person.password }
  const signedIn = await submit(identity, filled, cookies)
  const { code = '' } = answerOf(signedIn)
  const tokens = (await redeem(identity, plain, { code, code_verifier: verifier })).json()
  const names = ['access_token', 'data', 'expires_in', 'message', 'refresh_token', 'scope', 'token_type']
  assert.deepEqual(Object.keys(tokens).sort(), names)
  const claims = ['iss', 'aud', 'sub', 'jti', 'client_id', 'scopes', 'iat', 'nbf', 'exp']
  assert.deepEqual(Object.keys(claimsOf(tokens.access_token)), claims)
  const refused = await authorize(identity, plain, { scope: 'user:read openid' })
  assert.equal(answerOf(refused).error, 'invalid_scope')
})

test('pairwise clients of one sector know a user by the same ID, others by another one', async () => {
  const pairwise = { subjectType: 'pairwise', grantTypes: 'authorization_code' } as const
  const scope = 'openid email'
  const one = await registerRelyingParty(identity, { ...pairwise, scope })
  const sister = await registerRelyingParty(identity, { ...pairwise, scope })
  const other = await registerRelyingParty(identity, {
    ...pairwise,
    scope,
    sectorIdentifier: 'other.example',
  })
  const subjects = []
  for (const each of [one, sister, other]) {
    const { tokens } = await signInTo(identity, each, person, { scope })
    const { sub } = claimsOf(tokens.id_token)
    assert.equal(claimsOf(tokens.access_token).sub, sub)
    assert.equal((await userInfo(identity, tokens.access_token)).json().sub, sub)
    assert.equal((await introspect(identity, tokens.access_token)).sub, sub)
    subjects.push(sub)
  }
  assert.equal(subjects[0], subjects[1])
  assert.notEqual(subjects[0], subjects[2])
  assert.ok(!subjects.includes(String(person.id)))
})

test('clients of different sectors cannot match a session by its sid', async () => {
  const pairwise = { subjectType: 'pairwise', scope: 'openid', grantTypes: 'authorization_code' } as const
  const sisters = [
    await registerRelyingParty(identity, pairwise),
    await registerRelyingParty(identity, pairwise),
  ]
  const other = await registerRelyingParty(identity, { ...pairwise, sectorIdentifier: 'other.example' })
  const { cookies, tokens } = await signInTo(identity, client, person)
  const sids = [claimsOf(tokens.id_token).sid]
  for (const each of [...sisters, other]) {
    const { code = '' } = answerOf(await authorize(identity, each, {}, cookies))
    sids.push(claimsOf((await redeem(identity, each, { code })).json().id_token).sid)
  }
  assert.equal(sids[1], sids[2])
  assert.equal(new Set(sids).size, 3)
})

test('a pairwise client cannot have what shows the ID of a user', async () => {
  const pairwise = { subjectType: 'pairwise', scope: 'openid email' } as const
  const refused = async (changes: object, field: string) =>
    assert.rejects(registerRelyingParty(identity, { ...pairwise, ...changes }), (error: ValidationFailed) =>
      Object.hasOwn(error.fields, field),
    )
  await refused({ scope: 'openid user:read' }, 'scope')
  await refused({ resources: ['http://localhost:4100'] }, 'resources')
  const owner = await asPerson(identity, await createUser(identity, 'owner'))
  const body = {
    name: 'Reader',
    grantTypes: 'authorization_code',
    redirectUris: ['https://app.example.org/callback'],
    ...pairwise,
  }
  const overHttp = await owner('POST', '/oauth/clients', { ...body, scope: 'openid user:read' })
  assert.deepEqual(overHttp.json().error.details.codes, { scope: ['scope_not_pairwise'] })
  const { item } = (await owner('POST', '/oauth/clients', body)).json()
  const widened = await owner('PUT', `/oauth/clients/${item.id}`, { scope: 'openid user:read' })
  assert.deepEqual(widened.json().error.details.codes, { scope: ['scope_not_pairwise'] })
})

test('only a client with openid can be notified of sign-outs', async () => {
  const client = { scope: 'user:read', backchannelLogoutUri: 'https://app.example.org/logout' }
  await assert.rejects(registerRelyingParty(identity, client), (error: ValidationFailed) =>
    Object.hasOwn(error.fields, 'backchannelLogoutUri'),
  )
})

test('prompt=none tells a client nothing about visitors who have not allowed it', async () => {
  const stranger = await registerRelyingParty(identity, {}, { isTrusted: false })
  const { cookies } = await signInTo(identity, client, person)
  const silent = async (parameters: Parameters) =>
    answerOf(await authorize(identity, stranger, { prompt: 'none', ...parameters }, cookies)).error
  const isUser = (sub: string) => ({ claims: JSON.stringify({ id_token: { sub: { value: sub } } }) })
  const answers = [
    await silent({}),
    await silent({ login_hint: person.email }),
    await silent({ login_hint: 'someone.else@example.org' }),
    await silent(isUser(String(person.id))),
    await silent(isUser('0')),
  ]
  assert.deepEqual(answers, Array(5).fill('consent_required'))
  const allowed = await authorize(identity, client, { prompt: 'none', login_hint: 'no@example.org' }, cookies)
  assert.equal(answerOf(allowed).error, 'login_required')
})

test('prompt=none never shows a page', async () => {
  const silent = (parameters: Parameters, cookies = {}) =>
    authorize(identity, client, { prompt: 'none', ...parameters }, cookies)
  assert.equal(answerOf(await silent({})).error, 'login_required')
  const { cookies, tokens } = await signInTo(identity, client, person)
  const renewed = await silent({ id_token_hint: tokens.id_token }, cookies)
  assert.ok(answerOf(renewed).code)
  assert.equal(answerOf(renewed).state, 'some state')
  const stranger = await signInTo(identity, client, await createUser(identity))
  const hinted = await silent({ id_token_hint: stranger.tokens.id_token }, cookies)
  assert.equal(answerOf(hinted).error, 'login_required')
  assert.equal(answerOf(await silent({ max_age: '0' }, cookies)).error, 'login_required')
  assert.equal(answerOf(await silent({ prompt: 'none login' }, cookies)).error, 'invalid_request')
  const other = JSON.stringify({ id_token: { sub: { value: 'someone else' } } })
  assert.equal(answerOf(await silent({ claims: other }, cookies)).error, 'login_required')
  const url = authorizeUrl({ client_id: client.clientId, scope: 'openid', prompt: 'none' })
  const frame = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' }
  assert.equal(answerOf(await app.inject({ url, headers: frame })).error, 'login_required')
})

longTest(
  'prompt=login, max_age and a stronger acr ask for the password again, in the same session',
  async () => {
    const own = await startIdentity()
    const user = await createUser(own)
    const app = await registerRelyingParty(own)
    const { cookies, tokens } = await signInTo(own, app, user)
    const first = claimsOf(tokens.id_token)
    advanceClock(own.deps, 100)
    assert.equal((await authorize(own, app, { max_age: '1000' }, cookies)).statusCode, 302)
    const phr = JSON.stringify({ id_token: { acr: { essential: true, values: ['phr'] } } })
    for (const parameters of [{ prompt: 'login' }, { max_age: '50' }, { max_age: '0' }, { claims: phr }]) {
      const url = authorizeUrl({ client_id: app.clientId, scope: 'openid', ...parameters })
      const page = await openSignInPage(own, url, cookies)
      const filled = { ...page.form, username: user.email, password: user.password }
      const response = await submit(own, filled, page.cookies)
      const answer = answerOf(response)
      if ('claims' in parameters) {
        assert.equal(answer.error, 'unmet_authentication_requirements')
        continue
      }
      const renewed = claimsOf((await redeem(own, app, { code: answer.code ?? '' })).json().id_token)
      assert.equal(renewed.sid, first.sid)
      assert.ok(Number(renewed.auth_time) >= Number(first.auth_time) + 100)
    }
  },
)

test('prompt=select_account offers the account of this browser and another one', async () => {
  const { cookies } = await signInTo(identity, client, person)
  const page = await authorize(identity, client, { prompt: 'select_account' }, cookies)
  assert.equal(page.statusCode, 200)
  assert.ok(page.body.includes(person.email))
  const [own = '', other = ''] = [...page.body.matchAll(/href="(\/auth\/authorize[^"]+)"/g)].map(
    ([, address = '']) => address.replaceAll('&amp;', '&'),
  )
  assert.ok(answerOf(await app.inject({ url: own, cookies })).code)
  assert.match((await app.inject({ url: other, cookies })).body, /name="password"/)
})

test('parameters that change nothing are accepted, in any order of scopes and without a nonce', async () => {
  const { cookies } = await signInTo(identity, client, person)
  for (const parameters of [
    { display: 'page' },
    { display: 'popup' },
    { ui_locales: 'se ru' },
    { claims_locales: 'se' },
    { acr_values: 'pwd unknown' },
    { extra: 'foobar' },
    { scope: 'email profile openid' },
    { login_hint: person.email },
    { nonce: '', prompt: '', max_age: '', claims: '', resource: '', id_token_hint: '' },
  ] as Parameters[]) {
    const { code = '' } = answerOf(await authorize(identity, client, parameters, cookies))
    const tokens = await redeem(identity, client, { code })
    assert.equal(claimsOf(tokens.json().id_token).nonce, undefined, JSON.stringify(parameters))
  }
})

test('state can be left out with PKCE only', async () => {
  const { cookies } = await signInTo(identity, client, person)
  assert.equal(
    answerOf(await authorize(identity, client, { state: undefined }, cookies)).error,
    'invalid_request',
  )
  const { challenge } = createChallenge()
  const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }
  const answer = answerOf(await authorize(identity, client, { state: undefined, ...pkce }, cookies))
  assert.ok(answer.code)
  assert.equal(answer.state, undefined)
  const plain = await registerClient(identity)
  const refused = await authorize(identity, plain, { scope: 'user:read', state: undefined, ...pkce }, cookies)
  assert.equal(answerOf(refused).error, 'invalid_request')
})

test('an authorization request can be a form of the application', async () => {
  const payload = new URLSearchParams({
    response_type: 'code',
    client_id: client.clientId,
    redirect_uri: 'https://app.example.org/callback',
    scope: 'openid',
    state: 'posted',
    prompt: 'none',
  })
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    origin: 'https://app.example.org',
    'sec-fetch-site': 'cross-site',
  }
  const posted = await app.inject({
    method: 'POST',
    url: '/auth/authorize',
    headers,
    payload: String(payload),
  })
  assert.equal(posted.statusCode, 303)
  const answer = answerOf(await app.inject(String(posted.headers.location)))
  assert.equal(answer.error, 'login_required')
  assert.equal(answer.state, 'posted')
})

for (const [name, parameters, error] of [
  ['a request object', { request: 'x' }, 'request_not_supported'],
  ['a request URI', { request_uri: 'https://app.example.org/request' }, 'request_uri_not_supported'],
  ['a registration', { registration: '{}' }, 'registration_not_supported'],
  ['another response mode', { response_mode: 'fragment' }, 'invalid_request'],
  ['claims that are no JSON', { claims: '{' }, 'invalid_request'],
  ['a negative max_age', { max_age: '-1' }, 'invalid_request'],
  ['a nonce that cannot be stored', { nonce: 'a\0b' }, 'invalid_request'],
  ['an unknown prompt', { prompt: 'login unknown' }, 'invalid_request'],
] as [string, Parameters, string][]) {
  test(`${name} is refused with ${error}`, async () => {
    assert.equal(answerOf(await authorize(identity, client, parameters)).error, error)
  })
}

test('a parameter that is sent twice is refused', async () => {
  for (const name of ['nonce', 'prompt', 'claims', 'login_hint', 'ui_locales', 'display']) {
    const url = `${authorizeUrl({ client_id: client.clientId, scope: 'openid' })}&${name}=a&${name}=b`
    assert.equal(answerOf(await app.inject(url)).error, 'invalid_request', name)
  }
})

test('scopes that are not understood are ignored, those the client lacks are refused', async () => {
  const { tokens } = await signInTo(identity, client, person, { scope: 'openid address email' })
  assert.equal(tokens.scope, 'openid email')
  const refused = await authorize(identity, client, { scope: 'openid user:read' })
  assert.equal(answerOf(refused).error, 'invalid_scope')
})

test('a code works once and for its own client only', async () => {
  const other = await registerRelyingParty(identity)
  const { cookies } = await signInTo(identity, client, person)
  const { code = '' } = answerOf(await authorize(identity, client, {}, cookies))
  assert.equal((await redeem(identity, other, { code })).json().error, 'invalid_grant')
  const tokens = await redeem(identity, client, { code })
  assert.equal((await redeem(identity, client, { code })).json().error, 'invalid_grant')
  const ended = await userInfo(identity, tokens.json().access_token)
  assert.equal(ended.statusCode, 401, 'a replayed code ends what it brought')
})

test('no other grant brings identity scopes', async () => {
  const all = await registerRelyingParty(identity, {
    grantTypes: 'authorization_code refresh_token client_credentials password',
    scope: 'openid email user:read',
  })
  const credentials = { client_id: all.clientId, client_secret: all.clientSecret ?? '' }
  const own = await tokenRequest(identity, { grant_type: 'client_credentials', ...credentials })
  assert.equal(own.json().scope, 'user:read')
  const password = { grant_type: 'password', username: person.email, password: person.password }
  const granted = await tokenRequest(identity, { ...password, ...credentials })
  assert.equal(granted.json().scope, 'user:read')
  assert.equal(granted.json().id_token, undefined)
  const refused = await tokenRequest(identity, { ...password, ...credentials, scope: 'openid' })
  assert.equal(refused.json().error, 'invalid_scope')
})

test('scripts of registered origins can call the endpoints of applications, without cookies', async () => {
  const registered = 'https://spa.example.org'
  const call = (url: string, from: string) => app.inject({ url, headers: { origin: from } })
  assert.equal((await call('/userinfo', registered)).headers['access-control-allow-origin'], undefined)
  await registerRelyingParty(identity, { webOrigins: [registered], isPublic: true })
  for (const url of ['/userinfo', '/.well-known/openid-configuration', '/.well-known/jwks.json']) {
    const { headers } = await call(url, registered)
    assert.equal(headers['access-control-allow-origin'], registered, url)
    assert.equal(headers['access-control-allow-credentials'], undefined)
    assert.equal((await call(url, 'https://evil.example')).headers['access-control-allow-origin'], undefined)
  }
  const asked = { origin: registered, 'access-control-request-method': 'POST' }
  const preflight = await app.inject({ method: 'OPTIONS', url: '/token', headers: asked })
  assert.equal(preflight.headers['access-control-allow-origin'], registered)
  assert.equal((await call('/users/me', registered)).headers['access-control-allow-origin'], undefined)
})

test('a client with identity scopes must be able to use them', async () => {
  const owner = await createUser(identity, 'owner')
  const send = as(identity, (await signIn(identity, owner)).access_token)
  const settings = {
    name: 'Nextcloud',
    grantTypes: 'authorization_code',
    scope: 'openid email',
    redirectUris: ['https://cloud.example.org/callback'],
  }
  for (const [field, changes] of [
    ['scope', { scope: 'email' }],
    ['grantTypes', { grantTypes: 'client_credentials', redirectUris: [] }],
    ['grantTypes', { scope: 'openid offline_access' }],
    ['webOrigins', { webOrigins: ['https://cloud.example.org/path'] }],
    ['postLogoutRedirectUris', { postLogoutRedirectUris: ['http://cloud.example.org/'] }],
    ['backchannelLogoutUri', { backchannelLogoutUri: 'app://logout' }],
    ['sectorIdentifier', { sectorIdentifier: 'cloud.example.org' }],
    [
      'sectorIdentifier',
      { subjectType: 'pairwise', redirectUris: ['https://a.example/', 'https://b.example/'] },
    ],
  ] as [string, object][]) {
    const refused = await send('POST', '/oauth/clients', { ...settings, ...changes })
    assert.equal(refused.statusCode, 422, JSON.stringify(changes))
    assert.deepEqual(Object.keys(refused.json().error.details.errors), [field])
  }
  const { item } = (await send('POST', '/oauth/clients', { ...settings, subjectType: 'pairwise' })).json()
  assert.equal(item.subjectType, 'pairwise')
  assert.equal(item.sectorIdentifier, 'cloud.example.org')
  const changed = await send('PUT', `/oauth/clients/${item.id}`, {
    webOrigins: ['https://cloud.example.org'],
  })
  assert.deepEqual(changed.json().item.webOrigins, ['https://cloud.example.org'])
})
