import { activities } from '../office/activities/activities.ts'
import { type Attempt, isFailure } from '../office/attempts.ts'
import { startDay } from '../office/day.ts'
import { followProjects } from '../office/followers.ts'
import { countDeadlocks, inspectOffice } from '../office/inspection.ts'
import { openOffice } from '../office/office.ts'
import { withAtrium } from './atrium.ts'
import { share } from './load.ts'
import { limit } from './options.ts'
import type { Report } from './report.ts'

/** Between two activities of a person: sixteen people who never stop to think. */
const PAUSE_MS = 250

/** Everything that people do all day, at the same time, with the clients they use; two workers per service. */
export function measureOffice(report: Report) {
  return withAtrium(report, { workers: 2 }, async atrium => {
    const { client_id: id, client_secret: secret } = atrium.client
    const premises = { ...atrium, client: { id, secret } }
    const office = await openOffice(premises)
    const followers = await followProjects(office)
    const arrived = office.attempts.length
    const startedAt = performance.now()
    await startDay(office, { activities: limit('BENCH_ACTIVITIES'), pauseMs: PAUSE_MS }).done
    const seconds = (performance.now() - startedAt) / 1000
    const attempts = office.attempts.slice(arrived)
    const faults = [await inspectOffice(office, followers)].flatMap(found => Object.values(found).flat())
    await Promise.all(followers.map(follower => follower.stop()))
    addTable(report, attempts, seconds)
    const { surprises, ledger } = office
    for (const fault of [...surprises, ...ledger.staleReads, ...faults]) report.addNote(`Office: ${fault}`)
    report.addFigure({
      name: 'day at the office: failed requests, wrong answers and losses',
      value: attempts.filter(isFailure).length + surprises.length + ledger.staleReads.length + faults.length,
      unit: '',
      atMost: 0,
      detail: `${attempts.length.toLocaleString('en')} requests, ${await countDeadlocks(premises)} deadlocks`,
    })
  })
}

function addTable(report: Report, attempts: Attempt[], seconds: number) {
  const rowOf = (name: string, those: Attempt[]) => {
    const times = those.map(({ milliseconds }) => milliseconds)
    const percentiles = [0.5, 0.95, 0.99].map(part => share(times, part).toFixed(1))
    return [name, those.length.toLocaleString('en'), ...percentiles, String(those.filter(isFailure).length)]
  }
  const rows = activities.map(({ name }) =>
    rowOf(
      name,
      attempts.filter(({ kind }) => kind === name),
    ),
  )
  const title = `A day at the office: ${(attempts.length / seconds).toFixed(0)} requests per second`
  const head = ['activity', 'requests', 'p50 ms', 'p95 ms', 'p99 ms', 'errors']
  report.addTable(title, head, [rowOf('everything', attempts), ...rows])
}
