import { DomainError } from '@atrium/core/errors'
import type { Outbound } from '@atrium/outbound/outbound'
import { Forbidden, Unavailable } from '#errors.ts'

const TIMEOUT_MS = 10_000

/** `fetch` for libraries, through the guard of outgoing requests. */
export function fetchThrough(outbound: Outbound) {
  return async (address: string, options: { method?: string; headers?: unknown; body?: unknown } = {}) => {
    const { method = 'GET', headers, body } = options
    const answer = await outbound.send(address, {
      method: method as 'GET',
      headers: Object.fromEntries(new Headers(headers as Record<string, string>)),
      ...(body !== undefined && body !== null && { body: String(body) }),
      wholeMs: TIMEOUT_MS,
    })
    if (answer.status >= 500) throw new UpstreamDown(`${new URL(address).host} answered ${answer.status}`)
    const sent = Object.entries(answer.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    )
    const isEmpty = [204, 205, 304].includes(answer.status)
    return new Response(isEmpty ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: sent.filter(([name]) => !/^(content-encoding|content-length|transfer-encoding)$/.test(name)),
    })
  }
}

class UpstreamDown extends Error {}

/** Codes of errors of sockets, name servers and certificates. */
const NETWORK_CODE = /^(E[A-Z]+|UND_ERR|CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/

/** Turns what a library or the network throws into a refusal that names the provider. */
export function upstreamError(thrown: unknown, name: string): DomainError {
  if (thrown instanceof DomainError && thrown.code !== 'outbound_address_refused') return thrown
  if (isUnreachable(thrown)) {
    return new Unavailable('upstream_unavailable', { name, retryAfter: 5 }, { cause: thrown })
  }
  if ((thrown as { error?: unknown }).error === 'access_denied') {
    return new Forbidden('upstream_refused', { name }, { cause: thrown })
  }
  return new Forbidden('upstream_answer_invalid', { name }, { cause: thrown })
}

function isUnreachable(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  const { code } = thrown as { code?: unknown }
  if (thrown instanceof UpstreamDown || code === 'outbound_address_refused') return true
  if (/took longer than/.test(thrown.message)) return true
  if (typeof code === 'string' && NETWORK_CODE.test(code)) return true
  return isUnreachable(thrown.cause)
}
