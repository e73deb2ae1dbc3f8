import autocannon from 'autocannon'

const WARM_UP_SECONDS = 2

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
  requests: { method?: 'GET' | 'POST'; path: string; body?: string; headers?: Record<string, string> }[]
}

/** Requests over loopback for a bounded time, after a moment to warm up; anything but 2xx counts as an error. */
export async function load({ url, seconds = 5, connections = 32, requests }: Options): Promise<Load> {
  await autocannon({ url, connections, duration: WARM_UP_SECONDS, requests })
  const result = await autocannon({ url, connections, duration: seconds, requests })
  const { p50, p99 } = result.latency
  return { perSecond: result.requests.average, p50, p99, errors: result.non2xx + result.errors }
}

export function report(
  name: string,
  { perSecond, p50, p99, errors }: Load,
  ceiling?: { name: string; perSecond: number },
) {
  const ratio = ceiling ? `${(perSecond / ceiling.perSecond).toFixed(2)} of ${ceiling.name}` : ''
  const figures = [
    `${perSecond.toFixed(0)}/s`.padStart(9),
    `p50 ${p50} ms`.padStart(11),
    `p99 ${p99} ms`.padStart(11),
  ]
  console.log(`${name.padEnd(34)}${figures.join('')}${errors ? `  ${errors} errors` : ''}  ${ratio}`)
}
