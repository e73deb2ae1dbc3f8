import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { open } from './access.ts'
import { Unavailable } from './errors.ts'

const Status = Type.Object({ status: Type.String() })

/** `/healthz`: the process lives. `/readyz`: what it needs answers too. */
export function answerHealth(app: FastifyInstance, checkReady: () => Promise<void>) {
  const options = {
    config: { access: open, rateLimit: false as const },
    logLevel: 'silent' as const,
    schema: { tags: ['Health'], response: { 200: Status } },
  }
  app.get('/healthz', options, async () => ({ status: 'ok' }))
  app.get('/readyz', options, async ({ id }) => {
    await checkReady().catch(error => {
      app.log.error({ reqId: id, err: error }, 'not ready') // the request's own log is silent
      throw new Unavailable('The service is not ready: its database does not answer', 5)
    })
    return { status: 'ok' }
  })
}
