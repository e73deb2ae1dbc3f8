import { DomainError } from '@atrium/core/errors'
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { open } from './access.ts'

const METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** A known path with an unsupported method answers 405 with the supported ones. */
export function answerMethodNotAllowed(app: FastifyInstance) {
  const methodsByUrl = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.isMethodGuard || url.includes('*')) return
    const methods = methodsByUrl.get(url) ?? new Set()
    for (const each of [method].flat()) methods.add(each)
    methodsByUrl.set(url, methods)
  })

  /** Call it after all routes have been added. */
  return () => {
    for (const [url, methods] of methodsByUrl) {
      const allow = [...methods].join(', ')
      const missing = METHODS.filter(method => !methods.has(method))
      if (missing.length === 0) continue
      app.route({
        method: missing,
        url,
        config: { access: open, isMethodGuard: true },
        schema: { hide: true },
        exposeHeadRoute: false,
        handler: async request => {
          const { method } = request
          throw new DomainError(405, 'method_not_allowed', { method, allowed: allow }, { headers: { allow } })
        },
      })
    }
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    isMethodGuard?: boolean
  }
}
