import { setTimeout as sleep } from 'node:timers/promises'
import type { Distribution, Measure } from '@atrium/core/measure'
import type { Metric, Registry } from 'prom-client'

/** An unavailable database must not delay the other metrics. */
const READ_TIMEOUT_MS = 1000

interface Sample {
  labels: Record<string, string | number>
  value: number
  /** The name of a histogram, whose parts have names of their own. */
  metricName?: string
}

/** A metric whose values are listed on a scrape, so that nothing is formatted before. */
export interface Series {
  name: string
  help: string
  type: 'gauge' | 'counter' | 'histogram'
  list: () => Sample[] | Promise<Sample[]>
}

/** prom-client's own metrics look up their labels with every use. */
export function addSeries(register: Registry, { name, help, type, list }: Series) {
  const get = async () => ({ name, help, type, values: await list(), aggregator: 'sum' })
  register.registerMetric({ name, help, type, get } as unknown as Metric)
}

export function seriesOf({ name, help, type, label = '', read }: Measure): Series {
  return {
    name,
    help,
    type: type ?? 'gauge',
    list: async () => {
      const inTime = sleep(READ_TIMEOUT_MS, undefined, { ref: false })
      const reading = await Promise.race([read(), inTime]).catch(() => undefined)
      if (reading === undefined) return []
      if (typeof reading === 'number') return [{ labels: {}, value: reading }]
      if (isDistribution(reading)) return samplesOf(name, {}, reading)
      return Object.entries(reading).map(([kind, value]) => ({ labels: { [label]: kind }, value }))
    },
  }
}

function isDistribution(reading: object): reading is Distribution {
  return 'bounds' in reading
}

/** The cumulative buckets, the sum and the count, as Prometheus expects them. */
export function samplesOf(name: string, labels: Sample['labels'], { bounds, counts, sum }: Distribution) {
  let total = 0
  const buckets = counts.map((count, at): Sample => {
    total += count
    return { metricName: `${name}_bucket`, labels: { ...labels, le: bounds[at] ?? '+Inf' }, value: total }
  })
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: total },
  ]
}
