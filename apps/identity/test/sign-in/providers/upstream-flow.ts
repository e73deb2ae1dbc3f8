import assert from 'node:assert/strict'
import { authorizeUrl, createChallenge } from '../../authorize-flow.ts'
import type { Identity } from '../../identity-service.ts'
import { type RelyingParty, registerRelyingParty } from '../../openid-flow.ts'
import { as, cookiesOf, createUser, signIn } from '../../people.ts'

/** Calls the API as a new owner. */
export async function asOwner(identity: Identity) {
  return as(identity, (await signIn(identity, await createUser(identity, 'owner'))).access_token)
}

/** An application, and the query that its visitors come with. */
export async function createVisitors(identity: Identity) {
  const application = await registerRelyingParty(identity)
  const { challenge, verifier } = createChallenge()
  const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }
  const query = (more: Record<string, string> = {}) => {
    const url = authorizeUrl({ client_id: application.clientId, scope: 'openid email', ...pkce, ...more })
    return url.slice(url.indexOf('?'))
  }
  return { application, verifier, query }
}

export type Visitors = { application: RelyingParty; query: (more?: Record<string, string>) => string }

/** Goes to the provider; returns its address and the cookies that came with it. */
export async function leaveFor(
  { app }: Pick<Identity, 'app'>,
  slug: string,
  query: string,
  cookies: Record<string, string> = {},
) {
  const response = await app.inject({
    url: `/auth/upstream/${slug}${query}`,
    cookies,
    headers: { accept: 'text/html' },
  })
  assert.equal(response.statusCode, 302, response.body)
  return { url: new URL(String(response.headers.location)), cookies: { ...cookies, ...cookiesOf(response) } }
}

/** Comes back from the provider. */
export function comeBack(
  { app }: Pick<Identity, 'app'>,
  address: string | URL,
  cookies: Record<string, string>,
) {
  const { pathname, search } = new URL(address)
  return app.inject({ url: pathname + search, cookies, headers: { accept: 'text/html' } })
}
