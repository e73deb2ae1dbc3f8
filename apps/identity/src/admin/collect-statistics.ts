import { countJobs } from '@atrium/jobs/jobs'
import type { Deps } from '#deps.ts'
import type { Statistics } from './statistics.contract.ts'
import { countLivingTokens, countUsersByStatus, listDayCounts } from './statistics.queries.ts'

const DAYS = 30
const DAY_MS = 86_400_000

/** Four statements side by side, each on an index, however much there is. */
export async function collectStatistics({ db, now }: Deps, version: string): Promise<Statistics> {
  const days = lastDays(now())
  const [users, tokens, mail, counts] = await Promise.all([
    countUsersByStatus(db),
    countLivingTokens(db, now()),
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
