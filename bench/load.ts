import autocannon from 'autocannon'
import { limit, SECONDS } from './options.ts'

/** Times in fractional milliseconds: the percentiles of autocannon are whole numbers. */
export interface Load {
  perSecond: number
  p50: number
  p99: number
  errors: number
}

export interface LoadOptions {
  url: string
  seconds?: number
  connections?: number
  /** The expected status; any 2xx unless stated. */
  status?: number
  /** The requests of every connection, or those of each one. */
  requests: autocannon.Request[] | ((connection: number) => autocannon.Request[])
}

/** Sends requests over loopback for a fixed time after a warm-up. */
export async function load(options: LoadOptions): Promise<Load> {
  await run(options, limit('BENCH_WARM_UP'))
  return run(options, options.seconds ?? SECONDS)
}

async function run({ url, connections = 32, status, requests }: LoadOptions, duration: number) {
  const times: number[] = []
  let connection = 0
  let errors = 0
  const setupClient = (client: autocannon.Client) => {
    client.setRequests(typeof requests === 'function' ? requests(connection) : requests)
    client.on('response', (code, _bytes, time) => {
      times.push(time)
      const isExpected = status ? code === status : code >= 200 && code < 300
      if (!isExpected) errors += 1
    })
    connection += 1
  }
  const start = performance.now()
  const result = await autocannon({ url, connections, duration, setupClient })
  const perSecond = times.length / ((performance.now() - start) / 1000)
  return { perSecond, p50: share(times, 0.5), p99: share(times, 0.99), errors: errors + result.errors }
}

/** The value below which this share of the values is. */
export function share(values: number[], part: number) {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * part)] ?? 0
}
