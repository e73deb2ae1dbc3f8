import { endpoint, open } from '@atrium/core/contract'
import type { Measure } from '@atrium/core/measure'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { WorkerChannel } from '../process/worker-channel.ts'
import { gatherMetrics } from '../process/worker-metrics.ts'
import { areEqualSecrets } from '../routes/credentials.ts'
import { NotAuthenticated } from '../routes/errors.ts'
import { addRoute } from '../routes/route.ts'
import { addSeries, seriesOf } from './metric-series.ts'
import { requestMeasures } from './request-metrics.ts'

interface MetricsOptions {
  /** The bearer token of `/metrics`; `public` opens it to all, and without one it is closed. */
  token: string | undefined
  version: string
  measures: Measure[]
  workers: WorkerChannel | undefined
}

const SCRAPES_PER_MINUTE = 60

const getMetrics = endpoint('getMetrics', 'GET /metrics', {
  tag: 'Operations',
  summary: 'Get metrics',
  description:
    'Process and request metrics in the text format of Prometheus. Needs METRICS_TOKEN as a bearer token.',
  access: open,
  produces: ['text/plain'],
  errors: ['metrics_token_required'],
})

export function measureRequests(app: FastifyInstance, options: MetricsOptions) {
  const { token, version, measures, workers } = options
  const register = new Registry()
  const shared = workers ? new Registry() : register
  collectDefaultMetrics({ register })
  for (const series of requestMeasures(app)) addSeries(register, series)
  addSeries(register, {
    name: 'atrium_version_info',
    help: 'The version of Atrium that this process runs',
    type: 'gauge',
    list: () => [{ labels: { version }, value: 1 }],
  })
  for (const measure of measures) addSeries(measure.isShared ? shared : register, seriesOf(measure))
  const readMetrics = workers ? gatherMetrics(workers, register, shared) : () => register.metrics()
  app.addHook('onClose', async () => register.clear())
  addRoute(
    app,
    getMetrics,
    { rule: open },
    async ({ request, reply }) => {
      if (token !== 'public' && !isBearer(request.headers.authorization, token))
        throw new NotAuthenticated('metrics_token_required')
      return reply.type(register.contentType).send(await readMetrics())
    },
    { rateLimit: { max: SCRAPES_PER_MINUTE, timeWindow: '1 minute' } },
  )
}

function isBearer(authorization: string | undefined, token: string | undefined) {
  const [, presented] = authorization?.match(/^Bearer +(\S+)$/i) ?? []
  return Boolean(presented && token && areEqualSecrets(presented, token))
}
