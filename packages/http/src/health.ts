import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { open } from './access.ts'
import { Unavailable } from './errors.ts'
import { OneOf } from './replies.ts'

const Status = Type.Object({ status: Type.String() })
const Readiness = Type.Object({
  ...Status.properties,
  files: Type.Optional(OneOf('ok', 'unavailable')),
})

export type CheckReady = () => Promise<{ files?: string }>

/** `/healthz`: the process lives. `/readyz`: what it cannot do without answers too, and how its files are. */
export function answerHealth(app: FastifyInstance, checkReady: CheckReady) {
  const config = { access: open, rateLimit: false as const }
  const logLevel = 'silent'
  const tags = ['Operations']
  const alive = {
    tags,
    summary: 'Check that the service is alive',
    description: 'Answers as long as the process runs, whatever its dependencies do. Not rate-limited.',
    response: { 200: Status },
  }
  app.get('/healthz', { config, logLevel, schema: alive }, async () => ({ status: 'ok' }))

  const ready = {
    tags,
    summary: 'Check that the service is ready',
    description:
      'Answers 503 while the service cannot handle requests. For load balancers; not rate-limited.',
    response: { 200: Readiness },
  }
  app.get('/readyz', { config, logLevel, schema: ready }, async ({ id }) => {
    const parts = await checkReady().catch(error => {
      app.log.error({ reqId: id, err: error }, 'not ready') // the request's own log is silent
      throw new Unavailable('The service is not ready: its database does not answer', 5)
    })
    return { status: 'ok', ...parts }
  })
}
