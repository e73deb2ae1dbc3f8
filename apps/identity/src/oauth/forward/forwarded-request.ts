import type { FastifyRequest } from 'fastify'

/** The request that a proxy asks about, from the headers `X-Forwarded-*`. */
export interface ForwardedRequest {
  host: string
  /** `http` or `https`. */
  protocol: string
  method: string
  /** The path with the query, as the browser sent it. */
  uri: string
  /** Whether a person opens a page, and can be sent to the sign-in page. */
  isPage: boolean
}

/** Undefined if the sender is no proxy that TRUST_PROXY names, or doesn't say which host it asks about. */
export function readForwardedRequest(request: FastifyRequest): ForwardedRequest | undefined {
  // Fastify takes the host from a proxy that is trusted, and from no one else.
  const isNamed = headerOf(request, 'x-forwarded-host') === request.host
  const host = isNamed ? parseHost(request.host) : undefined
  const uri = headerOf(request, 'x-forwarded-uri') ?? '/'
  if (!host || !uri.startsWith('/')) return undefined
  const method = (headerOf(request, 'x-forwarded-method') ?? 'GET').toUpperCase()
  return {
    host,
    protocol: request.protocol === 'http' ? 'http' : 'https',
    method,
    uri,
    isPage: method === 'GET' && (headerOf(request, 'accept') ?? '').includes('text/html'),
  }
}

function headerOf({ headers }: FastifyRequest, name: string) {
  const value = headers[name]
  return typeof value === 'string' ? value.trim() : undefined
}

const HOST = /^(?:[a-z0-9](?:[a-z0-9_.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/

/** `App.Example.org:443` → `app.example.org`; undefined if it is no host name. */
export function parseHost(text: string): string | undefined {
  const host = text
    .trim()
    .toLowerCase()
    .replace(/:(?:80|443)$/, '')
  return HOST.test(host) ? host : undefined
}

/** Whether a path is public. One that servers could read in more than one way never is. */
export function isPublicPath(publicPaths: string[], uri: string) {
  const [path = ''] = uri.split(/[?#]/)
  if (/%2e|%2f|%5c|\\|\/\/|\/\.{1,2}(?:\/|;|$)|;/i.test(path)) return false
  return publicPaths.some(known =>
    known.endsWith('*') ? path.startsWith(known.slice(0, -1)) : path === known,
  )
}
