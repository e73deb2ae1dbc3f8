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

  route(contracts.listTimeIntervals, {}, ({ actor, query }) =>
    listIntervals(db, actor, query, wholeSecond(deps.now())),
  )

  route(contracts.getRunningTimer, {}, async ({ actor }) => {
    const timer = await findRunningTimer(db, actor.id, wholeSecond(deps.now()))
    return { item: timer && isWithinToken(actor, timer.task.projectId) ? timer : null }
  })

  route(contracts.startTimer, {}, ({ actor, body }) => timers.startTimer(deps, actor, body))

  route(contracts.stopTimer, {}, async ({ actor, body }) => ({
    item: await timers.stopTimer(deps, actor, body),
  }))

  route(contracts.createTimeInterval, {}, async ({ actor, body }) => ({
    item: await commands.createInterval(deps, actor, body),
  }))

  route(contracts.updateTimeInterval, { record: intervalRecord }, async ({ actor, params, body }) => ({
    item: await commands.updateInterval(deps, actor, params.id, body),
  }))

  route(contracts.deleteTimeInterval, { record: intervalRecord }, async ({ actor, params }) => {
    await commands.deleteInterval(deps, actor, params.id)
    return { message: 'Time interval deleted' }
  })
}
