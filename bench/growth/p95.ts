import { share } from '../load.ts'
import { limit } from '../options.ts'
import type { Growth } from '../report.ts'

const UNMEASURED_ROUNDS = 20

/** What is measured, by name; the number is that of the round. */
export type Works = Record<string, (round: number) => Promise<unknown>>

/** p95 in ms of each work, one request after the other: the median of several passes, to ignore outliers. */
export async function measureP95(works: Works) {
  const passes: Record<string, number>[] = []
  for (let pass = 0; pass < limit('BENCH_PASSES'); pass += 1) {
    const figures: Record<string, number> = {}
    for (const [name, work] of Object.entries(works)) figures[name] = await p95(work)
    passes.push(figures)
  }
  const median = (name: string) =>
    share(
      passes.map(pass => pass[name] ?? 0),
      0.5,
    )
  return Object.fromEntries(Object.keys(works).map(name => [name, median(name)]))
}

async function p95(work: Works[string]) {
  const times: number[] = []
  for (let round = 0; round < limit('BENCH_ROUNDS') + UNMEASURED_ROUNDS; round += 1) {
    const start = performance.now()
    await work(round)
    if (round >= UNMEASURED_ROUNDS) times.push(performance.now() - start)
  }
  return share(times, 0.95)
}

export function growthOf(small: Record<string, number>, large: Record<string, number>): Growth[] {
  return Object.keys(small).map(name => ({ name, small: small[name] ?? 0, large: large[name] ?? 0 }))
}

/** Such as `10,000 → 1,000,000 tasks`. */
export function growthTitle(small: number, large: number, of: string) {
  return `${small.toLocaleString('en')} → ${large.toLocaleString('en')} ${of}`
}
