import assert from 'node:assert/strict'
import { createClient } from '#oauth/clients/client.commands.ts'
import type { NewClient } from '#oauth/clients/client.contract.ts'
import { answerOf, authorizeUrl, createChallenge, openSignInPage, redeem, submit } from './authorize-flow.ts'
import type { Identity } from './identity-service.ts'
import { cookiesOf, type Person } from './people.ts'

export interface RelyingParty {
  id: number
  clientId: string
  clientSecret: string | null
}

/** An application that signs its users in by OpenID Connect; trusted, so that nobody is asked for consent. */
export function registerRelyingParty(
  { deps }: Identity,
  overrides: Partial<NewClient> = {},
  { isTrusted = true } = {},
): Promise<RelyingParty> {
  const client: NewClient = {
    name: 'Grafana',
    grantTypes: 'authorization_code refresh_token',
    scope: 'openid profile email phone groups offline_access',
    redirectUris: ['https://app.example.org/callback'],
    resources: [],
    isPublic: false,
    ...overrides,
  }
  return createClient(deps, client, { isTrusted })
}

export type Parameters = Record<string, string | undefined>

/** Asks for a code as a browser with these cookies does. */
export async function authorize(
  { app }: Pick<Identity, 'app'>,
  client: RelyingParty,
  parameters: Parameters,
  cookies: Record<string, string> = {},
) {
  const url = authorizeUrl({ client_id: client.clientId, scope: 'openid', ...parameters })
  return app.inject({ url, cookies, headers: { accept: 'text/html' } })
}

/** Signs in with a password and redeems the code. */
export async function signInTo(
  identity: Pick<Identity, 'app'>,
  client: RelyingParty,
  person: Person,
  parameters: Parameters = {},
) {
  const { verifier, challenge } = createChallenge()
  const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }
  const url = authorizeUrl({ client_id: client.clientId, scope: 'openid', ...pkce, ...parameters })
  const { form, cookies } = await openSignInPage(identity, url)
  const filled = { ...form, username: person.email, password: person.password }
  const response = await submit(identity, filled, cookies)
  assert.equal(response.statusCode, 302, response.body)
  const { code = '' } = answerOf(response)
  const tokens = await redeem(identity, client, { code, code_verifier: verifier })
  assert.equal(tokens.statusCode, 200, tokens.body)
  return { tokens: tokens.json() as Tokens, cookies: { ...cookies, ...cookiesOf(response) } }
}

export interface Tokens {
  access_token: string
  refresh_token?: string
  id_token: string
  scope: string
}

export function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}

export function headerOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())
}

export function userInfo({ app }: Pick<Identity, 'app'>, accessToken: string) {
  return app.inject({ url: '/userinfo', headers: { authorization: `Bearer ${accessToken}` } })
}
