import { IdParams, Item, List, Message } from '@atrium/core/schema'
import type { App } from '@atrium/http/create-app'
import { actorOf, anyToken, inProject } from '#access.ts'
import type { Deps } from '#deps.ts'
import { addInterval } from './add-interval.ts'
import { changeInterval } from './change-interval.ts'
import { wholeSecond } from './interval-times.ts'
import { listIntervals } from './list-intervals.ts'
import { removeInterval } from './remove-interval.ts'
import { startTimer } from './start-timer.ts'
import { stopTimer } from './stop-timer.ts'
import {
  NewTimeInterval,
  RunningInterval,
  StartedTimer,
  TimeInterval,
  TimeIntervalChanges,
  TimeIntervalFilters,
  TimerStart,
  TimerStop,
} from './time-interval.contract.ts'
import { findIntervalPlace, findRunning } from './time-interval.queries.ts'

const tags = ['Time tracking']

export function timeIntervalRoutes(app: App, deps: Deps) {
  const { db } = deps
  const access = anyToken
  const write = inProject('time.write', 'Time interval', (userId, id) => findIntervalPlace(db, userId, id))

  app.get(
    '/time-interval',
    {
      config: { access, refuses: [403, 404] },
      schema: {
        tags,
        summary: 'List time intervals',
        description:
          'Your own time by default. With `projectId` or `taskId` of a project you manage, or with `userId`, also that of others.',
        querystring: TimeIntervalFilters,
        response: { 200: List(TimeInterval) },
      },
    },
    async request => listIntervals(deps, actorOf(request), request.query),
  )

  app.get(
    '/time-interval/running',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Get the running timer',
        description: 'Your running timer; `item` is `null` if none runs.',
        response: { 200: RunningInterval },
      },
    },
    async request => ({ item: await findRunning(db, actorOf(request).id, wholeSecond(deps.now())) }),
  )

  app.post(
    '/time-interval/start',
    {
      config: { access, refuses: [404, 410] },
      schema: {
        tags,
        summary: 'Start a timer',
        description:
          'Stops your timer on another task, which is returned as `stopped`. 409 if one already runs on this task. A timer stops automatically after 12 hours.',
        body: TimerStart,
        response: { 200: StartedTimer },
      },
    },
    async request => startTimer(deps, actorOf(request), request.body),
  )

  app.post(
    '/time-interval/stop',
    {
      config: { access, refuses: [404, 410] },
      schema: {
        tags,
        summary: 'Stop a timer',
        description:
          'Stops your timer on the task. 409 if none runs there. Less than a second is answered with duration 0 and not kept.',
        body: TimerStop,
        response: { 200: Item(TimeInterval) },
      },
    },
    async request => ({ item: await stopTimer(deps, actorOf(request), request.body) }),
  )

  app.post(
    '/time-interval',
    {
      config: { access, refuses: [404, 410] },
      schema: {
        tags,
        summary: 'Add time',
        description:
          'Records time afterwards: `startedAt` with `endedAt` or `duration`. Not in the future and at most 24 hours (422). Overlaps are allowed and reported in the summaries.',
        body: NewTimeInterval,
        response: { 200: Item(TimeInterval) },
      },
    },
    async request => ({ item: await addInterval(deps, actorOf(request), request.body) }),
  )

  app.put(
    '/time-interval/:id',
    {
      config: { access: write },
      schema: {
        tags,
        summary: 'Update a time interval',
        description:
          'Your own, or as a manager that of others. Of a running timer only the start and the note can change (409).',
        params: IdParams,
        body: TimeIntervalChanges,
        response: { 200: Item(TimeInterval) },
      },
    },
    async request => ({
      item: await changeInterval(deps, actorOf(request), request.params.id, request.body),
    }),
  )

  app.delete(
    '/time-interval/:id',
    {
      config: { access: write },
      schema: {
        tags,
        summary: 'Delete a time interval',
        description: 'Your own, or as a manager that of others.',
        params: IdParams,
        response: { 200: Message },
      },
    },
    async request => {
      await removeInterval(deps, actorOf(request), request.params.id)
      return { message: 'The time interval is deleted' }
    },
  )
}
