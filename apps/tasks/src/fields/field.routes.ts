import { pageOf } from '@atrium/core/paging'
import type { Deps } from '#deps.ts'
import { projectPlace } from '#projects/place.queries.ts'
import type { Route } from '#route.ts'
import * as commands from './field.commands.ts'
import {
  changeFieldType,
  createField,
  createFieldOption,
  deleteField,
  deleteFieldOption,
  listFields,
  previewTypeChange,
  reorderFieldOptions,
  reorderFields,
  updateField,
  updateFieldOption,
} from './field.contract.ts'
import { fieldOptionPlace, fieldPlace, listFieldPage } from './field.queries.ts'
import * as options from './field-option.commands.ts'
import * as types from './field-type.commands.ts'

export function fieldRoutes(route: Route, deps: Deps) {
  route(listFields, { place: projectPlace }, ({ params, query }) =>
    listFieldPage(deps.db, params.id, pageOf(query)),
  )

  route(createField, { place: projectPlace }, async ({ actor, params, body }) => ({
    item: await commands.createField(deps, actor, params.id, body),
  }))

  route(reorderFields, { place: projectPlace }, ({ actor, params, body }) =>
    commands.reorderFields(deps, actor, params.id, body),
  )

  route(updateField, { place: fieldPlace }, async ({ actor, params, body }) => ({
    item: await commands.updateField(deps, actor, params.id, body),
  }))

  route(previewTypeChange, { place: fieldPlace }, async ({ params, query }) => ({
    item: await types.previewTypeChange(deps.db, params.id, query.type),
  }))

  route(changeFieldType, { place: fieldPlace }, ({ actor, params, body }) =>
    types.changeFieldType(deps, actor, params.id, body),
  )

  route(deleteField, { place: fieldPlace }, async ({ actor, params, query }) => {
    await commands.deleteField(deps, actor, params.id, query)
    return { message: 'Field deleted' }
  })

  route(createFieldOption, { place: fieldPlace }, async ({ actor, params, body }) => ({
    item: await options.createOption(deps, actor, params.id, body),
  }))

  route(reorderFieldOptions, { place: fieldPlace }, async ({ actor, params, body }) => ({
    item: await options.reorderOptions(deps, actor, params.id, body),
  }))

  route(updateFieldOption, { place: fieldOptionPlace }, async ({ actor, params, body }) => ({
    item: await options.updateOption(deps, actor, params.id, body),
  }))

  route(deleteFieldOption, { place: fieldOptionPlace }, async ({ actor, params, query }) => ({
    item: await options.deleteOption(deps, actor, params.id, query),
  }))
}
