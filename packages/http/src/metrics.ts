import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { open } from './access.ts'

export function measureRequests(app: FastifyInstance) {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [register],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
    }
    durations.observe(labels, reply.elapsedTime / 1000)
    done()
  })
  app.addHook('onClose', async () => register.clear())
  app.get(
    '/metrics',
    {
      config: { access: open, rateLimit: false },
      schema: {
        tags: ['Operations'],
        summary: 'Get metrics',
        description: 'Process and request metrics in the text format of Prometheus.',
        produces: ['text/plain'],
      },
    },
    async (_request, reply) => reply.type(register.contentType).send(await register.metrics()),
  )
}
