import { countJobs } from '@atrium/jobs/jobs'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { listSetUpSteps } from './set-up.ts'
import { getStatistics, type Statistics } from './statistics.contract.ts'
import { countActiveTokens, countUsersByStatus, listDayCounts } from './statistics.queries.ts'

const DAYS = 30
const DAY_MS = 86_400_000

export function statisticsRoutes(route: Route, deps: Deps, version: string) {
  route(getStatistics, {}, async () => ({ item: await collectStatistics(deps, version) }))
}

/** Five statements, each on an index, so that the time does not grow with the data. */
export async function collectStatistics(deps: Deps, version: string): Promise<Statistics> {
  const { db, now } = deps
  const days = lastDays(now())
  const [users, tokens, mail, counts] = await Promise.all([
    countUsersByStatus(db),
    countActiveTokens(db, now()),
    countJobs(db, 'mail'),
    listDayCounts(db, `${days[0]}T00:00:00.000Z`),
  ])
  const countOf = (day: string, kind: string) =>
    counts.find(each => each.day === day && each.kind === kind)?.count ?? 0
  const uptimeSeconds = Math.floor(process.uptime())
  return {
    users,
    tokens,
    queue: { waiting: mail.waiting + mail.running, failed: mail.failed },
    days: days.map(day => ({
      day,
      newUsers: countOf(day, 'newUsers'),
      signIns: countOf(day, 'signIns'),
      failedSignIns: countOf(day, 'failedSignIns'),
    })),
    setUp: await listSetUpSteps(deps, users.active),
    version,
    startedAt: new Date(now().getTime() - uptimeSeconds * 1000).toISOString(),
    uptimeSeconds,
  }
}

function lastDays(now: Date) {
  return Array.from({ length: DAYS }, (_, index) =>
    new Date(now.getTime() - (DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  )
}
