import { discover } from '../providers/openid.provider.ts'
import { callbackUrlOf, secretOf } from '../providers/provider.commands.ts'
import type { OidcSettings } from '../providers/provider.contract.ts'
import type { StoredProvider } from '../providers/provider.queries.ts'
import { usesGroups } from '../providers/provider-groups.ts'
import { fetchThrough } from '../providers/upstream-request.ts'
import { reasonOf, serverOf, testAddress, testCertificate, testClock } from './connection-steps.ts'
import type { Findings, TestDeps } from './findings.ts'
import { testMappedGroups } from './mapped-groups.ts'

/** No provider has issued this code: one that answers that the code is wrong has accepted the client before. */
const UNKNOWN_CODE = 'atrium-tests-this-client'

interface Tested {
  deps: TestDeps
  provider: StoredProvider
  settings: OidcSettings
  findings: Findings
}

/** Tests an OpenID provider or GitHub as far as that is possible without a person who signs in there. */
export async function testOAuthProvider(deps: TestDeps, provider: StoredProvider, findings: Findings) {
  const settings = provider.settings as OidcSettings
  const tested = { deps, provider, settings, findings }
  await testGroups(tested)
  if (!(await testConnection(tested))) return
  if (provider.kind === 'github') await testGitHub(tested)
  else await testOpenId(tested)
}

async function testConnection({ deps, provider, settings, findings }: Tested) {
  const server = serverOf(settings.issuer, provider.kind)
  const socket = await testAddress(deps.outbound, findings, server)
  if (!socket) return false
  if (server.url.startsWith('https:')) return testCertificate(findings, server, socket)
  socket.destroy()
  findings.skipped('certificate', 'not_encrypted', { host: server.host })
  return true
}

interface Metadata {
  issuer?: unknown
  jwks_uri?: unknown
  scopes_supported?: unknown
}

const requiredMetadata = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const

async function testOpenId(tested: Tested) {
  const metadata = await testDiscovery(tested)
  if (!metadata) return
  await testClient(tested)
  await testKeys(tested, String(metadata.jwks_uri))
  testScopes(tested, metadata)
}

/** OpenID Connect Discovery §4: the document has to be where the issuer says, and has to name the same issuer. */
async function testDiscovery({ deps, settings, findings }: Tested): Promise<Metadata | undefined> {
  const { issuer } = settings
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  try {
    const answer = await fetchThrough(deps.outbound)(url)
    const theirs = dateOf(answer)
    testClock(findings, { host: new URL(url).host }, { theirs, ours: deps.now() })
    if (answer.status !== 200) {
      findings.failed('discovery', 'discovery_failed', { url, reason: `HTTP ${answer.status}` })
      return undefined
    }
    const metadata = (await answer.json()) as Metadata & Record<string, unknown>
    const missing = requiredMetadata.filter(field => typeof metadata[field] !== 'string')
    if (metadata.issuer !== issuer) {
      const found = String(metadata.issuer)
      findings.failed('discovery', 'discovery_other_issuer', { found, issuer })
      return undefined
    }
    if (missing.length > 0) {
      findings.failed('discovery', 'discovery_incomplete', { url, missing })
      return undefined
    }
    findings.ok('discovery', 'discovery_complete', { url })
    return metadata
  } catch (error) {
    findings.failed('discovery', 'discovery_failed', { url, reason: reasonOf(error) })
    return undefined
  }
}

function dateOf(answer: Response) {
  const date = answer.headers.get('date')
  return date === null ? undefined : new Date(date)
}

/** Redeems a code that does not exist. What the token endpoint says first is whether it knows the client (RFC 6749 §5.2). */
async function testClient({ deps, provider, settings, findings }: Tested) {
  const { clientId } = settings
  try {
    const { client, config } = await discover(deps, provider)
    const redirectUri = callbackUrlOf(deps.settings.IDENTITY_URL, provider.slug)
    await client.genericGrantRequest(config, 'authorization_code', {
      code: UNKNOWN_CODE,
      redirect_uri: redirectUri,
      code_verifier: UNKNOWN_CODE.repeat(2),
    })
    findings.skipped('bind', 'client_unproven', { clientId })
  } catch (thrown) {
    const { error, error_description: description } = thrown as { error?: string; error_description?: string }
    const status = (thrown as { status?: number }).status
    if (error === 'invalid_grant') findings.ok('bind', 'client_accepted', { clientId })
    else if (error === 'invalid_client' || error === 'unauthorized_client' || status === 401) {
      const reason = description ?? error ?? `HTTP ${status}`
      findings.failed('bind', 'client_refused', { clientId, reason })
    } else findings.skipped('bind', 'client_unproven', { clientId })
  }
}

