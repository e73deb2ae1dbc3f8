import { TextFile } from '@atrium/http/routes/replies'
import type { Actor } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { ValidationFailed } from '#errors.ts'
import { projectRecord } from '#projects/record-access.queries.ts'
import type { Route } from '#route.ts'
import { getCycleTimes, getEstimates, getThroughput } from './completed-tasks.queries.ts'
import * as cycleContracts from './cycle-report.contract.ts'
import { getBurnDown, getCapacity } from './cycle-report.queries.ts'
import { getBurnUp, getFlow } from './flow.queries.ts'
import { getOverview } from './overview.contract.ts'
import * as overviews from './overview.queries.ts'
import { getPortfolio, getWorkload } from './portfolio.contract.ts'
import * as portfolios from './portfolio.queries.ts'
import type { ReportQuery } from './report.contract.ts'
import * as contracts from './report.contract.ts'
import * as csv from './report-csv.ts'
import { type Reported, reportedDays } from './reported-days.ts'

const MAX_TASKS = 2000
const MAX_CSV_TASKS = 50_000

export function reportRoutes(route: Route, deps: Deps) {
  const { replica } = deps
  const record = projectRecord

  route(getOverview, { record }, async ({ actor, params, query }) => ({
    item: await replica.read(db => overviews.getOverview(db, actor, params.id, query, deps.now())),
  }))

  route(getPortfolio, {}, async ({ actor, query }) => ({
    item: await replica.read(db => portfolios.getPortfolio(db, actor, query.today ?? todayInUtc())),
  }))

  route(getWorkload, {}, async ({ actor, query: { today = todayInUtc(), days } }) => ({
    item: await replica.read(db => portfolios.getWorkload(db, actor, { today, days })),
  }))

  route(contracts.getFlowReport, { record }, async request => {
    const item = await report(request, getFlow)
    return send(request, 'flow', item, csv.flowCsv)
  })

  route(contracts.getThroughputReport, { record }, async request => {
    const item = await report(request, (db, days) => getThroughput(db, days, request.query.per))
    return send(request, 'throughput', item, csv.throughputCsv)
  })

  route(contracts.getCycleTimeReport, { record }, async request => {
    const item = await report(request, (db, days) => getCycleTimes(db, days, rowsIn(request)))
    refuseIncomplete(request, item.total)
    return send(request, 'cycle-time', item, csv.cycleTimeCsv)
  })

  route(contracts.getBurnUpReport, { record }, async request => {
    const item = await report(request, getBurnUp)
    return send(request, 'burn-up', item, csv.burnUpCsv)
  })

  route(contracts.getEstimatesReport, { record }, async request => {
    const item = await report(request, (db, days) => getEstimates(db, days, rowsIn(request)))
    refuseIncomplete(request, item.estimatedCount)
    return send(request, 'estimates', item, csv.estimatesCsv)
  })

  route(cycleContracts.getBurnDownReport, { record }, async ({ actor, params, query }) => {
    const item = await replica.read(db => getBurnDown(db, actor, params.id, query, deps.now()))
    return send({ query }, 'burn-down', item, csv.burnDownCsv)
  })

  route(cycleContracts.getCapacityReport, { record }, async ({ params, query }) => ({
    item: await replica.read(db => getCapacity(db, params.id, query)),
  }))

  function todayInUtc() {
    return deps.now().toISOString().slice(0, 10)
  }

  function report<Item>(
    { actor, params, query }: ReportRequest,
    read: (db: Database, days: Reported) => Promise<Item>,
  ) {
    return replica.read(async db => read(db, await reportedDays(db, actor, params.id, query, deps.now())))
  }
}

interface ReportRequest {
  actor: Actor
  params: { id: number }
  query: ReportQuery
}

function rowsIn({ query }: ReportRequest) {
  return query.format === 'csv' ? MAX_CSV_TASKS : MAX_TASKS
}

/** A file that silently lacks tasks would be wrong. */
function refuseIncomplete({ query }: ReportRequest, taskCount: number) {
  if (query.format !== 'csv' || taskCount <= MAX_CSV_TASKS) return
  throw new ValidationFailed({ from: { code: 'report_has_too_many_tasks', limit: MAX_CSV_TASKS } })
}

function send<Item extends Pick<Reported, 'from' | 'to'>>(
  { query }: { query: Pick<ReportQuery, 'format'> },
  name: string,
  item: Item,
  toCsv: (item: Item) => string,
) {
  if (query.format === 'json') return { item }
  return new TextFile(`${name}-${item.from}-${item.to}.csv`, 'text/csv; charset=utf-8', toCsv(item))
}
