import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

interface CurrentRequest {
  id: string
  ip: string
}

const requests = new AsyncLocalStorage<CurrentRequest>()

/** The request that is being handled; undefined in a job or a command. */
export function currentRequest() {
  return requests.getStore()
}

/** Twice, because reading a body leaves the context of the first hook. */
export function trackCurrentRequest(app: FastifyInstance) {
  const track = ({ id, ip }: FastifyRequest, _reply: FastifyReply, done: () => void) =>
    requests.run({ id, ip }, done)
  app.addHook('onRequest', track)
  app.addHook('preValidation', track)
}