async function testKeys({ deps, findings }: Tested, url: string) {
  try {
    const answer = await fetchThrough(deps.outbound)(url)
    if (answer.status !== 200) throw new Error(`HTTP ${answer.status}`)
    const { keys } = (await answer.json()) as { keys?: { use?: string; kty?: string }[] }
    const usable = Array.isArray(keys) ? keys.filter(({ use, kty }) => kty !== 'oct' && use !== 'enc') : []
    if (usable.length === 0) return findings.failed('keys', 'keys_missing', { url })
    findings.ok('keys', 'keys_found', { count: usable.length })
  } catch (error) {
    findings.failed('keys', 'keys_unreadable', { url, reason: reasonOf(error) })
  }
}

/** Providers need not list their scopes; one that does refuses others. */
function testScopes({ settings, findings }: Tested, { scopes_supported: supported }: Metadata) {
  const scopes = settings.scopes.split(' ').filter(Boolean)
  const unknown = Array.isArray(supported) ? scopes.find(scope => !supported.includes(scope)) : undefined
  if (!scopes.includes('email')) {
    return findings.failed('mapping', 'mapping_email_not_asked', { scopes, scope: 'email' })
  }
  if (unknown) return findings.failed('mapping', 'mapping_scope_unknown', { scope: unknown })
  findings.ok('mapping', 'mapping_scopes', { scopes })
}

async function testGitHub(tested: Tested) {
  const { settings, findings } = tested
  findings.notUsed('discovery', 'keys')
  await testGitHubClient(tested)
  const scopes = settings.scopes.split(' ').filter(Boolean)
  if (scopes.includes('user:email') || scopes.includes('user')) {
    findings.ok('mapping', 'mapping_scopes', { scopes })
  } else findings.failed('mapping', 'mapping_email_not_asked', { scopes, scope: 'user:email' })
}

/** GitHub answers with 200 or 404 whatever is wrong, and names it in the body. */
async function testGitHubClient({ deps, provider, settings, findings }: Tested) {
  const { clientId, issuer } = settings
  const site = serverOf(issuer, 'github')
  const form = { client_id: clientId, client_secret: secretOf(deps, provider) ?? '', code: UNKNOWN_CODE }
  try {
    const answer = await fetchThrough(deps.outbound)(
      `${issuer.replace(/\/$/, '')}/login/oauth/access_token`,
      {
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
        body: String(new URLSearchParams(form)),
      },
    )
    testClock(findings, site, { theirs: dateOf(answer), ours: deps.now() })
    const { error } = (await answer.json()) as { error?: string }
    if (error === 'bad_verification_code') findings.ok('bind', 'client_accepted', { clientId })
    else if (error === 'incorrect_client_credentials' || answer.status === 404) {
      findings.failed('bind', 'client_refused', { clientId, reason: error ?? `HTTP ${answer.status}` })
    } else findings.skipped('bind', 'client_unproven', { clientId })
  } catch {
    findings.skipped('bind', 'client_unproven', { clientId })
  }
}

async function testGroups({ deps, provider, settings, findings }: Tested) {
  if (!usesGroups(provider)) return findings.skipped('groups', 'groups_unused', {})
  if (provider.kind === 'github' && !settings.scopes.split(' ').includes('read:org')) {
    return findings.failed('groups', 'groups_scope_missing', {})
  }
  if (provider.kind === 'oidc' && settings.groupsClaim === null) {
    return findings.failed('groups', 'groups_claim_missing', {})
  }
  if (await testMappedGroups(deps, provider, findings)) findings.skipped('groups', 'groups_at_sign_in', {})
}
