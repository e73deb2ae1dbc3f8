import { insertAuditEntry } from '@atrium/audit/audit-entry'
import { inTransaction } from '@atrium/database/transaction'
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import type { Deps } from '#deps.ts'
import { MalformedRequest } from '#errors.ts'
import { discover } from '#sign-in/providers/openid.provider.ts'
import type { OidcSettings } from '#sign-in/providers/provider.contract.ts'
import { findProvider, type StoredProvider } from '#sign-in/providers/provider.queries.ts'
import { fetchThrough, upstreamError } from '#sign-in/providers/upstream-request.ts'
import { revokeFamily } from '#tokens/revoke-tokens.queries.ts'
import { consumeToken } from '#tokens/used-token.queries.ts'
import { getAuthentication } from '#tokens/user-session.queries.ts'
import { openIdToken } from '../session/upstream-proof.ts'
import { findUpstreamSession, listSessionsFrom } from '../session/upstream-sign-in.queries.ts'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const REMEMBERED_MS = 600_000
const PURPOSE = 'sign-out at a provider'

/** OpenID Connect Back-Channel Logout 1.0 §2.5–2.6: ends the sessions that came from the ended one. */
export async function endSessionsFrom(deps: Deps, provider: StoredProvider, logoutToken: string) {
  const { iss, sub, sid } = await verifyLogoutToken(deps, provider, logoutToken)
  const ended = { provider: provider.slug, issuer: iss, subject: sub, sid }
  await inTransaction(deps, async (tx, emit) => {
    for (const { sessionId, userId } of await listSessionsFrom(tx, ended)) {
      if (!(await revokeFamily(tx, sessionId, deps.now()))) continue
      await emit({ type: 'TokensRevoked', familyId: sessionId, isSignOut: true })
      await insertAuditEntry(tx, {
        at: deps.now().toISOString(),
        action: 'session.ended',
        actorId: null,
        subjectType: 'user',
        subjectId: userId,
        details: { sessionId, provider: provider.slug },
      })
    }
  })
}

async function verifyLogoutToken(deps: Deps, provider: StoredProvider, token: string) {
  const { clientId } = provider.settings as OidcSettings
  const keys = await readKeys(deps, provider)
  try {
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys.set), {
      issuer: keys.issuer,
      audience: clientId,
      clockTolerance: 60,
      currentDate: deps.now(),
      maxTokenAge: '10 minutes',
    })
    const {
      iss = '',
      sub,
      sid,
      jti,
      events,
      nonce,
    } = payload as Record<string, unknown> & { iss?: string; sub?: string }
    const isLogout = typeof events === 'object' && events !== null && EVENT in events
    if (!isLogout || nonce !== undefined || typeof jti !== 'string') throw new Error('no logout token')
    if (typeof sub !== 'string' && typeof sid !== 'string')
      throw new Error('it names neither session nor user')
    const until = new Date(deps.now().getTime() + REMEMBERED_MS).toISOString()
    const digest = deps.secrets.digest(`logout token ${provider.slug} ${jti}`)
    if (!(await consumeToken(deps.db, digest, until))) throw new Error('it was sent before')
    return { iss, sub, sid: typeof sid === 'string' ? sid : undefined }
  } catch (cause) {
    throw new MalformedRequest('logout_token_invalid', {}, { cause })
  }
}

async function readKeys(deps: Deps, provider: StoredProvider) {
  try {
    const { config } = await discover(deps, provider)
    const { issuer, jwks_uri = '' } = config.serverMetadata()
    const answer = await fetchThrough(deps.outbound)(jwks_uri)
    return { issuer, set: (await answer.json()) as JSONWebKeySet }
  } catch (error) {
    throw upstreamError(error, provider.name)
  }
}

/** Where to sign out at the provider that the session came from; undefined if there is nothing to do there. */
export async function findSignOutAddress(deps: Deps, familyId: number, parameters: Record<string, string>) {
  const { sessionId } = await getAuthentication(deps.db, familyId)
  const session = sessionId === null ? undefined : await findUpstreamSession(deps.db, sessionId)
  const provider = session?.idToken ? await findProvider(deps.db, session.provider) : undefined
  if (!session?.idToken || provider?.kind !== 'oidc' || !provider.isEnabled) return undefined
  if (!(provider.settings as OidcSettings).endsSession) return undefined
  try {
    const { client, config } = await discover(deps, provider)
    const back = `${deps.settings.IDENTITY_URL}/auth/upstream/${provider.slug}/signed-out`
    return client.buildEndSessionUrl(config, {
      id_token_hint: openIdToken(deps, session.idToken),
      post_logout_redirect_uri: back,
      state: deps.secrets.seal(PURPOSE, Buffer.from(JSON.stringify(parameters))),
    }).href
  } catch (error) {
    deps.log.warn({ err: error }, 'signing out at a provider failed')
    return undefined
  }
}

/** The request for the sign-out that began here, which goes on after the return from the provider. */
export function readSignOutState({ secrets }: Deps, state: unknown): Record<string, string> {
  try {
    return JSON.parse(secrets.unseal(PURPOSE, String(state)).toString())
  } catch {
    return {}
  }
}
