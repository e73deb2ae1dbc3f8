import { pageOf } from '@atrium/core/paging'
import { commandAnswers } from '@atrium/http/routes/command-answers'
import type { Deps } from '#deps.ts'
import { projectRecord } from '#projects/record-access.queries.ts'
import type { Route } from '#route.ts'
import * as commands from './field.commands.ts'
import * as contracts from './field.contract.ts'
import { fieldOptionRecord, fieldRecord, listFieldPage } from './field.queries.ts'
import * as options from './field-option.commands.ts'
import * as types from './field-type.commands.ts'

export function fieldRoutes(route: Route, deps: Deps) {
  const { item } = commandAnswers(deps)

  route(contracts.listFields, { record: projectRecord }, ({ params, query }) =>
    listFieldPage(deps.db, params.id, pageOf(query)),
  )

  route(contracts.createField, { record: projectRecord }, item(commands.createField))

  route(contracts.reorderFields, { record: projectRecord }, ({ actor, params, body }) =>
    commands.reorderFields(deps, actor, params.id, body),
  )

  route(contracts.updateField, { record: fieldRecord }, item(commands.updateField))

  route(contracts.previewTypeChange, { record: fieldRecord }, async ({ params, query }) => ({
    item: await types.previewTypeChange(deps.db, params.id, query.type),
  }))

  route(contracts.changeFieldType, { record: fieldRecord }, ({ actor, params, body }) =>
    types.changeFieldType(deps, actor, params.id, body),
  )

  route(contracts.deleteField, { record: fieldRecord }, async ({ actor, params, query }) => {
    await commands.deleteField(deps, actor, params.id, query)
    return { message: 'Field deleted' }
  })

  route(contracts.createFieldOption, { record: fieldRecord }, item(options.createOption))
  route(contracts.reorderFieldOptions, { record: fieldRecord }, item(options.reorderOptions))
  route(contracts.updateFieldOption, { record: fieldOptionRecord }, item(options.updateOption))

  route(contracts.deleteFieldOption, { record: fieldOptionRecord }, async ({ actor, params, query }) => ({
    item: await options.deleteOption(deps, actor, params.id, query),
  }))
}
