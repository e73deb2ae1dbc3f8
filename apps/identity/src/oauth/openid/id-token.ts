import { createHash } from 'node:crypto'
import type { Deps } from '#deps.ts'
import { signToken, verifyToken } from '#tokens/access-token.ts'
import type { IssuedTokens } from '#tokens/issue-tokens.ts'
import { type Subject, subjectOf } from '#tokens/secrets.ts'
import type { Authentication } from '#tokens/store-tokens.queries.ts'
import type { Client } from '../clients/client.queries.ts'
import { readClientClaims } from './client-claims.ts'
import { readUserClaims } from './user-claims.ts'

interface IdTokenInput {
  client: Client
  userId: number
  /** What the user granted; those of an access token for another service are fewer. */
  scopes: string[]
  accessToken: string
  /** Only with the code: a refreshed ID token has none (Core §12.2). */
  nonce: string | null
  authentication: Authentication
}

/** OpenID Connect Core §2. It is never stored, so it is no access token. */
async function createIdToken(
  deps: Deps,
  { client, userId, scopes, accessToken, nonce, authentication }: IdTokenInput,
) {
  const { sessionId, authenticatedAt, amr, idTokenClaims } = authentication
  const { settings, secrets, keyRing } = deps
  const now = deps.now()
  const issuedAt = Math.floor(now.getTime() / 1000)
  const claims = {
    ...(await readUserClaims(deps, userId, idTokenClaims?.split(' ') ?? [])),
    ...(await readClientClaims(deps, { client, userId, scopes, place: 'id_token' })),
    iss: settings.IDENTITY_URL,
    sub: subjectOf(secrets, client, userId),
    aud: client.clientId,
    iat: issuedAt,
    exp: issuedAt + settings.OAUTH2_ACCESS_TOKEN_TTL,
    auth_time: Math.floor(Date.parse(authenticatedAt ?? now.toISOString()) / 1000),
    ...(nonce !== null && { nonce }),
    ...(amr !== null && { amr: amr.split(' '), acr: acrOf(amr) }),
    ...(sessionId !== null && { sid: sidOf(deps, sessionId, client) }),
    at_hash: atHash(accessToken),
  }
  return signToken(keyRing, claims, now)
}

export async function withIdToken(
  deps: Deps,
  tokens: IssuedTokens,
  input: Omit<IdTokenInput, 'accessToken'>,
): Promise<IssuedTokens> {
  const { accessToken } = tokens
  return { ...tokens, idToken: await createIdToken(deps, { ...input, accessToken }) }
}

/** Core §3.1.3.6: the left half of the digest. */
function atHash(accessToken: string) {
  return createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url')
}

/** `phr` is that of OpenID Connect Extended Authentication Profile ACR Values 1.0: resistant to phishing. */
export const acrValues = ['pwd', 'mfa', 'phr']

export function acrOf(amr: string) {
  const methods = amr.split(' ')
  if (methods.includes('pop')) return 'phr'
  return methods.includes('mfa') ? 'mfa' : 'pwd'
}

/** What identifies a session of a browser to a client; clients of different sectors can't match theirs. */
export function sidOf(
  { secrets }: Pick<Deps, 'secrets'>,
  sessionId: number,
  { sectorIdentifier = null }: Subject,
) {
  const content = sectorIdentifier === null ? String(sessionId) : `${sessionId} ${sectorIdentifier}`
  return secrets.sign('session id', content)
}

export interface IdTokenClaims {
  iss: string
  sub: string
  aud: string
  sid?: string
  auth_time: number
}

/** An ID token of ours, expired or not; an access token is signed by the same key, but is none. */
export async function readIdToken({ keyRing, settings }: Deps, token: string) {
  const claims = await verifyToken<Partial<IdTokenClaims> & { scopes?: unknown }>(keyRing, token)
  if (!claims || claims.scopes !== undefined || claims.iss !== settings.IDENTITY_URL) return undefined
  return claims.auth_time === undefined ? undefined : (claims as IdTokenClaims)
}
