import { contractsOf } from '@atrium/core/contract'
import {
  Body,
  Bound,
  Id,
  Instant,
  Item,
  List,
  ListQuery,
  Message,
  Nullable,
  OneOf,
  OrderBy,
} from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { inProject, limitable, signedIn } from '#access.contract.ts'

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

const StoppedTimer = Type.Object({
  ...TimeInterval.properties,
  discarded: Type.Optional(
    Type.Boolean({
      description: '`true` if it was stopped within its first second: `duration` is 0, and it is not saved',
    }),
  ),
})

const StartedTimer = Type.Object({
  item: TimeInterval,
  stopped: Type.Union([StoppedTimer, Type.Null()], { description: 'The timer that was stopped, if any' }),
})

const RunningTimer = Type.Object({ item: Type.Union([TimeInterval, Type.Null()]) })

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

export const TimeIntervalFilters = Type.Object({
  ...ListQuery.properties,
  orderBy: { ...OrderBy('startedAt', 'duration', 'id').properties.orderBy, default: '-startedAt' },
  taskId: Type.Optional(Id),
  projectId: Type.Optional(Id),
  userId: Type.Optional(Id),
  from: Type.Optional(Bound),
  to: Type.Optional(Bound),
  running: Type.Optional(Type.Boolean()),
})
export type TimeIntervalFilters = Static<typeof TimeIntervalFilters>

const contract = contractsOf('Time tracking')

/** The errors about the task that a body names. */
const taskErrors = [
  'task_not_found',
  'not_a_member',
  'role_too_low',
  'record_deleted',
  'project_archived',
] as const

export const listTimeIntervals = contract('listTimeIntervals', 'GET /time-interval', {
  summary: 'List time intervals',
  description:
    'Your own time by default. With `projectId` or `taskId` of a project you manage, or with `userId`, also that of others.',
  access: limitable(signedIn),
  query: TimeIntervalFilters,
  reply: List(TimeInterval),
  errors: ['task_not_found', 'project_not_found', 'not_a_member', 'time_of_others_hidden'],
})

export const getRunningTimer = contract('getRunningTimer', 'GET /time-interval/running', {
  summary: 'Get the running timer',
  description: 'Your running timer; `item` is `null` if none runs.',
  access: limitable(signedIn),
  reply: RunningTimer,
})

export const startTimer = contract('startTimer', 'POST /time-interval/start', {
  summary: 'Start a timer',
  description:
    'Stops your timer on another task, which is returned as `stopped`. 409 if one already runs on this task. A timer stops automatically after 12 hours.',
  access: limitable(signedIn),
  body: TimerStart,
  reply: StartedTimer,
  errors: [...taskErrors, 'timer_already_running', 'time_interval_running_taken'],
})

export const stopTimer = contract('stopTimer', 'POST /time-interval/stop', {
  summary: 'Stop a timer',
  description:
    'Stops your timer on the task. 409 if none runs there. Less than a second is returned with duration 0 and not saved.',
  access: limitable(signedIn),
  body: TimerStop,
  reply: Item(StoppedTimer),
  errors: [...taskErrors, 'no_timer_running', 'timer_on_other_task'],
})

export const createTimeInterval = contract('createTimeInterval', 'POST /time-interval', {
  summary: 'Add time',
  description:
    'Records time afterwards: `startedAt` with `endedAt` or `duration`. Not in the future and at most 24 hours (422). Overlaps are allowed and reported in the summaries.',
  access: limitable(signedIn),
  body: NewTimeInterval,
  reply: Item(TimeInterval),
  errors: taskErrors,
})

export const updateTimeInterval = contract('updateTimeInterval', 'PUT /time-interval/:id', {
  summary: 'Update a time interval',
  description:
    'Your own, or as a manager that of others. Of a running timer only the start and the note can change (409).',
  access: inProject('time.write'),
  body: TimeIntervalChanges,
  reply: Item(TimeInterval),
  errors: ['task_not_found', 'timer_running'],
})

export const deleteTimeInterval = contract('deleteTimeInterval', 'DELETE /time-interval/:id', {
  summary: 'Delete a time interval',
  description: 'Your own, or as a manager that of others.',
  access: inProject('time.write'),
  reply: Message,
  errors: ['task_not_found'],
})
