import autocannon from 'autocannon'

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

/** Requests over loopback for a bounded time; anything but 2xx counts as an error. */
export async function load({ url, seconds = 5, connections = 32, requests }: Options): Promise<Load> {
  const {
    latency,
    requests: done,
    non2xx,
    errors,
  } = await autocannon({ url, connections, duration: seconds, requests })
  return { perSecond: done.average, p50: latency.p50, p99: latency.p99, errors: non2xx + errors }
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
