import { IdParams, Item } from '@atrium/core/schema'
import type { App } from '@atrium/http/create-app'
import { actorOf, anyToken, inProject } from '#access.ts'
import type { Deps } from '#deps.ts'
import { findProjectPlace } from '#projects/place.queries.ts'
import { findTaskPlace } from '#tasks/task.queries.ts'
import { dailySummary } from './daily-summary.ts'
import { TimeReport, TimeReportQuery } from './time-report.contract.ts'
import { timeReport } from './time-report.ts'
import { timeReportCsv } from './time-report-csv.ts'
import { DailySummary, DailySummaryQuery, TimeSummary, TimeSummaryQuery } from './time-summary.contract.ts'
import { timeSummary } from './time-summary.ts'

const tags = ['Time tracking']

export function timeSummaryRoutes(app: App, deps: Deps) {
  const { db } = deps
  const ofTask = inProject('project.read', 'Task', (userId, id) => findTaskPlace(db, userId, id))
  const ofProject = inProject('project.read', 'Project', (userId, id) => findProjectPlace(db, userId, id))

  app.get(
    '/time-interval/daily-summary',
    {
      config: { access: anyToken, refuses: [403, 404] },
      schema: {
        tags,
        summary: 'Get a daily summary',
        description:
          'Tracked time of one day by task and by hour, in the given time zone. Intervals are split at midnight. `userId` shows the day of someone else in projects that you manage.',
        querystring: DailySummaryQuery,
        response: { 200: Item(DailySummary) },
      },
    },
    async request => ({ item: await dailySummary(deps, actorOf(request), request.query) }),
  )

  app.get(
    '/task/:id/time-summary',
    {
      config: { access: ofTask },
      schema: {
        tags,
        summary: 'Get the time summary of a task',
        description:
          'Total, by person, by day and by column. Also how long the task has been in each column. The time of other people is visible to managers; others see the totals and their own time.',
        params: IdParams,
        querystring: TimeSummaryQuery,
        response: { 200: Item(TimeSummary) },
      },
    },
    async request => ({
      item: await timeSummary(deps, actorOf(request), request.params.id, request.query),
    }),
  )

  app.get(
    '/project/:id/time-report',
    {
      config: { access: ofProject },
      schema: {
        tags,
        summary: 'Get a time report',
        description: 'Tracked time in the project, grouped by user, task and day, as JSON or CSV.',
        params: IdParams,
        querystring: TimeReportQuery,
        produces: ['application/json', 'text/csv'],
        response: { 200: Item(TimeReport) },
      },
    },
    async (request, reply) => {
      const item = await timeReport(deps, actorOf(request), request.params.id, request.query)
      if (request.query.format === 'json') return { item }
      const name = `time-${item.from}-${item.to}.csv`
      reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${name}"`)
      return reply.send(timeReportCsv(item) as never)
    },
  )
}
