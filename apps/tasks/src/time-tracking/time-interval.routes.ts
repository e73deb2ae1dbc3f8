import { commandAnswers } from '@atrium/http/routes/command-answers'
import { isWithinToken } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { wholeSecond } from './interval-times.ts'
import * as commands from './time-interval.commands.ts'
import * as contracts from './time-interval.contract.ts'
import { findRunningTimer, intervalRecord, listIntervals } from './time-interval.queries.ts'
import * as timers from './timer.commands.ts'

export function timeIntervalRoutes(route: Route, deps: Deps) {
  const { db } = deps
  const { item, message } = commandAnswers(deps)

  route(contracts.listTimeIntervals, {}, ({ actor, query }) =>
    listIntervals(db, actor, query, wholeSecond(deps.now())),
  )

  route(contracts.getRunningTimer, {}, async ({ actor }) => {
    const timer = await findRunningTimer(db, actor.id, wholeSecond(deps.now()))
    return { item: timer && isWithinToken(actor, timer.task.projectId) ? timer : null }
  })

  route(contracts.startTimer, {}, ({ actor, body }) => timers.startTimer(deps, actor, body))

  route(contracts.stopTimer, {}, item(timers.stopTimer))
  route(contracts.createTimeInterval, {}, item(commands.createInterval))
  route(contracts.updateTimeInterval, { record: intervalRecord }, item(commands.updateInterval))
  route(
    contracts.deleteTimeInterval,
    { record: intervalRecord },
    message(commands.deleteInterval, 'Time interval deleted'),
  )
}
