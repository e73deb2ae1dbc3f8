import { contract } from '@atrium/core/contract'
import { CalendarDate, Default, Id, Item, OneOf } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { inProject } from '#access.contract.ts'
import { TimeZone } from './time-summary.contract.ts'

export const TimeReportQuery = Type.Object({
  from: Type.Optional(CalendarDate),
  to: Type.Optional(CalendarDate),
  timeZone: TimeZone,
  groupBy: Default(
    Type.String({
      pattern: '^(?!.*(user|task|day).*\\1)(user|task|day)(,(user|task|day))*$',
      errorCode: 'report_groups_expected',
    }),
    'user,task,day',
  ),
  format: Default(OneOf('json', 'csv'), 'json'),
})
export type TimeReportQuery = Static<typeof TimeReportQuery>

export const ReportRow = Type.Object({
  userId: Type.Optional(Id),
  name: Type.Optional(Type.String()),
  taskId: Type.Optional(Id),
  number: Type.Optional(Id),
  title: Type.Optional(Type.String()),
  date: Type.Optional(CalendarDate),
  seconds: Type.Integer(),
})
export type ReportRow = Static<typeof ReportRow>

export const TimeReport = Type.Object({
  from: CalendarDate,
  to: CalendarDate,
  timeZone: Type.String(),
  groupBy: Type.Array(OneOf('user', 'task', 'day')),
  totalSeconds: Type.Integer(),
  rows: Type.Array(ReportRow),
})
export type TimeReport = Static<typeof TimeReport>

export const getTimeReport = contract('getTimeReport', 'GET /project/:id/time-report', {
  tag: 'Time tracking',
  summary: 'Get a time report',
  description: 'Tracked time in the project, grouped by user, task and day, as JSON or CSV.',
  access: inProject('project.read'),
  query: TimeReportQuery,
  reply: Item(TimeReport),
  produces: ['application/json', 'text/csv'],
})
