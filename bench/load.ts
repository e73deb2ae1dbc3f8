import { type Request, sendRequests } from './connection.ts'
import { limit, SECONDS } from './options.ts'

/** Times in milliseconds. */
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
  requests: Request[] | ((connection: number) => Request[])
}

/** Sends requests over loopback for a fixed time after a warm-up. */
export async function load(options: LoadOptions): Promise<Load> {
  await run(options, limit('BENCH_WARM_UP'))
  return run(options, options.seconds ?? SECONDS)
}

async function run({ url, connections = 32, status, requests }: LoadOptions, seconds: number): Promise<Load> {
  const times: number[] = []
  let errors = 0
  const end = performance.now() + seconds * 1000
  const onAnswer = (code: number, milliseconds: number) => {
    if (performance.now() > end) return
    times.push(milliseconds)
    const isExpected = status ? code === status : code >= 200 && code < 300
    if (!isExpected) errors += 1
  }
  const onLoss = () => {
    errors += 1
  }
  await Promise.all(
    Array.from({ length: connections }, (_, connection) =>
      sendRequests({
        url,
        requests: typeof requests === 'function' ? requests(connection) : requests,
        end,
        onAnswer,
        onLoss,
      }),
    ),
  )
  return { perSecond: times.length / seconds, p50: share(times, 0.5), p99: share(times, 0.99), errors }
}

/** The value below which this share of the values is. */
export function share(values: number[], part: number) {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * part)] ?? 0
}
