import { setTimeout as sleep } from 'node:timers/promises'
import { getFullBoard } from '@atrium/tasks/boards/full-board.contract'
import { type BenchAtrium, withAtrium, withDatabase } from './atrium.ts'
import { createBoards } from './boards.ts'
import { startInstance } from './instance.ts'
import { load, share } from './load.ts'
import { SECONDS } from './options.ts'
import { memoryOf, processesOf } from './processes.ts'
import type { Report } from './report.ts'
import { signedIn } from './requests.ts'

const STARTS = 5
const LARGE_BOARD = 10_000

/** Idle memory and start time of each service, and what large answers leave behind. */
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
    await measureAfterLargeBoards(report, atrium)
  })
}

async function measureAfterLargeBoards(report: Report, atrium: BenchAtrium) {
  const { prepare, userId } = await signedIn(atrium)
  const [board] = await withDatabase(atrium.tasksDatabaseUrl, database =>
    createBoards(database, userId, { boards: 1, columns: 4, cards: LARGE_BOARD }),
  )
  const params = { id: board?.id as number }
  const requests = [await prepare(getFullBoard, { params, query: { perColumn: 5000 } })]
  const { perSecond } = await load({ url: atrium.tasksUrl, connections: 16, requests })
  await sleep(SECONDS * 1000)
  const { rss, pss } = memoryOf(processesOf(atrium.pid, 'tasks'))
  report.addFigure({
    name: 'memory of tasks after sending boards of 10,000 (PSS)',
    value: pss,
    unit: 'MB',
    detail: `RSS ${rss.toFixed(0)} MB; 16 connections, ${perSecond.toFixed(0)}/s`,
  })
}
