import type { Input } from '@atrium/client/client'
import type { Contract } from '@atrium/core/contract'
import { getCurrentUser } from '@atrium/tasks/administration/user.contract'
import type { Fetch } from '../office/attempts.ts'
import { clients } from '../office/clients.ts'
import type { BenchAtrium } from './atrium.ts'
import type { Request } from './connection.ts'

export type Session = Awaited<ReturnType<typeof signedIn>>
export type Send = Session['send']

/** Returns what a call of the web application sends, for the load generator to repeat. */
export type Prepare = <C extends Contract>(contract: C, input?: Input<C>) => Promise<Request>

/** A user at the task service, with the session and the client of the web application. */
export async function signedIn({ tasksUrl, person }: Pick<BenchAtrium, 'tasksUrl' | 'person'>) {
  const { call, prepare, signIn } = openClient(tasksUrl, person)
  await signIn()
  const send = (method: Contract['method'], path: string, body?: object) =>
    // biome-ignore lint/suspicious/noExplicitAny: responses of many shapes
    call({ method, path } as Contract, { body } as never) as Promise<any>
  const { item: me } = await call(getCurrentUser)
  return { call, send, prepare, userId: me.id }
}

/** Nothing is sent before `signIn`; `prepare` sends nothing at all. */
export function openClient(tasksUrl: string, account: BenchAtrium['person']) {
  let send: Fetch = fetch
  const recorder = { start: () => () => {}, fetch: (...request: Parameters<Fetch>) => send(...request) }
  const client = clients.browser(tasksUrl, account, recorder)
  const prepare: Prepare = async (contract, input) => {
    const requests: Request[] = []
    send = async (address, init) => {
      requests.push(requestOf(address.slice(tasksUrl.length), init))
      return new Response('{}')
    }
    try {
      await client.call(contract, ...([input] as never))
    } finally {
      send = fetch
    }
    return requests[0] as Request
  }
  return { ...client, prepare }
}

/** The generator sends a key of its own with each repetition. */
function requestOf(path: string, { method, headers, body }: RequestInit): Request {
  const { 'idempotency-key': key, ...others } = headers as Record<string, string>
  return {
    method: method as 'GET' | 'POST',
    path,
    headers: others,
    hasKey: key !== undefined,
    ...(body != null && { body: String(body) }),
  }
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
