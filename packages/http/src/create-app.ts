import { randomUUID } from 'node:crypto'
import { type Catalogue, mergeCatalogues } from '@atrium/core/catalogue'
import { sharedErrors } from '@atrium/core/shared.errors'
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import rateLimit from '@fastify/rate-limit'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
} from 'fastify'
import { enforceAccess } from './access.ts'
import { readBodies } from './bodies.ts'
import { answerBrokenRequest } from './broken-requests.ts'
import { trackCurrentRequest } from './current-request.ts'
import { badAddressReply, replyToErrors } from './error-reply.ts'
import { TooManyRequests } from './errors.ts'
import { checkFields, keepBodyErrors } from './field-checks.ts'
import { answerHealth, type Dependencies } from './health.ts'
import { answerMethodNotAllowed } from './method-not-allowed.ts'
import { type Measure, measureRequests } from './metrics.ts'
import { type ApiDescription, describeApi } from './openapi.ts'
import { refuseCrossSiteReads } from './origin-check.ts'
import { servePageStyle } from './page.ts'
import { requestLogger } from './request-logger.ts'
import { sharedRussian } from './russian.ts'
import { setSecurityHeaders } from './security-headers.ts'
import { errorSender } from './send-error.ts'
import { compileSerializer } from './serialization.ts'
import { type Sentences, translator } from './translator.ts'
import { compileValidator } from './validation.ts'

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

export interface AppOptions {
  log: FastifyBaseLogger
  api: ApiDescription
  isDevelopment: boolean
  allowedOrigins: string[]
  trustProxy?: string
  hasRateLimit: boolean
  /** A connection of ioredis: instances then count together. While it is away nobody is counted. */
  sharedLimits?: object
  /** Finds out whose token the request carries, or refuses it. */
  authenticate: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
  /** Of the product, for `/healthz`; the interface has its own. */
  version: string
  /** What `/readyz` looks at. */
  dependencies: Dependencies
  metricsToken?: string
  measures?: Measure[]
  translateError: (error: unknown) => unknown
  /** The largest file that a route takes: how long a request may take depends on it. */
  maxUploadBytes?: number
  /** What the service refuses with, in Russian; what all services say is known already. */
  russian?: Sentences
  /** Every code that the service's own chapters answer with. */
  errors?: Catalogue
  signInAddress?: (request: FastifyRequest) => string
  /** A path under which every route answers too, as `/api/v1`. */
  pathPrefix?: string
}

const REQUESTS_PER_MINUTE = 6000
const BODY_LIMIT = 1024 * 1024
const HEADERS_WITHIN_MS = 30_000
const LONGEST_SILENCE_MS = 60_000
/** Bytes a second. */
const SLOWEST_UPLOAD = 32 * 1024

/** A service with everything that every route has; `addRoutes` adds the service's own. */
export async function createApp(
  options: AppOptions,
  addRoutes: (app: App) => void | Promise<void>,
): Promise<App> {
  const catalogue = mergeCatalogues(sharedErrors, options.errors ?? {})
  const sendError = errorSender(catalogue, translator({ ...sharedRussian, ...options.russian }))
  const app: App = Fastify<RawServerDefault>({
    loggerInstance: options.log,
    childLoggerFactory: requestLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: proxies(options.trustProxy),
    bodyLimit: BODY_LIMIT,
    // Headers come at once; a body may be an upload over a slow line, but never pauses for long.
    http: { headersTimeout: HEADERS_WITHIN_MS },
    requestTimeout: Math.max(HEADERS_WITHIN_MS, ((options.maxUploadBytes ?? 0) / SLOWEST_UPLOAD) * 1000),
    connectionTimeout: LONGEST_SILENCE_MS,
    clientErrorHandler: answerBrokenRequest,
    genReqId: request => knownRequestId(request.headers['x-request-id']) ?? randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    frameworkErrors: badAddressReply(sendError),
    rewriteUrl: ({ url = '/' }) => withoutPathPrefix(url, options.pathPrefix),
    pluginTimeout: 0, // it would also cut a stop that waits for a job; `serve` knows how long that may take
    return503OnClosing: false, // while stopping, an open connection is still served, then closed
  }).withTypeProvider<TypeBoxTypeProvider>()

  app.decorate('errorCatalogue', catalogue)
  app.decorateReply('errorCode', undefined)
  app.setValidatorCompiler(compileValidator)
  app.setSerializerCompiler(compileSerializer)
  const { isDevelopment, translateError, signInAddress } = options
  replyToErrors(app, { isDevelopment, translate: translateError, signInAddress, sendError })
  trackCurrentRequest(app)
  followRequests(app)
  await protect(app, options)
  await app.register(cookie)
  await readBodies(app)
  await describeApi(app, options.api)

  keepBodyErrors(app)
  enforceAccess(app, options.authenticate)
  checkFields(app)
  const guardMethods = answerMethodNotAllowed(app)
  answerHealth(app, options.version, options.dependencies)
  measureRequests(app, { token: options.metricsToken, measures: options.measures ?? [] })
  servePageStyle(app)
  await addRoutes(app)
  guardMethods()
  return app
}

