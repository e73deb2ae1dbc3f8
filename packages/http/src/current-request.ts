import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

interface CurrentRequest {
  id: string
  /** Where it comes from. */
  ip: string
}

const requests = new AsyncLocalStorage<CurrentRequest>()

/** The request that is being answered, however deep the call; undefined outside of one, as in a job or a command. */
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
