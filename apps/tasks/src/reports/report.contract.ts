import { contract } from '@atrium/core/contract'
import { CalendarDate, Default, Id, IdParams, Instant, Item, Nullable, OneOf } from '@atrium/core/schema'
import { type Static, type TProperties, Type } from 'typebox'
import { inProject } from '#access.contract.ts'
import { TimeZone } from '#time-tracking/time-summary.contract.ts'
import { MAX_FILTER_LENGTH } from '#views/filter.contract.ts'

const Count = Type.Integer()
const Seconds = Type.Integer()

export const ReportQuery = Type.Object({
  from: Type.Optional(CalendarDate),
  to: Type.Optional(CalendarDate),
  boardId: Type.Optional(Id),
  timeZone: TimeZone,
  filter: Type.Optional(
    Type.String({
      maxLength: MAX_FILTER_LENGTH,
      description: 'Only tasks that match these conditions now, such as `assignee = me and priority = high`',
    }),
  ),
  format: Default(OneOf('json', 'csv'), 'json'),
})
export type ReportQuery = Static<typeof ReportQuery>

const ThroughputQuery = Type.Object({ ...ReportQuery.properties, per: Default(OneOf('day', 'week'), 'week') })

/** What every report says about itself. Days after today are left out. */
const reported = { from: CalendarDate, to: CalendarDate, timeZone: Type.String() }

function Report<Properties extends TProperties>(properties: Properties) {
  return Type.Object({ ...reported, ...properties })
}

export const FlowReport = Report({
  columns: Type.Array(
    Type.Object({
      columnId: Id,
      boardId: Nullable(Id),
      title: Type.String(),
      isDone: Type.Boolean(),
      isDeleted: Type.Boolean({ description: 'The column or its board has been deleted' }),
    }),
  ),
  days: Type.Array(
    Type.Object({
      date: CalendarDate,
      counts: Type.Array(Count, { description: 'Tasks at the end of the day, in the order of `columns`' }),
    }),
  ),
})
export type FlowReport = Static<typeof FlowReport>

export const ThroughputReport = Report({
  per: OneOf('day', 'week'),
  total: Count,
  periods: Type.Array(
    Type.Object({
      date: Type.String({ format: 'date', description: 'The day, or the Monday of the week' }),
      count: Count,
      estimateSeconds: Seconds,
    }),
  ),
})
export type ThroughputReport = Static<typeof ThroughputReport>

function Percentiles(description: string) {
  return Nullable(Type.Object({ p50: Seconds, p85: Seconds, p95: Seconds }, { description }))
}

/** Null where the task has been deleted for good, or is in the trash or in another project by now. */
const taskNames = { number: Nullable(Id), title: Nullable(Type.String()) }

export const CycleTimeReport = Report({
  total: Count,
  lead: Percentiles('From creation to completion'),
  cycle: Percentiles('From when a task first left the first column to completion'),
  tasks: Type.Array(
    Type.Object({
      taskId: Id,
      ...taskNames,
      completedAt: Instant,
      completedOn: CalendarDate,
      leadSeconds: Seconds,
      cycleSeconds: Seconds,
    }),
    { description: 'The last 2,000 completed tasks, newest first' },
  ),
})
export type CycleTimeReport = Static<typeof CycleTimeReport>

export const BurnUpReport = Report({
  days: Type.Array(
    Type.Object({
      date: CalendarDate,
      scopeCount: Count,
      doneCount: Count,
      scopeSeconds: Seconds,
      doneSeconds: Seconds,
    }),
  ),
})
export type BurnUpReport = Static<typeof BurnUpReport>

export const EstimatesReport = Report({
  total: Type.Integer({ description: 'Completed tasks' }),
  estimatedCount: Type.Integer({ description: 'Those with an estimate' }),
  estimateSeconds: Seconds,
  trackedSeconds: Type.Integer({ description: 'Of the tasks with an estimate' }),
  tasks: Type.Array(
    Type.Object({
      taskId: Id,
      number: Id,
      title: Type.String(),
      completedOn: CalendarDate,
      estimateSeconds: Seconds,
      trackedSeconds: Seconds,
    }),
    { description: 'The last 2,000 completed tasks with an estimate, newest first' },
  ),
})
export type EstimatesReport = Static<typeof EstimatesReport>

const shared = {
  tag: 'Reports',
  access: inProject('project.read'),
  params: IdParams,
  produces: ['application/json', 'text/csv'],
} as const

export const getFlowReport = contract('getFlowReport', 'GET /project/:id/report/flow', {
  ...shared,
  summary: 'Get the cumulative flow',
  description:
    'How many tasks were in each column at the end of each day. Default: the last 30 days. Tasks in the trash are not counted while they are there.',
  query: ReportQuery,
  reply: Item(FlowReport),
})

export const getThroughputReport = contract('getThroughputReport', 'GET /project/:id/report/throughput', {
  ...shared,
  summary: 'Get the throughput',
  description:
    'Tasks completed per day or week. A task counts once, when it was last completed, if it is still completed and in the project at the end of the period.',
  query: ThroughputQuery,
  reply: Item(ThroughputReport),
})

export const getCycleTimeReport = contract('getCycleTimeReport', 'GET /project/:id/report/cycle-time', {
  ...shared,
  summary: 'Get lead and cycle times',
  description:
    'How long the tasks completed in the period took, with percentiles. Lead time starts when a task is created, cycle time when it first leaves the first column of its board.',
  query: ReportQuery,
  reply: Item(CycleTimeReport),
})

export const getBurnUpReport = contract('getBurnUpReport', 'GET /project/:id/report/burn-up', {
  ...shared,
  summary: 'Get the burn-up',
  description: 'All tasks and completed tasks at the end of each day, with their estimates as of that day.',
  query: ReportQuery,
  reply: Item(BurnUpReport),
})

export const getEstimatesReport = contract('getEstimatesReport', 'GET /project/:id/report/estimates', {
  ...shared,
  summary: 'Compare estimates with tracked time',
  description: 'Current estimate and tracked time of the tasks completed in the period.',
  query: ReportQuery,
  reply: Item(EstimatesReport),
})
