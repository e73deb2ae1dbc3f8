import type { Deps } from '#deps.ts'
import { NotFound } from '#errors.ts'
import type { Route } from '#route.ts'
import { taskPlace } from '../task.queries.ts'
import * as commands from './recurrence.commands.ts'
import {
  deleteRecurrence,
  getRecurrence,
  setRecurrence,
  skipOccurrence,
  unskipOccurrence,
} from './recurrence.contract.ts'
import { findSeriesOf, recurrenceOf } from './recurrence.queries.ts'

export function recurrenceRoutes(route: Route, deps: Deps) {
  route(getRecurrence, { place: taskPlace }, async ({ params }) => {
    const series = await findSeriesOf(deps.db, params.id)
    if (!series) throw new NotFound('recurrence_not_found')
    return { item: recurrenceOf(series) }
  })

  route(setRecurrence, { place: taskPlace }, async ({ actor, params, body }) => ({
    item: await commands.setRecurrence(deps, actor, params.id, body),
  }))

  route(deleteRecurrence, { place: taskPlace }, async ({ actor, params }) => {
    await commands.deleteRecurrence(deps, actor, params.id)
    return { message: 'The task no longer repeats' }
  })

  route(skipOccurrence, { place: taskPlace }, async ({ actor, params, body }) => ({
    item: await commands.skipOccurrence(deps, actor, params.id, body),
  }))

  route(unskipOccurrence, { place: taskPlace }, async ({ actor, params, body }) => ({
    item: await commands.unskipOccurrence(deps, actor, params.id, body),
  }))
}
