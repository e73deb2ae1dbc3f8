import { commandAnswers } from '@atrium/http/routes/command-answers'
import type { Deps } from '#deps.ts'
import { NotFound } from '#errors.ts'
import type { Route } from '#route.ts'
import { taskRecord } from '../task.queries.ts'
import * as commands from './recurrence.commands.ts'
import * as contracts from './recurrence.contract.ts'
import { findSeriesOf, recurrenceOf } from './recurrence.queries.ts'

export function recurrenceRoutes(route: Route, deps: Deps) {
  const { item, message } = commandAnswers(deps)

  route(contracts.getRecurrence, { record: taskRecord }, async ({ params }) => {
    const series = await findSeriesOf(deps.db, params.id)
    if (!series) throw new NotFound('recurrence_not_found')
    return { item: recurrenceOf(series) }
  })

  route(contracts.setRecurrence, { record: taskRecord }, item(commands.setRecurrence))
  route(
    contracts.deleteRecurrence,
    { record: taskRecord },
    message(commands.deleteRecurrence, 'The task no longer repeats'),
  )
  route(contracts.skipOccurrence, { record: taskRecord }, item(commands.skipOccurrence))
  route(contracts.unskipOccurrence, { record: taskRecord }, item(commands.unskipOccurrence))
}
