import type { Contract, PartsOf, ReplyOf } from '@atrium/core/contract'
import { addressOf, bodyOf, type RequestParts } from './request-parts.ts'

declare const CONTRACT: unique symbol

/** A route of another service, with the types of its contract. */
export interface ServiceRoute<C extends Contract> {
  method: string
  path: string
  [CONTRACT]?: C
}

/** Names a route of a contract that is imported as a type: neither service loads code of the other. */
export function routeOf<C extends Contract>(method: C['method'], path: C['path']): ServiceRoute<C> {
  return { method, path }
}

interface Sending {
  headers?: Record<string, string>
  /** Sends the body as a form (RFC 6749 §4), not as JSON. */
  isForm?: boolean
}

export interface Answer<Reply> {
  status: number
  headers: Headers
  /** Undefined if the service refused the request. */
  reply: Reply | undefined
  /** The body of a refusal, if it was JSON. */
  refusal: unknown
}

interface ServiceOptions {
  baseUrl: string
  /** How long a whole answer may take. */
  timeoutMs: number
}

export type ServiceClient = ReturnType<typeof createServiceClient>

/**
 * Calls routes of another service. A refusal is an answer; no answer in time, a broken one and one of a failing service are
 * errors.
 */
export function createServiceClient({ baseUrl, timeoutMs }: ServiceOptions) {
  return async function call<C extends Contract>(
    route: ServiceRoute<C>,
    input: PartsOf<C> & Sending,
  ): Promise<Answer<ReplyOf<C>>> {
    const { headers, isForm = false, ...parts } = input as RequestParts & Sending
    const sent = isForm ? { body: new URLSearchParams({ ...parts.body }) } : bodyOf(parts.body)
    const response = await fetch(baseUrl + addressOf(route, parts), {
      method: route.method,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      ...sent,
      headers: { ...('headers' in sent && sent.headers), ...headers },
    })
    // Read before anything else: a service that is killed leaves it unfinished, which is no answer either.
    const body = parse(await response.text())
    const { ok, status } = response
    if (status >= 500) throw new Error(`${route.path} answered ${status}`)
    if (ok && body === undefined) throw new Error(`${route.path} answered without JSON`)
    return {
      status,
      headers: response.headers,
      reply: ok ? (body as ReplyOf<C>) : undefined,
      refusal: ok ? undefined : body,
    }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
