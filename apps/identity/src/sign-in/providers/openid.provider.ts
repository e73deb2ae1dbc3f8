import type { Configuration } from 'openid-client'
import type { Deps } from '#deps.ts'
import { Forbidden } from '#errors.ts'
import { secretOf } from './provider.commands.ts'
import type { OidcSettings } from './provider.contract.ts'
import type { StoredProvider } from './provider.queries.ts'
import { usesGroups } from './provider-groups.ts'
import type { UpstreamProfile, UpstreamProvider } from './upstream-provider.ts'
import { fetchThrough, upstreamError } from './upstream-request.ts'

const CLOCK_TOLERANCE_SECONDS = 60
const TIMEOUT_SECONDS = 15
const SECOND_FACTORS = ['mfa', 'otp', 'hwk', 'pop', 'sc']
const GOOGLE = 'https://accounts.google.com'

/** OpenID Connect Core §3.1 with PKCE. The issuer of each answer is checked (RFC 9207), and each token completely. */
export function openIdProvider(deps: Deps, provider: StoredProvider): UpstreamProvider {
  const settings = provider.settings as OidcSettings
  return {
    begin: async ({ redirectUri, state, nonce, codeVerifier, loginHint, isFresh, maxAge }) => {
      try {
        const { client, config } = await discover(deps, provider)
        return client.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: settings.scopes,
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
          ...(loginHint && { login_hint: loginHint }),
          ...(isFresh && { prompt: 'login' }),
          ...(maxAge !== null && { max_age: String(maxAge) }),
        })
      } catch (error) {
        throw upstreamError(error, provider.name)
      }
    },

    finish: async ({ url, state, nonce, codeVerifier, maxAge }) => {
      try {
        const { client, config } = await discover(deps, provider)
        const tokens = await client.authorizationCodeGrant(config, url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
          ...(maxAge !== null && { maxAge }),
        })
        const claims: Claims = { ...tokens.claims() }
        const isComplete = claims.email !== undefined && hasGroups(claims, settings)
        const canAsk = !isComplete && config.serverMetadata().userinfo_endpoint !== undefined
        const info: Claims = canAsk
          ? await client.fetchUserInfo(config, tokens.access_token, String(claims.sub))
          : {}
        const all = merged(claims, info)
        if (usesGroups(provider) && leavesGroupsOut(all, settings)) {
          throw new Forbidden('upstream_groups_left_out', { name: provider.name })
        }
        return profileOf(settings, all, tokens.id_token ?? null)
      } catch (error) {
        throw upstreamError(error, provider.name)
      }
    },
  }
}

/** Asks for the configuration each time: a provider can change it, and need not answer when Atrium starts. */
export async function discover(deps: Pick<Deps, 'outbound' | 'secrets' | 'now'>, provider: StoredProvider) {
  const client = await import('openid-client') // with the first sign-in: most processes never need it
  const { issuer, clientId } = provider.settings as OidcSettings
  const secret = secretOf(deps, provider)
  const clock = {
    [client.clockSkew]: Math.round((deps.now().getTime() - Date.now()) / 1000),
    [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS,
  }
  const config = await client.discovery(
    new URL(issuer),
    clientId,
    clock,
    secret === undefined ? client.None() : client.ClientSecretPost(secret),
    {
      [client.customFetch]: fetchThrough(deps.outbound) as never,
      execute: [client.allowInsecureRequests], // the guard decides where http is allowed
      timeout: TIMEOUT_SECONDS,
    },
  )
  const { token_endpoint_auth_methods_supported: methods } = config.serverMetadata()
  if (secret === undefined || !methods || methods.includes('client_secret_post')) {
    return { client, config: withSignatures(config) }
  }
  const basic = new client.Configuration(
    config.serverMetadata(),
    clientId,
    clock,
    client.ClientSecretBasic(secret),
  )
  basic[client.customFetch] = fetchThrough(deps.outbound) as never
  client.allowInsecureRequests(basic)
  return { client, config: withSignatures(basic) }

  /** Signatures of ID tokens are checked although they come from the token endpoint: it can be an http address. */
  function withSignatures(configuration: Configuration) {
    client.enableNonRepudiationChecks(configuration)
    return configuration
  }
}

type Claims = Record<string, unknown>

function hasGroups(claims: Claims, { groupsClaim }: OidcSettings) {
  return groupsClaim === null || valueAt(claims, groupsClaim) !== undefined
}

/**
 * Entra names no group of someone who is in more than 200, and says where to ask instead (OpenID Connect Core §5.6.2). Nobody
 * has left a group because of that.
 */
function leavesGroupsOut(claims: Claims, { groupsClaim }: OidcSettings) {
  const { _claim_names: elsewhere } = claims
  if (groupsClaim === null || valueAt(claims, groupsClaim) !== undefined) return false
  return typeof elsewhere === 'object' && elsewhere !== null && groupsClaim in elsewhere
}

/** The ID token counts first. An address and whether it is verified come from the same place. */
function merged(claims: Claims, info: Claims): Claims {
  const { email, email_verified, ...rest } = info
  const address = claims.email === undefined ? { email, email_verified } : {}
  return { ...rest, ...claims, ...address }
}

function profileOf(settings: OidcSettings, claims: Claims, idToken: string | null): UpstreamProfile {
  const { iss, sub, email, email_verified, amr, auth_time, sid } = claims
  const methods = Array.isArray(amr) ? amr : []
  return {
    issuer: String(iss),
    subject: String(sub),
    email: typeof email === 'string' ? email : null,
    isEmailVerified: (email_verified === true || email_verified === 'true') && isOfWorkspace(claims),
    ...namesOf(claims),
    groups: settings.groupsClaim === null ? [] : groupsAt(claims, settings.groupsClaim),
    hasSecondFactor: settings.trustsSecondFactor && methods.some(each => SECOND_FACTORS.includes(each)),
    authenticatedAt: typeof auth_time === 'number' ? new Date(auth_time * 1000).toISOString() : null,
    sid: typeof sid === 'string' ? sid : null,
    idToken,
    received: claims,
  }
}

/** Google also verifies addresses of other domains; only `hd` says that the account belongs to the organization. */
function isOfWorkspace({ iss, email, hd }: Claims) {
  if (iss !== GOOGLE || typeof email !== 'string') return true
  return /@(gmail|googlemail)\.com$/i.test(email) || email.toLowerCase().endsWith(`@${hd}`)
}

function namesOf({ given_name, family_name, name, preferred_username, email }: Claims) {
  const whole = [name, preferred_username, email].find(each => typeof each === 'string' && each.trim())
  const [first = '', ...rest] = String(whole ?? '')
    .trim()
    .split(/\s+/)
  return {
    name: typeof given_name === 'string' && given_name ? given_name : first,
    surname: typeof family_name === 'string' ? family_name : rest.join(' '),
  }
}

/** Takes the name of a claim, or a path such as `realm_access.roles`. */
export function valueAt(claims: Claims, path: string): unknown {
  if (path in claims) return claims[path]
  return path.split('.').reduce<unknown>((value, key) => (value as Claims | undefined)?.[key], claims)
}

function groupsAt(claims: Claims, path: string) {
  const value = valueAt(claims, path)
  const list = Array.isArray(value) ? value : [value]
  return list.filter((each): each is string => typeof each === 'string')
}
