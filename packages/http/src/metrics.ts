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
  const totals = createTotals()
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Answered requests',
    labelNames: ['method', 'route', 'status'],
    registers,
    collect: () => {
      requests.reset()
      for (const { method, route, counts } of totals.list())
        for (const [status, count] of counts) requests.inc({ method, route, status }, count)
    },
  })
  const seconds = new Counter({
    name: 'http_request_seconds_total',
    help: 'Time spent on answered requests',
    labelNames: ['method', 'route'],
    registers,
    collect: () => {
      seconds.reset()
      for (const { method, route, seconds: sum } of totals.list()) seconds.inc({ method, route }, sum)
    },
  })
  app.addHook('onResponse', ({ method, routeOptions }, { statusCode, elapsedTime }, done) => {
    const duration = elapsedTime / 1000
    const total = totals.of(method, routeOptions.url ?? 'none')
    total.seconds += duration
    total.counts.set(statusCode, (total.counts.get(statusCode) ?? 0) + 1)
    durations.observe({ method, status: `${Math.floor(statusCode / 100)}xx` }, duration)
    done()
  })
}

interface Total {
  method: string
  route: string
  seconds: number
  /** By status. */
  counts: Map<number, number>
}

/** What a request adds to; the counters are filled from it on a scrape, because each use of one looks up its labels. */
function createTotals() {
  const byMethod = new Map<string, Map<string, Total>>()

  function add(method: string, route: string) {
    const total: Total = { method, route, seconds: 0, counts: new Map() }
    const byRoute = byMethod.get(method) ?? new Map<string, Total>()
    byMethod.set(method, byRoute.set(route, total))
    return total
  }

  return {
    of: (method: string, route: string) => byMethod.get(method)?.get(route) ?? add(method, route),
    list: () => [...byMethod.values()].flatMap(byRoute => [...byRoute.values()]),
  }
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
