import type { Deps } from '#deps.ts'
import { NotFound } from '#errors.ts'
import type { Route } from '#route.ts'
import { taskRecord } from '../task.queries.ts'
import * as commands from './recurrence.commands.ts'
import * as contracts from './recurrence.contract.ts'
import { findSeriesOf, recurrenceOf } from './recurrence.queries.ts'

export function recurrenceRoutes(route: Route, deps: Deps) {
  route(contracts.getRecurrence, { record: taskRecord }, async ({ params }) => {
    const series = await findSeriesOf(deps.db, params.id)
    if (!series) throw new NotFound('recurrence_not_found')
    return { item: recurrenceOf(series) }
  })

  route(contracts.setRecurrence, { record: taskRecord }, async ({ actor, params, body }) => ({
    item: await commands.setRecurrence(deps, actor, params.id, body),
  }))

  route(contracts.deleteRecurrence, { record: taskRecord }, async ({ actor, params }) => {
    await commands.deleteRecurrence(deps, actor, params.id)
    return { message: 'The task no longer repeats' }
  })

  route(contracts.skipOccurrence, { record: taskRecord }, async ({ actor, params, body }) => ({
    item: await commands.skipOccurrence(deps, actor, params.id, body),
  }))

  route(contracts.unskipOccurrence, { record: taskRecord }, async ({ actor, params, body }) => ({
    item: await commands.unskipOccurrence(deps, actor, params.id, body),
  }))
}
