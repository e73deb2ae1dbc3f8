import { TextFile } from '@atrium/http/routes/replies'
import type { Deps } from '#deps.ts'
import { projectRecord } from '#projects/record-access.queries.ts'
import type { Route } from '#route.ts'
import { taskRecord } from '#tasks/task.queries.ts'
import * as days from './daily-summary.queries.ts'
import { wholeSecond } from './interval-times.ts'
import { getTimeReport } from './time-report.contract.ts'
import * as reports from './time-report.queries.ts'
import { getDailySummary, getTimeSummary } from './time-summary.contract.ts'
import * as summaries from './time-summary.queries.ts'

export function timeSummaryRoutes(route: Route, deps: Deps) {
  const { replica } = deps

  route(getDailySummary, {}, async ({ actor, query }) => ({
    item: await replica.read(db => days.getDailySummary(db, actor, query, wholeSecond(deps.now()))),
  }))

  route(getTimeSummary, { record: taskRecord }, async ({ actor, params, query }) => ({
    item: await replica.read(db => summaries.getTimeSummary(db, actor, params.id, query, deps.now())),
  }))

  route(getTimeReport, { record: projectRecord }, async ({ actor, params, query }) => {
    const item = await replica.read(db =>
      reports.getTimeReport(db, actor, params.id, query, wholeSecond(deps.now())),
    )
    if (query.format === 'json') return { item }
    const name = `time-${item.from}-${item.to}.csv`
    return new TextFile(name, 'text/csv; charset=utf-8', reports.reportCsv(item))
  })
}
