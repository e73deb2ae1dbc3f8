import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freePort } from '@atrium/testing/free-port'
import { startIdentity, startListeningIdentity } from '../../identity-service.ts'
import { registerRelyingParty } from '../../openid-flow.ts'
import { as, cookiesOf, createUser, signIn } from '../../people.ts'
import { startOidcServer } from './oidc-server.ts'
import { asOwner, comeBack, createVisitors, leaveFor } from './upstream-flow.ts'

const identity = await startIdentity({ RATE_LIMIT: 'off', OUTBOUND_ALLOW: '127.0.0.1,localhost' })
const owner = await asOwner(identity)
const upstream = await startOidcServer()
const provider = { kind: 'oidc', name: 'Upstream', clientId: 'atrium', clientSecret: 'secret' }
const company = { slug: 'company', issuer: upstream.issuer }
assert.equal((await owner('POST', '/sign-in-providers', { ...provider, ...company })).statusCode, 200)

type Steps = Record<string, { result: string; code: string; advice: string | null }>

async function testWith(changes: object = {}, slug = 'company'): Promise<Steps> {
  const changed = await owner('PUT', `/sign-in-providers/${slug}`, changes)
  assert.equal(changed.statusCode, 200, changed.body)
  const tested = await owner('POST', `/sign-in-providers/${slug}/test`)
  assert.equal(tested.statusCode, 200, tested.body)
  const { steps } = tested.json().item
  return Object.fromEntries(steps.map(({ step, ...found }: { step: string }) => [step, found]))
}

const codesOf = (steps: Steps) =>
  Object.fromEntries(Object.entries(steps).map(([step, { code }]) => [step, code]))

test('another Atrium passes every step, and a wrong secret is found without a sign-in', async () => {
  const other = await startListeningIdentity({ RATE_LIMIT: 'off' })
  const callback = 'http://localhost:4000/auth/upstream/atrium/callback'
  const client = await registerRelyingParty(other, { redirectUris: [callback] })
  const { clientId, clientSecret } = client
  const added = { ...provider, slug: 'atrium', issuer: other.url, clientId, clientSecret }
  assert.equal((await owner('POST', '/sign-in-providers', added)).statusCode, 200)
  const steps = await testWith({}, 'atrium')
  assert.deepEqual(codesOf(steps), {
    address: 'address_answers',
    certificate: 'not_encrypted',
    clock: 'clock_agrees',
    discovery: 'discovery_complete',
    bind: 'client_accepted',
    keys: 'keys_found',
    mapping: 'mapping_scopes',
    groups: 'groups_unused',
  })
  const { bind } = await testWith({ clientSecret: 'another one' }, 'atrium')
  assert.deepEqual([bind?.result, bind?.code], ['failed', 'client_refused'])
  assert.match(bind?.advice ?? '', /^Copy client ID and client secret again/)
})

test('a provider that does not answer fails at its address, and nothing later is claimed', async () => {
  const steps = await testWith({ issuer: `http://127.0.0.1:${await freePort()}` })
  assert.deepEqual([steps.address?.result, steps.address?.code], ['failed', 'address_unreachable'])
  for (const step of ['certificate', 'clock', 'discovery', 'bind', 'keys', 'mapping']) {
    assert.deepEqual([steps[step]?.result, steps[step]?.code], ['skipped', 'not_checked'], step)
  }
  await testWith({ issuer: upstream.issuer })
})

test('an issuer that differs in one character is named as it should be', async () => {
  const { discovery } = await testWith({ issuer: `${upstream.issuer}/` })
  assert.equal(discovery?.code, 'discovery_other_issuer')
  assert.equal(discovery?.advice, `Set issuer to exactly ${upstream.issuer}.`)
  await testWith({ issuer: upstream.issuer })
})

test('a clock that is off by more than a sign-in tolerates is named', async () => {
  const { now } = identity.deps
  identity.deps.now = () => new Date(Date.now() - 120_000)
  const { clock } = await testWith()
  identity.deps.now = now
  assert.equal(clock?.code, 'clock_ahead')
  assert.match(clock?.advice ?? '', /NTP/)
})

test('an incomplete description, missing keys and unknown scopes are named', async () => {
  upstream.state.metadata = { token_endpoint: undefined }
  assert.equal((await testWith()).discovery?.code, 'discovery_incomplete')
  upstream.state.metadata = { jwks_uri: `${upstream.issuer}/nothing`, scopes_supported: ['openid', 'email'] }
  const steps = await testWith()
  assert.deepEqual([steps.keys?.code, steps.mapping?.code], ['keys_unreadable', 'mapping_scope_unknown'])
  upstream.state.metadata = {}
  assert.equal((await testWith({ scopes: 'openid' })).mapping?.code, 'mapping_email_not_asked')
  await testWith({ scopes: 'openid profile email' })
})

test('a required group without a claim that could name it is a mistake', async () => {
  const { groups } = await testWith({ requiredGroup: 'staff' })
  assert.deepEqual([groups?.result, groups?.code], ['failed', 'groups_claim_missing'])
  assert.equal((await testWith({ groupsClaim: 'groups' })).groups?.code, 'groups_at_sign_in')
  await testWith({ requiredGroup: null, groupsClaim: null })
})

