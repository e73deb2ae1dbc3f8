/** How often values fell into each bucket; the last one has no bound. */
export interface Distribution {
  bounds: readonly number[]
  counts: number[]
  sum: number
}

/** Undefined where there is nothing to measure. */
type Reading = number | Record<string, number> | Distribution | undefined

/** A value for `/metrics` that is read on every scrape, or one for each value of `label`. */
export interface Measure {
  name: string
  help: string
  /** A gauge unless stated. */
  type?: 'counter' | 'histogram'
  label?: string
  /** Every worker would read the same, so only one reports it. */
  isShared?: boolean
  read: () => Reading | Promise<Reading>
}

/** Events by kind. All kinds are reported from the start, so that the first event is seen as an increase. */
export function createCounter<Kind extends string>(...kinds: Kind[]) {
  const counts = Object.fromEntries(kinds.map(kind => [kind, 0])) as Record<Kind, number>
  return {
    add: (kind: Kind, count = 1) => {
      counts[kind] += count
    },
    read: () => counts,
  }
}

export type Counter<Kind extends string> = ReturnType<typeof createCounter<Kind>>

export function createDistribution(bounds: readonly number[]): Distribution {
  return { bounds, counts: Array.from({ length: bounds.length + 1 }, () => 0), sum: 0 }
}

export function observe(distribution: Distribution, value: number) {
  const { bounds, counts } = distribution
  let bucket = 0
  while (bucket < bounds.length && value > (bounds[bucket] as number)) bucket += 1
  counts[bucket] = (counts[bucket] as number) + 1
  distribution.sum += value
}
