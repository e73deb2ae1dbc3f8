import { subscribe } from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { formatTraceparent, parseTraceparent, type Span, type Tracer } from './spans.ts'

/** A span for each request that the service answers, except probes. */
export function watchRequests({ current, start }: Tracer) {
  const spans = new WeakMap<FastifyRequest, Span>()

  subscribe('fastify.initialization', message => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRequest', (request, _reply, done) => {
      if (request.routeOptions.logLevel === 'silent') return done()
      const span = start({
        name: request.method,
        kind: 'server',
        parent: parseTraceparent(request.headers.traceparent),
      })
      spans.set(request, span)
      current.run(span, done)
    })
    // Also for the hooks after it, which log the request.
    fastify.addHook('onResponse', (request, { statusCode }, done) => {
      const span = spans.get(request)
      if (!span) return done()
      const { method, routeOptions } = request
      const route = routeOptions.url ?? 'none'
      span.end({
        name: `${method} ${route}`,
        attributes: {
          'http.request.method': method,
          'http.route': route,
          'http.response.status_code': statusCode,
          'url.scheme': request.protocol,
          'atrium.request_id': request.id,
        },
        ...(statusCode >= 500 && { error: String(statusCode) }),
      })
      current.run(span, done)
    })
  })
}

interface FetchRequest {
  method: string
  origin: string | URL
  addHeader: (name: string, value: string) => void
}

/** Requests to our other service carry the trace; requests to anyone else do not. */
export function watchOutgoing({ current, start }: Tracer, origins: Set<string>) {
  const spans = new WeakMap<object, Span>()

  function begin(request: object, method: string, origin: string) {
    if (!current.getStore() || !origins.has(origin)) return undefined
    const { hostname, port } = new URL(origin)
    const attributes = {
      'http.request.method': method,
      'server.address': hostname,
      'server.port': Number(port) || undefined,
    }
    const span = start({ name: method, kind: 'client', attributes })
    spans.set(request, span)
    return formatTraceparent(span)
  }

  function end(request: object, status?: number, error?: Error) {
    const failure = error ? error.name : status && status >= 500 ? String(status) : undefined
    spans.get(request)?.end({
      attributes: { 'http.response.status_code': status },
      ...(failure !== undefined && { error: failure }),
    })
    spans.delete(request)
  }

  listen('http.client.request.created', ({ request }: { request: ClientRequest }) => {
    const traceparent = begin(request, request.method, `${request.protocol}//${request.getHeader('host')}`)
    if (traceparent) request.setHeader('traceparent', traceparent)
  })
  listen('http.client.response.finish', (message: { request: ClientRequest; response: IncomingMessage }) =>
    end(message.request, message.response.statusCode),
  )
  listen('http.client.request.error', ({ request, error }: { request: ClientRequest; error: Error }) =>
    end(request, undefined, error),
  )
  listen('undici:request:create', ({ request }: { request: FetchRequest }) => {
    const traceparent = begin(request, request.method, String(request.origin))
    if (traceparent) request.addHeader('traceparent', traceparent)
  })
  listen('undici:request:headers', (message: { request: object; response: { statusCode: number } }) =>
    end(message.request, message.response.statusCode),
  )
  listen('undici:request:error', ({ request, error }: { request: object; error: Error }) =>
    end(request, undefined, error),
  )
}

function listen<Message>(channel: string, handle: (message: Message) => void) {
  subscribe(channel, message => handle(message as Message))
}
