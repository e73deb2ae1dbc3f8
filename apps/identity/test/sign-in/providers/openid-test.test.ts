import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freePort } from '@atrium/testing/free-port'
import { startIdentity, startListeningIdentity } from '../../identity-service.ts'
import { registerRelyingParty } from '../../openid-flow.ts'
import { startOidcServer } from './oidc-server.ts'
import { asOwner } from './upstream-flow.ts'

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
