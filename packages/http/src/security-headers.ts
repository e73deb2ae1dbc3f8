import type { FastifyInstance } from 'fastify'

/** The same few headers on every answer, made once; a page replaces the policy by its own. */
export function setSecurityHeaders(app: FastifyInstance, { isEncrypted }: { isEncrypted: boolean }) {
  const headers = {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-site',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(isEncrypted && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
