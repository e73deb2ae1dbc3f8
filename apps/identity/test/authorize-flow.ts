import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import type { Identity } from './identity-service.ts'
import { cookiesOf, type Person, tokenRequest } from './people.ts'

export const redirectUri = 'https://app.example.org/callback'

export function createChallenge() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

export function authorizeUrl(parameters: Record<string, string | undefined>) {
  const all = { response_type: 'code', redirect_uri: redirectUri, state: 'some state', ...parameters }
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return `/auth/authorize?${new URLSearchParams(given)}`
}

/** Opens the URL as a browser does; returns the page, its form and the cookies. */
export async function openSignInPage(
  { app }: Pick<Identity, 'app'>,
  url: string,
  cookies: Record<string, string> = {},
) {
  const response = await app.inject({ url, cookies, headers: { accept: 'text/html' } })
  assert.equal(response.statusCode, 200, response.body)
  return { response, form: formOf(response.body), cookies: { ...cookies, ...cookiesOf(response) } }
}

export function formOf(page: string): Record<string, string> {
  const inputs = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)]
  return Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, unescaped(value)]))
}

export function submit(
  { app }: Pick<Identity, 'app'>,
  form: Record<string, string>,
  cookies: Record<string, string>,
  headers: Record<string, string> = {},
) {
  return app.inject({
    method: 'POST',
    url: '/auth/authorize',
    cookies,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', ...headers },
    payload: new URLSearchParams(form).toString(),
  })
}

export function answerOf(response: { headers: Record<string, unknown> }) {
  return Object.fromEntries(new URL(String(response.headers.location)).searchParams)
}

/** Signs a user in, allows what the application asks for, and returns the authorization code. */
export async function obtainCode(
  identity: Pick<Identity, 'app'>,
  person: Person,
  parameters: Record<string, string | undefined>,
) {
  const { form, cookies } = await openSignInPage(identity, authorizeUrl(parameters))
  const signedIn = await submit(
    identity,
    { ...form, username: person.email, password: person.password },
    cookies,
  )
  const session = { ...cookies, ...cookiesOf(signedIn) }
  const isAsked = signedIn.body.includes('action="/auth/consent"')
  const response = isAsked ? await answerConsent(identity, formOf(signedIn.body), session, 'allow') : signedIn
  assert.equal(response.statusCode, 302, response.body)
  const { code = '' } = answerOf(response)
  return { code, cookies: session }
}

/** Sends the form of the consent page. */
export function answerConsent(
  { app }: Pick<Identity, 'app'>,
  form: Record<string, string>,
  cookies: Record<string, string>,
  decision: 'allow' | 'deny',
  headers: Record<string, string> = {},
) {
  return app.inject({
    method: 'POST',
    url: '/auth/consent',
    cookies,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', ...headers },
    payload: String(new URLSearchParams({ ...form, decision })),
  })
}

export async function redeem(
  identity: Pick<Identity, 'app'>,
  client: { clientId: string; clientSecret: string | null },
  form: Record<string, string>,
) {
  return tokenRequest(identity, {
    grant_type: 'authorization_code',
    redirect_uri: redirectUri,
    client_id: client.clientId,
    ...(client.clientSecret && { client_secret: client.clientSecret }),
    ...form,
  })
}

function unescaped(text: string) {
  const entities: Record<string, string> = {
    '&amp;': '&',
    '&lt;': '<',
    '&gt;': '>',
    '&quot;': '"',
    '&#39;': "'",
  }
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, entity => entities[entity] ?? entity)
}
