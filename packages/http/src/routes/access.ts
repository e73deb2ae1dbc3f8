import type { AccessRule } from '@atrium/core/contract'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  preHandlerHookHandler,
  preParsingHookHandler,
  preValidationHookHandler,
  RouteOptions,
} from 'fastify'
import type { Input } from './request-validation.ts'

/** How a service enforces who can call a route. */
export interface Access<Actor = unknown> {
  rule: AccessRule
  /** The codes of both checks. */
  errors?: string[]
  /** Scope and permission: after the token check, before the body is read. */
  checkActor?(actor: Actor): void
  /** Rights that depend on the addressed record: after validation. Resolves to what it found, for the handler. */
  findSubject?(actor: Actor, input: Input): Promise<unknown>
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** A page for people: its errors are pages too. */
    isPage?: boolean
    /** Never readable by scripts of other origins, listed or not. */
    noCors?: boolean
    /** Readable by scripts of the origins that applications have registered, without cookies. */
    forApplications?: boolean
  }
  interface FastifyRequest {
    /** Whose token it is; each service knows the type. */
    actor: unknown
    /** When the token was checked, as `performance.now()` says it. */
    admittedAt: number
    /** What the access rule found: the addressed record, or where it is. */
    subject: unknown
  }
}

/**
 * Finds the user or client of the request's token, or throws. Who is known already is returned without a promise. Called again,
 * with the actor in the request, if the body took long.
 */
export type Authenticate = (request: FastifyRequest, reply: FastifyReply) => unknown

/** A session may end while a body arrives that takes longer than this. */
const SLOW_BODY_MS = 1000

export const open: Access = { rule: { token: false } }

export function enforceAccess(app: FastifyInstance, authenticate: Authenticate) {
  app.decorateRequest('actor', null)
  app.decorateRequest('admittedAt', 0)
  app.decorateRequest('subject', null)
  app.addHook('onRoute', route => {
    const { method, url, config } = route
    if (!config?.access) throw new Error(`${method} ${url} does not say who can call it (config.access)`)
    const { rule, findSubject } = config.access
    if (rule.token) checkToken(route, admitted(config.access, authenticate))
    if (findSubject) route.preHandler = [route.preHandler ?? [], subjectHook(config.access)].flat()
  })
}

function subjectHook(access: Access): preHandlerHookHandler {
  return (request, _reply, done) => {
    Promise.resolve(access.findSubject?.(request.actor, request))
      .then(subject => {
        request.subject = subject
      })
      .then(() => done(), done)
  }
}

/** A GET has no body, so its token is checked once. */
function checkToken(route: RouteOptions, admit: Admit) {
  route.preParsing = [requireToken(admit), route.preParsing ?? []].flat()
  if (['GET', 'HEAD'].includes(String(route.method))) return
  route.preValidation = [route.preValidation ?? [], requireTokenAgain(admit)].flat()
}

type Admit = (request: FastifyRequest, reply: FastifyReply) => Promise<void> | undefined

/** Without a promise for someone who is known already. */
function admitted(access: Access, authenticate: Authenticate): Admit {
  return (request, reply) => {
    const admit = (actor: unknown) => {
      request.actor = actor
      access.checkActor?.(actor)
      request.admittedAt = performance.now()
    }
    const actor = authenticate(request, reply)
    if (actor instanceof Promise) return actor.then(admit)
    admit(actor)
  }
}

/** Before the body is read, but after the rate limit, which counts requests with wrong tokens too. */
function requireToken(admit: Admit): preParsingHookHandler {
  return (request, reply, _payload, done) => {
    const admission = admit(request, reply)
    if (admission) admission.then(() => done(), done)
    else done()
  }
}

/** After the body was read, if that took long: nobody parks a request until after the session has ended. */
function requireTokenAgain(admit: Admit): preValidationHookHandler {
  return (request, reply, done) => {
    if (performance.now() - request.admittedAt < SLOW_BODY_MS) return done()
    const admission = admit(request, reply)
    if (admission) admission.then(() => done(), done)
    else done()
  }
}
