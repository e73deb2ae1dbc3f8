import { setTimeout as sleep } from 'node:timers/promises'
import { contract, open } from '@atrium/core/contract'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { areEqualSecrets } from './credentials.ts'
import { NotAuthenticated } from './errors.ts'
import { addRoute } from './route.ts'
import type { WorkerChannel } from './worker-channel.ts'
import { gatherMetrics } from './worker-metrics.ts'

type Reading = number | Record<string, number>

/** A value that is read on every scrape, or one for each value of `label`. */
export interface Measure {
  name: string
  help: string
  label?: string
  /** Every worker would read the same, so only one reports it. */
  isShared?: boolean
  read: () => Reading | Promise<Reading>
}

interface MetricsOptions {
  /** The bearer token of `/metrics`; `public` opens it to all, and without one it is closed. */
  token: string | undefined
  measures: Measure[]
  workers: WorkerChannel | undefined
}

/** An unavailable database must not delay the other metrics. */
const READ_TIMEOUT_MS = 1000
const SCRAPES_PER_MINUTE = 60

const getMetrics = contract({
  method: 'GET',
  path: '/metrics',
  tag: 'Operations',
  summary: 'Get metrics',
  description:
    'Process and request metrics in the text format of Prometheus. Needs METRICS_TOKEN as a bearer token.',
  access: open,
  produces: ['text/plain'],
  errors: ['metrics_token_required'],
})

export function measureRequests(app: FastifyInstance, { token, measures, workers }: MetricsOptions) {
  const register = new Registry()
  const shared = workers ? new Registry() : register
  collectDefaultMetrics({ register })
  addRequestMetrics(app, register)
  for (const measure of measures) addGauge(measure.isShared ? shared : register, measure)
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

/** Buckets per route and status would be half a megabyte, so the histogram is for all routes at once. */
function addRequestMetrics(app: FastifyInstance, register: Registry) {
  const registers = [register]
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer',
    labelNames: ['method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers,
  })
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Answered requests',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const seconds = new Counter({
    name: 'http_request_seconds_total',
    help: 'Time spent on answered requests',
    labelNames: ['method', 'route'],
    registers,
  })
  app.addHook('onResponse', ({ method, routeOptions }, { statusCode, elapsedTime }, done) => {
    const route = routeOptions.url ?? 'none'
    durations.observe({ method, status: `${Math.floor(statusCode / 100)}xx` }, elapsedTime / 1000)
    requests.inc({ method, route, status: statusCode })
    seconds.inc({ method, route }, elapsedTime / 1000)
    done()
  })
}

function addGauge(register: Registry, { name, help, label, read }: Measure) {
  const gauge = new Gauge({
    name,
    help,
    labelNames: label ? [label] : [],
    registers: [register],
    collect: async () => {
      if (label) gauge.reset()
      else gauge.remove() // a reset would set it to 0
      const inTime = sleep(READ_TIMEOUT_MS, undefined, { ref: false })
      const reading = await Promise.race([read(), inTime]).catch(() => undefined)
      if (typeof reading === 'number') gauge.set(reading)
      else
        for (const [value, count] of Object.entries(reading ?? {})) gauge.set({ [label ?? '']: value }, count)
    },
  })
}
