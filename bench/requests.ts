import type { BenchAtrium } from './atrium.ts'

/** Sends a request of the signed-in user and returns the answer, or throws. */
export type Send = Awaited<ReturnType<typeof signedIn>>['send']

/** The benchmark user at the task service. */
export async function signedIn(atrium: BenchAtrium) {
  const token = await signIn(atrium, atrium.person.email)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const send = async (method: string, path: string, body?: object) => {
    const response = await fetch(atrium.tasksUrl + path, {
      method,
      headers,
      body: body && JSON.stringify(body),
    })
    if (!response.ok)
      throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`)
    // biome-ignore lint/suspicious/noExplicitAny: responses of many shapes
    return (await response.json()) as any
  }
  const { item: me } = await send('GET', '/users/me')
  return { headers, send, userId: Number(me.id) }
}

export async function signIn({ tasksUrl, person }: BenchAtrium, login: string) {
  const response = await fetch(`${tasksUrl}/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login, password: person.password }),
  })
  if (!response.ok) throw new Error(`Signing in returned ${response.status}: ${await response.text()}`)
  return ((await response.json()) as { token: string }).token
}

/** Tokens of the benchmark client, or those of a grant. */
export async function issueTokens(
  { identityUrl, client }: BenchAtrium,
  grant: Record<string, string> = { grant_type: 'client_credentials' },
) {
  const { client_id, client_secret } = client
  const response = await fetch(`${identityUrl}/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...grant, client_id, client_secret }),
  })
  if (!response.ok) throw new Error(`A token was refused with ${response.status}: ${await response.text()}`)
  return (await response.json()) as { access_token: string; refresh_token: string }
}
