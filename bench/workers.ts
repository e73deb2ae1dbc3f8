import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { type BenchAtrium, withAtrium } from './atrium.ts'
import { createRequests, WARM_UP_READS } from './identity.ts'
import { type Load, load } from './load.ts'
import type { Report } from './report.ts'

/** Two workers per service against one. */
export async function measureWorkers(report: Report) {
  const cores = availableParallelism()
  const own = cores > 2 ? `0-${cores - 2}` : undefined
  if (!own) report.addNote('Workers: with two cores, the load generator shares them with the services.')
  const loads: Record<string, Load[]> = {}
  for (const workers of [1, 2])
    await withAtrium(report, { workers, cores: own }, async atrium => {
      if (own) pinTo(`${cores - 1}`)
      for (const [work, load] of Object.entries(await measure(report, atrium, workers)))
        loads[work] = [...(loads[work] ?? []), load]
      if (own) pinTo(`0-${cores - 1}`)
    })
  for (const [work, [one, two]] of Object.entries(loads))
    if (one && two)
      report.addFigure({
        name: `two workers against one: ${work}`,
        value: two.perSecond / one.perSecond,
        unit: '×',
        atLeast: 1.6,
        detail: detailOf(one, two, own === undefined),
      })
}

/** With the generator on the same cores, twice as fast would need more CPU time than there is. */
function detailOf(one: Load, two: Load, isShared: boolean) {
  if (!one.cpu || !two.cpu) return ''
  const perAnswer = `CPU time per answer ${one.cpu.service.toFixed(0)} µs with one, ${two.cpu.service.toFixed(0)} µs with two`
  if (!isShared) return perAnswer
  const limit = (2 * 1_000_000) / (one.cpu.service + one.cpu.generator)
  const { generator } = one.cpu
  return `${perAnswer}, and ${generator.toFixed(0)} µs of the load generator: two cores allow at most ${(limit / one.perSecond).toFixed(2)} ×`
}

async function measure(report: Report, atrium: BenchAtrium, workers: number) {
  const { introspections, protectedReads } = await createRequests(atrium)
  const works = { introspection: introspections, 'protected read without SQL': protectedReads }
  const processes = atrium.processesOf('identity')
  const loads: Record<string, Load> = {}
  for (const [work, requests] of Object.entries(works)) {
    const result = await load({
      url: atrium.identityUrl,
      connections: 64,
      requests,
      processes,
      warmUpAnswers: WARM_UP_READS * workers,
    })
    report.addSpeed({ work: `${work}, ${workers === 1 ? 'one worker' : 'two workers'}`, load: result })
    loads[work] = result
  }
  return loads
}

/** Keeps this process, which generates the load, away from the cores of the services. */
function pinTo(cores: string) {
  execFileSync('taskset', ['-apc', cores, String(process.pid)])
}