/** Every answer carries the request's id, and one log line a request has it too. No query: it may hold secrets. */
function followRequests(app: App) {
  const accessLog = app.log.child({}, { redact: [] }) // it never sees more than these fields
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (request.routeOptions.logLevel === 'silent') return done()
    const path = request.url.split('?', 1)[0]
    const { id: reqId, method, ip } = request
    accessLog.info(
      { reqId, method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime), ip },
      'request',
    )
    done()
  })
}

async function protect(app: App, { allowedOrigins, api, hasRateLimit, sharedLimits }: AppOptions) {
  setSecurityHeaders(app, { isEncrypted: api.serverUrl.startsWith('https:') })
  const closed = new Set<string>()
  app.addHook('onRoute', ({ url, config }) => {
    if (config?.noCors) closed.add(url)
  })
  await app.register(cors, {
    delegator: (request, done) => {
      const { config } = request.routeOptions
      const isClosed = config.noCors || closed.has(request.url.split('?', 1)[0] ?? '')
      const nobody = request.method === 'OPTIONS' ? [] : false // a preflight is answered, whatever it is for
      const origin = isClosed ? nobody : allowedOrigins
      done(null, {
        origin,
        credentials: true,
        methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
        exposedHeaders: ['X-Request-Id', 'Retry-After'],
        maxAge: 600,
        strictPreflight: false,
      })
    },
  })
  refuseCrossSiteReads(app, allowedOrigins)
  if (!hasRateLimit) return
  await app.register(rateLimit, {
    max: REQUESTS_PER_MINUTE,
    timeWindow: '1 minute',
    redis: sharedLimits,
    nameSpace: `atrium limit ${api.serverUrl} `,
    skipOnError: true,
    errorResponseBuilder: (_request, { ttl }) =>
      new TooManyRequests('rate_limited', { retryAfter: Math.ceil(ttl / 1000) }),
  })
}

function withoutPathPrefix(url: string, pathPrefix: string | undefined) {
  if (!pathPrefix || !url.startsWith(pathPrefix)) return url
  const rest = url.slice(pathPrefix.length)
  if (rest.startsWith('/')) return rest
  return rest === '' || rest.startsWith('?') ? `/${rest}` : url
}

function knownRequestId(id: string | string[] | undefined) {
  return typeof id === 'string' && /^[\w.-]{8,64}$/.test(id) ? id : undefined
}

function proxies(setting: string | undefined) {
  if (!setting || setting === 'false' || setting === 'none') return false
  if (setting === 'true') return true
  const hops = Number(setting)
  return Number.isInteger(hops) ? (_address: string, hop: number) => hop < hops : setting
}

declare module 'fastify' {
  interface FastifyInstance {
    errorCatalogue: Catalogue
  }
}
