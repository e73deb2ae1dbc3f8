import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { type BenchAtrium, withAtrium } from './atrium.ts'
import { createRequests } from './identity.ts'
import { load } from './load.ts'
import { processesOf } from './processes.ts'
import type { Report } from './report.ts'

/** Two workers per service against one. */
export async function measureWorkers(report: Report) {
  const cores = availableParallelism()
  const own = cores > 2 ? `0-${cores - 2}` : undefined
  if (!own) report.addNote('Workers: with two cores, the load generator shares them with the services.')
  const rates: Record<string, number[]> = {}
  for (const workers of [1, 2])
    await withAtrium(report, { workers, cores: own }, async atrium => {
      if (workers === 2 && processesOf(atrium.pid, 'identity').length < 2)
        return report.addNote('Two workers: this version of Atrium ignores WORKERS.')
      if (own) pinTo(`${cores - 1}`)
      for (const [work, perSecond] of Object.entries(await measure(report, atrium, workers)))
        rates[work] = [...(rates[work] ?? []), perSecond]
      if (own) pinTo(`0-${cores - 1}`)
    })
  for (const [work, [one = 0, two]] of Object.entries(rates))
    if (two)
      report.addFigure({
        name: `two workers against one: ${work}`,
        value: two / one,
        unit: '×',
        atLeast: 1.6,
      })
}

async function measure(report: Report, atrium: BenchAtrium, workers: number) {
  const { introspections, protectedReads } = await createRequests(atrium)
  const works = { introspection: introspections, 'protected read without SQL': protectedReads }
  const rates: Record<string, number> = {}
  for (const [work, requests] of Object.entries(works)) {
    const result = await load({ url: atrium.identityUrl, connections: 64, requests })
    report.addSpeed({ work: `${work}, ${workers === 1 ? 'one worker' : 'two workers'}`, load: result })
    rates[work] = result.perSecond
  }
  return rates
}

/** Keeps this process, which generates the load, away from the cores of the services. */
function pinTo(cores: string) {
  execFileSync('taskset', ['-apc', cores, String(process.pid)])
}
