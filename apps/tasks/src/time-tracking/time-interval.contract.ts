import { Body, Bound, Id, Instant, ListQuery, Nullable, OneOf, OrderBy } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'

export const TimeInterval = Type.Object({
  id: Id,
  taskId: Id,
  userId: Id,
  startedAt: Instant,
  endedAt: Nullable(Instant),
  duration: Nullable(Type.Integer({ description: 'In whole seconds; `null` while it runs' })),
  source: OneOf('timer', 'manual'),
  note: Nullable(Type.String()),
  isCapped: Type.Boolean({ description: 'Whether it was stopped automatically after 12 hours' }),
  task: Type.Object({ id: Id, title: Type.String(), number: Id, projectId: Id }),
})
export type TimeInterval = Static<typeof TimeInterval>

export const StartedTimer = Type.Object({
  item: TimeInterval,
  stopped: Type.Union([TimeInterval, Type.Null()], { description: 'The timer that was stopped, if any' }),
})

export const RunningInterval = Type.Object({ item: Type.Union([TimeInterval, Type.Null()]) })

const note = Type.Optional(Nullable(Type.String({ trim: true, maxLength: 2000 })))
const duration = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 86_400, description: 'In whole seconds, instead of `endedAt`' }),
)

export const TimerStart = Body({ taskId: Id, note })
export type TimerStart = Static<typeof TimerStart>

export const TimerStop = Body({ taskId: Id })
export type TimerStop = Static<typeof TimerStop>

export const NewTimeInterval = Body({
  taskId: Id,
  startedAt: Instant,
  endedAt: Type.Optional(Instant),
  duration,
  note,
})
export type NewTimeInterval = Static<typeof NewTimeInterval>

export const TimeIntervalChanges = Body({
  taskId: Type.Optional(Id),
  startedAt: Type.Optional(Instant),
  endedAt: Type.Optional(Instant),
  duration,
  note,
})
export type TimeIntervalChanges = Static<typeof TimeIntervalChanges>

const { orderBy } = OrderBy('startedAt', 'duration', 'id').properties

export const TimeIntervalFilters = Type.Object({
  ...ListQuery.properties,
  orderBy: { ...orderBy, default: '-startedAt' },
  taskId: Type.Optional(Id),
  projectId: Type.Optional(Id),
  userId: Type.Optional(Id),
  from: Type.Optional(Bound),
  to: Type.Optional(Bound),
  running: Type.Optional(Type.Boolean()),
})
export type TimeIntervalFilters = Static<typeof TimeIntervalFilters>