test('testing changes nothing and needs the permission and an existing provider', async () => {
  assert.equal((await owner('POST', '/sign-in-providers/nothing/test')).statusCode, 404)
  const identities = await identity.deps.db.selectFrom('identities').selectAll().execute()
  assert.deepEqual(identities, [])
})

/** Tests the provider, then signs in there as its person; returns the page that the administrator sees. */
async function trySignIn(changes: object, { isDown = false } = {}) {
  const person = await createUser(identity, 'owner')
  const { access_token } = await signIn(identity, person)
  const me = as(identity, access_token)
  assert.equal((await me('PUT', '/sign-in-providers/company', changes)).statusCode, 200)
  const { signInUrl } = (await me('POST', '/sign-in-providers/company/test')).json().item
  assert.equal((await identity.app.inject({ url: signInUrl })).statusCode, 410, 'in another browser')
  const search = signInUrl.slice(signInUrl.indexOf('?'))
  const { url, cookies } = await leaveFor(identity, 'company', search, { access_token })
  upstream.state.isDown = isDown
  const page = await comeBack(identity, upstream.answerTo(url), cookies)
  upstream.state.isDown = false
  assert.equal(page.statusCode, 200, page.body)
  assert.ok(!cookiesOf(page).access_token)
  assert.match(page.body, /name="return" value="\/admin\/sign-in-providers\/company"/)
  return page.body
}

test('a test sign-in shows what was received and what would become of it, and saves nothing', async () => {
  const { item: group } = (await owner('POST', '/groups', { name: 'Designers' })).json()
  const mapping = { groupsClaim: 'realm.groups', groupMapping: [{ from: 'design', groupId: group.id }] }
  Object.assign(upstream.state.person, { name: 'Mallory <b>Stone</b>', realm: { groups: ['design'] } })
  const disabled = { ...mapping, requiredGroup: null, scopes: 'openid email', isEnabled: false }
  const { db } = identity.deps
  const count = async () =>
    (await db.selectFrom('users').select('id').where('email', 'like', 'mallory%').execute()).length
  const page = await trySignIn({ ...disabled, createUsers: 'always' })
  assert.match(page, /this person can sign in/)
  assert.match(page, /gets a new account with the address mallory@example.org/)
  assert.match(page, /sends design\. That makes the person a member of Designers/)
  assert.match(page, /&quot;email_verified&quot;: true/)
  assert.ok(!page.includes('<b>'))
  assert.equal(await count(), 0)

  assert.match(await trySignIn({ createUsers: 'never' }), /Set createUsers to always, or invite mallory@/)
  assert.match(await trySignIn({ requiredGroup: 'staff' }), /sends design, but not staff/)
  assert.match(
    await trySignIn({ groupsClaim: 'teams', requiredGroup: null }),
    /claim teams is missing.*sends .*realm/,
  )
  assert.match(
    await trySignIn({ ...mapping, allowedDomains: ['example.com'] }),
    /is not an address of example.com/,
  )
  const existing = await createUser(identity)
  upstream.state.person.email = existing.email
  const conflict = await trySignIn({ allowedDomains: [], createUsers: 'always' })
  assert.match(conflict, new RegExp(`belongs to the account ${existing.email}`))
  assert.equal((await owner('GET', `/users/${existing.id}/identities`)).json().items.length, 0)
  assert.equal(await count(), 0)
})

test('a test sign-in archives nobody who has left the required group', async () => {
  upstream.state.person.email = 'leaver@example.org'
  const settings = { isEnabled: true, createUsers: 'always', allowedDomains: [], requiredGroup: null }
  assert.equal((await owner('PUT', '/sign-in-providers/company', settings)).statusCode, 200)
  const { url, cookies } = await leaveFor(identity, 'company', (await createVisitors(identity)).query())
  const back = await comeBack(identity, upstream.answerTo(url), cookies)
  assert.equal(back.statusCode, 302, back.body)
  const me = as(identity, cookiesOf(back).access_token ?? '')
  const page = await trySignIn({ groupsClaim: 'realm.groups', requiredGroup: 'staff' })
  assert.match(page, /but not staff, so this person can’t sign in/)
  assert.equal((await me('GET', '/users/me')).json().item.status, 'active')
  assert.match(await trySignIn({ requiredGroup: null }), /signs in to the account leaver@example\.org/)
})

test('a test sign-in that fails at the provider says why', async () => {
  upstream.state.claims = { aud: 'someone else' }
  const page = await trySignIn({})
  assert.match(page, /can’t be verified: .*aud/)
  assert.match(page, /Compare issuer, client ID/)
  upstream.state.claims = {}
  assert.match(await trySignIn({}, { isDown: true }), /doesn’t answer: .*503/)
})

test('a directory has no test sign-in, and an ended address of one leads nowhere', async () => {
  const directory = { slug: 'ldap', kind: 'ldap', name: 'LDAP', urls: ['ldap://127.0.0.1:1'], baseDn: 'dc=x' }
  assert.equal((await owner('POST', '/sign-in-providers', directory)).statusCode, 200)
  assert.equal((await owner('POST', '/sign-in-providers/ldap/test')).json().item.signInUrl, null)
  const { statusCode } = await identity.app.inject({ url: '/auth/upstream/company?test=made-up' })
  assert.equal(statusCode, 410)
})
