import { CalendarDate, Id, OneOf } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { TimeZone } from './time-summary.contract.ts'

export const TimeReportQuery = Type.Object({
  from: Type.Optional(CalendarDate),
  to: Type.Optional(CalendarDate),
  timeZone: TimeZone,
  groupBy: Type.String({
    default: 'user,task,day',
    pattern: '^(?!.*(user|task|day).*\\1)(user|task|day)(,(user|task|day))*$',
    errorCode: 'must be user, task and day or some of them, with commas between them',
  }),
  format: Type.Unsafe<'json' | 'csv'>({ ...OneOf('json', 'csv'), default: 'json' }),
})
export type TimeReportQuery = Static<typeof TimeReportQuery>

const ReportRow = Type.Object({
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
