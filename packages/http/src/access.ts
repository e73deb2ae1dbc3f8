import type { AccessRule } from '@atrium/core/contract'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  preHandlerHookHandler,
  preParsingHookHandler,
} from 'fastify'

/** How a service enforces who can call a route. */
export interface Access {
  rule: AccessRule
  /** The codes of both checks. */
  errors?: string[]
  /** Scope and permission: after the token check, before the body is read. */
  checkRequest?: (request: FastifyRequest) => void
  /** Rights that depend on the addressed record: after validation. Resolves to what it found, for the handler. */
  checkSubject?: (request: FastifyRequest) => Promise<unknown>
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
  interface FastifyInstance {
    /** Every route of the service with its rule, as the API description and docs/routes.md show it. */
    routeTable: { method: string; url: string; summary: string; rule: Access['rule'] }[]
  }
  interface FastifyRequest {
    /** Whose token it is; each service knows the type. */
    actor: unknown
    /** What the access rule found: the addressed record, or where it is. */
    subject: unknown
  }
}

/** Finds the user or client of the request's token, or throws. Who is known already is returned without a promise. */
export type Authenticate = (request: FastifyRequest, reply: FastifyReply) => unknown

export const open: Access = { rule: { token: false } }

export function enforceAccess(app: FastifyInstance, authenticate: Authenticate) {
  app.decorateRequest('actor', null)
  app.decorateRequest('subject', null)
  app.decorate('routeTable', [])
  app.addHook('onRoute', route => {
    const { method, url, schema, config } = route
    if (!config?.access) throw new Error(`${method} ${url} does not say who can call it (config.access)`)
    const { rule, checkSubject } = config.access
    if (rule.token)
      route.preParsing = [requireToken(config.access, authenticate), route.preParsing ?? []].flat()
    if (checkSubject) route.preHandler = [route.preHandler ?? [], findSubject(checkSubject)].flat()
    if (config.isMethodGuard || method === 'HEAD') return
    app.routeTable.push({
      method: String(method),
      url,
      summary: schema?.summary ?? '',
      rule,
    })
  })
}

function findSubject(checkSubject: NonNullable<Access['checkSubject']>): preHandlerHookHandler {
  return (request, _reply, done) => {
    checkSubject(request)
      .then(subject => {
        request.subject = subject
      })
      .then(() => done(), done)
  }
}

/** Before the body is read, but after the rate limit, which counts requests with wrong tokens too. */
function requireToken({ checkRequest }: Access, authenticate: Authenticate): preParsingHookHandler {
  return (request, reply, _payload, done) => {
    const admit = (actor: unknown) => {
      request.actor = actor
      checkRequest?.(request)
    }
    const actor = authenticate(request, reply)
    if (actor instanceof Promise) return void actor.then(admit).then(() => done(), done)
    admit(actor)
    done()
  }
}
