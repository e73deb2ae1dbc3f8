import { setTimeout as sleep } from 'node:timers/promises'
import { withAtrium } from './atrium.ts'
import { startInstance } from './instance.ts'
import { share } from './load.ts'
import { SECONDS } from './options.ts'
import { memoryOf, processesOf } from './processes.ts'
import type { Report } from './report.ts'

const STARTS = 5

/** Idle memory and start time of each service. */
export function measureFootprint(report: Report) {
  return withAtrium(report, {}, async atrium => {
    await sleep(SECONDS * 1000)
    for (const service of ['identity', 'tasks'] as const) {
      const { rss, pss } = memoryOf(processesOf(atrium.pid, service))
      report.addFigure({
        name: `idle memory of ${service} (PSS)`,
        value: pss,
        unit: 'MB',
        atMost: 100,
        detail: `RSS ${rss.toFixed(0)} MB`,
      })
    }
    for (const service of ['identity', 'tasks'] as const) {
      const times: number[] = []
      for (let round = 0; round <= STARTS; round += 1) {
        const instance = await startInstance(atrium, service)
        if (round > 0) times.push(instance.startSeconds) // the first one fills the compile cache
        await instance.stop()
      }
      report.addFigure({
        name: `start of ${service}, from spawn to ready`,
        value: share(times, 0.5),
        unit: 's',
        atMost: 1,
        detail: `median of ${STARTS}`,
      })
    }
  })
}
