import { createDistribution, type Distribution, observe } from '@atrium/core/measure'
import type { FastifyInstance } from 'fastify'
import { type Series, samplesOf } from './metric-series.ts'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]
/** Few, because there are hundreds of routes. */
const ROUTE_SECONDS = [0.025, 0.1, 0.5, 2.5]

interface RouteTotal {
  method: string
  route: string
  durations: Distribution
  /** By status. */
  counts: Map<number, number>
}

/** Counts the requests of the service. A request only adds to numbers; they get their names on a scrape. */
export function requestMeasures(app: FastifyInstance): Series[] {
  const routes = createTable(
    (method: string, route: string): RouteTotal => ({
      method,
      route,
      durations: createDistribution(ROUTE_SECONDS),
      counts: new Map(),
    }),
  )
  const classes = createTable((method: string, statusClass: number) => ({
    labels: { method, status: `${statusClass}xx` },
    durations: createDistribution(SECONDS),
  }))

  app.addHook('onResponse', ({ method, routeOptions }, { statusCode, elapsedTime }, done) => {
    if (routeOptions.config.isLongPoll) return done()
    const seconds = elapsedTime / 1000
    const total = routes.of(method, routeOptions.url ?? 'none')
    total.counts.set(statusCode, (total.counts.get(statusCode) ?? 0) + 1)
    observe(total.durations, seconds)
    observe(classes.of(method, Math.floor(statusCode / 100)).durations, seconds)
    done()
  })

  return [
    {
      name: 'http_request_duration_seconds',
      help: 'Time from the first byte of a request to the last of its answer',
      type: 'histogram',
      list: () =>
        classes
          .list()
          .flatMap(({ labels, durations }) => samplesOf('http_request_duration_seconds', labels, durations)),
    },
    {
      name: 'http_route_duration_seconds',
      help: 'The same by route',
      type: 'histogram',
      list: () =>
        routes
          .list()
          .flatMap(({ method, route, durations }) =>
            samplesOf('http_route_duration_seconds', { method, route }, durations),
          ),
    },
    {
      name: 'http_requests_total',
      help: 'Answered requests',
      type: 'counter',
      list: () =>
        routes
          .list()
          .flatMap(({ method, route, counts }) =>
            [...counts].map(([status, value]) => ({ labels: { method, route, status }, value })),
          ),
    },
    {
      name: 'http_request_seconds_total',
      help: 'Time spent on answered requests',
      type: 'counter',
      list: () =>
        routes
          .list()
          .map(({ method, route, durations }) => ({ labels: { method, route }, value: durations.sum })),
    },
  ]
}

/** Entries by two keys, created with their first use. */
function createTable<Key, Entry>(create: (method: string, key: Key) => Entry) {
  const byMethod = new Map<string, Map<Key, Entry>>()

  function add(method: string, key: Key) {
    const entry = create(method, key)
    const entries = byMethod.get(method) ?? new Map<Key, Entry>()
    byMethod.set(method, entries.set(key, entry))
    return entry
  }

  return {
    of: (method: string, key: Key) => byMethod.get(method)?.get(key) ?? add(method, key),
    list: () => [...byMethod.values()].flatMap(entries => [...entries.values()]),
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Waits for something to happen: how long it takes says nothing about the service. */
    isLongPoll?: boolean
  }
}
