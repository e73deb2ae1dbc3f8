import { randomUUID } from 'node:crypto'
import { ownBranding } from '@atrium/core/branding.contract'
import { type Catalogue, mergeCatalogues } from '@atrium/core/catalogue'
import { type Languages, languageCodes } from '@atrium/core/languages'
import { createRequestLogger } from '@atrium/core/logger'
import type { Measure } from '@atrium/core/measure'
import { sharedErrors } from '@atrium/core/shared.errors'
import cookie from '@fastify/cookie'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { type ApiDescription, describeApi } from '../openapi/openapi.ts'
import type { WaysOn } from '../pages/error-page.ts'
import { servePageStyle } from '../pages/page.ts'
import { addPreferences, type CookieSettings } from '../pages/preferences.ts'
import { openWorkerChannel, type WorkerChannel } from '../process/worker-channel.ts'
import { type Authenticate, enforceAccess } from '../routes/access.ts'
import { readBodies } from '../routes/bodies.ts'
import { answerMethodNotAllowed } from '../routes/method-not-allowed.ts'
import { logRequests } from '../routes/request-log.ts'
import {
  checkFields,
  compileSerializer,
  compileValidator,
  keepBodyErrors,
} from '../routes/request-validation.ts'
import { type ReadLogo, serveBranding } from './branding.ts'
import { answerBrokenRequest, badAddressReply, errorSender, replyToErrors } from './error-reply.ts'
import { answerHealth, type Dependencies } from './health.ts'
import { measureRequests } from './metrics.ts'
import { maintenanceMeasure, type NoticeReader, observeNotices } from './notices.ts'
import { protect } from './protection.ts'

export type App = FastifyInstance

export interface AppOptions {
  log: FastifyBaseLogger
  api: ApiDescription
  isDevelopment: boolean
  allowedOrigins: string[]
  /** Whether an application has registered the origin, for routes that are `forApplications`. */
  isApplicationOrigin?: (origin: string) => Promise<boolean>
  trustProxy?: string
  hasRateLimit: boolean
  /** A connection of ioredis, so that instances share their limits. While it is lost, nothing is limited. */
  sharedLimits?: object
  /** To the other workers of this instance; only tests pass their own. */
  workers?: WorkerChannel
  authenticate: Authenticate
  /** The version of the product, for `/healthz`; the API has its own. */
  version: string
  /** What `/readyz` checks. */
  dependencies: Dependencies
  /** The notices of the installation; without them there is no maintenance mode. */
  notices?: NoticeReader
  /** The logo of the branding. */
  readLogo?: ReadLogo
  metricsToken?: string
  measures?: Measure[]
  translateError: (error: unknown) => unknown
  /** The largest file that a route accepts: the request timeout depends on it. */
  maxUploadBytes?: number
  /** Every code that the service's own chapters answer with. */
  errors?: Catalogue
  signInAddress?: (request: FastifyRequest) => string
  waysOn?: WaysOn
  /** The cookies with the language and the theme, which both services read. */
  cookies?: CookieSettings
  /** What visitors can choose from; every language, if it is not set. */
  languages?: Languages
  /** A prefix that every path also works with, such as `/api/v1`. */
  pathPrefix?: string
}

const BODY_LIMIT = 1024 * 1024
const HEADERS_TIMEOUT_MS = 30_000
const MAX_SILENCE_MS = 60_000
/** Bytes per second. */
const MIN_UPLOAD_RATE = 32 * 1024

/** A service with what all routes share; `addRoutes` adds its own. */
export async function createApp(
  options: AppOptions,
  addRoutes: (app: App) => void | Promise<void>,
): Promise<App> {
  const catalogue = mergeCatalogues(sharedErrors, options.errors ?? {})
  const sendError = errorSender(catalogue, options.waysOn)
  const workers = options.workers ?? openWorkerChannel()
  const app: App = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: proxies(options.trustProxy),
    bodyLimit: BODY_LIMIT,
    // Headers arrive at once; a body can be an upload over a slow connection, but never pauses for long.
    http: { headersTimeout: HEADERS_TIMEOUT_MS },
    requestTimeout: Math.max(HEADERS_TIMEOUT_MS, ((options.maxUploadBytes ?? 0) / MIN_UPLOAD_RATE) * 1000),
    connectionTimeout: MAX_SILENCE_MS,
    clientErrorHandler: answerBrokenRequest,
    childLoggerFactory: (logger, fields, options) =>
      options.level ? logger.child(fields, options) : createRequestLogger(logger, String(fields.reqId)),
    genReqId: request => knownRequestId(request.headers['x-request-id']) ?? randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    frameworkErrors: badAddressReply(sendError, options.isDevelopment),
    rewriteUrl: ({ url = '/' }) => withoutPathPrefix(url, options.pathPrefix),
    pluginTimeout: 0, // it would also abort a stop that waits for a job; `serve` has its own timeout
    return503OnClosing: false, // while stopping, an open connection is still served, then closed
  })

  app.decorate('errorCatalogue', catalogue)
  app.decorate('operations', new Map())
  app.decorateReply('errorCode', undefined)
  app.setValidatorCompiler(compileValidator)
  app.setSerializerCompiler(compileSerializer)
  const { isDevelopment, translateError, signInAddress } = options
  replyToErrors(app, { isDevelopment, translate: translateError, signInAddress, sendError })
  logRequests(app)
  await protect(app, { ...options, serverUrl: options.api.serverUrl, workers })
  await app.register(cookie)
  await readBodies(app)
  await describeApi(app, options.api)

  keepBodyErrors(app)
  enforceAccess(app, options.authenticate)
  checkFields(app)
  const guardMethods = answerMethodNotAllowed(app)
  const { metricsToken: token, version, measures = [], notices } = options
  app.decorate('branding', () => notices?.current().branding ?? ownBranding)
  if (notices) {
    observeNotices(app, notices)
    serveBranding(app, notices, options.readLogo ?? (async () => undefined))
  }
  answerHealth(app, version, options.dependencies, notices)
  measureRequests(app, {
    token,
    version,
    measures: notices ? [...measures, maintenanceMeasure(notices)] : measures,
    workers,
  })
  servePageStyle(app)
  addPreferences(app, options.cookies ?? { secure: true }, options.languages ?? languageCodes)
  await addRoutes(app)
  guardMethods()
  return app
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
