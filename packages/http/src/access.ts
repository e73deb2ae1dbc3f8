import type { AccessRule } from '@atrium/core/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

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

export const open: Access = { rule: { token: false } }

export function enforceAccess(
  app: FastifyInstance,
  authenticate: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
) {
  app.decorateRequest('actor', null)
  app.decorateRequest('subject', null)
  app.decorate('routeTable', [])
  app.addHook('onRoute', ({ method, url, schema, config }) => {
    if (!config?.access) throw new Error(`${method} ${url} does not say who can call it (config.access)`)
    if (config.isMethodGuard || method === 'HEAD') return
    app.routeTable.push({
      method: String(method),
      url,
      summary: schema?.summary ?? '',
      rule: config.access.rule,
    })
  })
  // Still before the body is read, but after the rate limit, which counts requests with wrong tokens too.
  app.addHook('preParsing', (request, reply, _payload, done) => {
    const { access } = request.routeOptions.config
    if (!access?.rule.token) return done()
    authenticate(request, reply)
      .then(actor => {
        request.actor = actor
        access.checkRequest?.(request)
      })
      .then(() => done(), done)
  })
  app.addHook('preHandler', (request, _reply, done) => {
    const { access } = request.routeOptions.config
    if (!access?.checkSubject) return done()
    access
      .checkSubject(request)
      .then(subject => {
        request.subject = subject
      })
      .then(() => done(), done)
  })
}
