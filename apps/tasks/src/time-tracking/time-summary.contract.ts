import { CalendarDate, Id, Nullable } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'

export const TimeZone = Type.Optional(
  Type.String({
    maxLength: 64,
    description: 'An IANA name such as Europe/Berlin. Default: your own setting, else UTC',
  }),
)
const Seconds = Type.Integer()
const overlapSeconds = Type.Integer({ description: 'Time counted more than once because intervals overlap' })

export const DailySummaryQuery = Type.Object({
  date: Type.Optional(CalendarDate),
  timeZone: TimeZone,
  userId: Type.Optional(Id),
})
export type DailySummaryQuery = Static<typeof DailySummaryQuery>

export const DailySummary = Type.Object({
  date: CalendarDate,
  timeZone: Type.String(),
  totalSeconds: Seconds,
  overlapSeconds,
  tasks: Type.Array(
    Type.Object({
      taskId: Id,
      title: Type.String(),
      projectId: Id,
      seconds: Seconds,
      running: Type.Boolean(),
    }),
  ),
  hours: Type.Array(Seconds, { description: 'Seconds in each of the 24 hours of the day, local time' }),
})
export type DailySummary = Static<typeof DailySummary>

export const TimeSummaryQuery = Type.Object({ timeZone: TimeZone })
export type TimeSummaryQuery = Static<typeof TimeSummaryQuery>

export const TimeSummary = Type.Object({
  taskId: Id,
  totalSeconds: Seconds,
  overlapSeconds,
  estimateSeconds: Nullable(Seconds),
  running: Type.Array(Id, { description: 'Users whose timer is running on the task' }),
  byUser: Type.Array(Type.Object({ userId: Id, name: Type.String(), seconds: Seconds })),
  byDay: Type.Array(
    Type.Object({
      date: CalendarDate,
      seconds: Seconds,
      users: Type.Array(Type.Object({ userId: Id, seconds: Seconds })),
    }),
  ),
  byColumn: Type.Array(
    Type.Object(
      { columnId: Id, title: Type.String(), seconds: Seconds },
      {
        description: 'How long the task was in each column, in order of arrival',
      },
    ),
  ),
})
export type TimeSummary = Static<typeof TimeSummary>
