import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { open } from '../routes/access.ts'
import { pathOf } from '../routes/request-path.ts'

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'
const EXPOSED = 'X-Request-Id, Retry-After'
const MAX_AGE_SECONDS = '600'

/**
 * Scripts of the listed origins can read our replies, with the user's cookies; those of registered applications some of
 * them, without cookies. Not by @fastify/cors, which builds its options again for every request, with an Origin or without.
 */
export function allowOrigins(
  app: FastifyInstance,
  allowedOrigins: string[],
  isApplicationOrigin: (origin: string) => Promise<boolean>,
) {
  const closedPaths = new Set<string>()
  const applicationPaths = new Set<string>()
  app.addHook('onRoute', ({ url, config }) => {
    if (config?.noCors) closedPaths.add(url)
    if (config?.forApplications) applicationPaths.add(url)
  })

  function allowListed({ routeOptions, headers, method }: FastifyRequest, reply: FastifyReply, path: string) {
    const isClosed = routeOptions.config.noCors || closedPaths.has(path)
    if (isClosed && method !== 'OPTIONS') return // a preflight is answered in any case
    const { origin = '' } = headers
    allow(reply, !isClosed && allowedOrigins.includes(origin) ? origin : undefined)
    reply.header('access-control-allow-credentials', 'true')
  }

  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers
    const path = pathOf(request)
    const proceed = () => (request.method === 'OPTIONS' ? answerPreflight(request, reply) : done())
    reply.header('vary', 'Origin')
    if (origin === undefined || !applicationPaths.has(path) || allowedOrigins.includes(origin)) {
      allowListed(request, reply, path)
      return proceed()
    }
    isApplicationOrigin(origin)
      .then(isKnown => {
        if (isKnown) allow(reply, origin)
        else allowListed(request, reply, path)
      })
      .then(proceed, done)
  })
  // So that a preflight is accepted for every path. The hook above answers it before anything asks for a token.
  app.options('*', { schema: { hide: true }, config: { access: open } }, async () => {})
}

function allow(reply: FastifyReply, origin: string | undefined) {
  if (origin !== undefined) reply.header('access-control-allow-origin', origin)
  reply.header('access-control-expose-headers', EXPOSED)
}

function answerPreflight({ headers }: FastifyRequest, reply: FastifyReply) {
  const requested = headers['access-control-request-headers']
  if (requested !== undefined) reply.header('access-control-allow-headers', requested)
  reply
    .code(204)
    .header('vary', 'Origin, Access-Control-Request-Headers')
    .header('access-control-allow-methods', METHODS)
    .header('access-control-max-age', MAX_AGE_SECONDS)
    .header('content-length', '0')
    .send()
}
