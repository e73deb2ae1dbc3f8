import { DomainError } from '@atrium/core/errors'
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { open } from './access.ts'

const METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** A known path with an unsupported method answers 405 with the supported ones. */
export function answerMethodNotAllowed(app: FastifyInstance) {
  const paths = new Map<string, { url: string; methods: Set<string> }>()
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.isMethodGuard || url.includes('*')) return
    // Methods can name a parameter differently: `DELETE /share/:id` and `GET /share/:token` are the same path.
    const shape = url.replaceAll(/:\w+/g, ':')
    const path = paths.get(shape) ?? { url, methods: new Set() }
    for (const each of [method].flat()) path.methods.add(each)
    paths.set(shape, path)
  })

  /** Call it after all routes have been added. */
  return () => {
    for (const { url, methods } of paths.values()) {
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
