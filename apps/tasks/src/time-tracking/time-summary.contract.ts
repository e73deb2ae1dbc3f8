import { contractsOf } from '@atrium/core/contract'
import { CalendarDate, Id, Item, Nullable } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { inProject, limitable, signedIn } from '#access.contract.ts'

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

const contract = contractsOf('Time tracking')

export const getDailySummary = contract('getDailySummary', 'GET /time-interval/daily-summary', {
  summary: 'Get a daily summary',
  description:
    'Tracked time of one day by task and by hour, in the given time zone. Intervals are split at midnight. `userId` shows the day of someone else in projects that you manage.',
  access: limitable(signedIn),
  query: DailySummaryQuery,
  reply: Item(DailySummary),
  errors: ['time_of_others_hidden'],
})

export const getTimeSummary = contract('getTimeSummary', 'GET /task/:id/time-summary', {
  summary: 'Get the time summary of a task',
  description:
    'Total, by person, by day and by column. Also how long the task has been in each column. The time of other people is visible to managers; others see the totals and their own time.',
  access: inProject('project.read'),
  query: TimeSummaryQuery,
  reply: Item(TimeSummary),
})
