import autocannon from 'autocannon'

const WARM_UP_SECONDS = 2

/** Times in fractional milliseconds: the percentiles of autocannon are whole numbers. */
export interface Load {
  perSecond: number
  p50: number
  p99: number
  errors: number
}

interface Options {
  url: string
  seconds?: number
  connections?: number
  /** The requests of every connection, or those of each one. */
  requests: autocannon.Request[] | ((connection: number) => autocannon.Request[])
}

/** Sends requests over loopback for a fixed time after a warm-up; any status but 2xx counts as an error. */
export async function load(options: Options): Promise<Load> {
  await run(options, WARM_UP_SECONDS)
  return run(options, options.seconds ?? 5)
}

async function run({ url, connections = 32, requests }: Options, duration: number): Promise<Load> {
  const times: number[] = []
  let connection = 0
  const setupClient = (client: autocannon.Client) => {
    client.setRequests(typeof requests === 'function' ? requests(connection) : requests)
    client.on('response', (_status, _bytes, time) => times.push(time))
    connection += 1
  }
  const result = await autocannon({ url, connections, duration, setupClient })
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  const errors = result.non2xx + result.errors
  return { perSecond: result.requests.average, p50: at(0.5), p99: at(0.99), errors }
}

export function report(
  name: string,
  { perSecond, p50, p99, errors }: Load,
  ceiling?: { name: string; perSecond: number },
) {
  const ratio = ceiling ? `${(perSecond / ceiling.perSecond).toFixed(2)} of ${ceiling.name}` : ''
  const figures = [
    `${perSecond.toFixed(0)}/s`.padStart(9),
    `p50 ${p50.toFixed(2)} ms`.padStart(15),
    `p99 ${p99.toFixed(2)} ms`.padStart(15),
  ]
  console.log(`${name.padEnd(34)}${figures.join('')}${errors ? `  ${errors} errors` : ''}  ${ratio}`)
}
