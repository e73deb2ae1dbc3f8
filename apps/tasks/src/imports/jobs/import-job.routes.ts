import { pageOf } from '@atrium/core/paging'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { describeImport, describeNote } from './describe-import.ts'
import * as commands from './import-job.commands.ts'
import * as contracts from './import-job.contract.ts'

export function importJobRoutes(route: Route, deps: Deps) {
  route(
    contracts.startImport,
    { maxFileBytes: deps.settings.STORAGE_MAX_BYTES },
    async ({ actor, body, origin }) => ({
      item: describeImport(await commands.startImport(deps, actor, body, origin.language), origin.language),
    }),
  )

  route(contracts.listImports, {}, async ({ actor, query, origin }) => {
    const { items, _meta } = await commands.listImports(deps, actor, pageOf(query))
    return { items: items.map(job => describeImport(job, origin.language)), _meta }
  })

  route(contracts.getImport, {}, async ({ actor, params, origin }) => ({
    item: describeImport(await commands.getImport(deps, actor, params.id), origin.language),
  }))

  route(contracts.listImportNotes, {}, async ({ actor, params, query, origin }) => {
    const { items, _meta } = await commands.listImportNotes(deps, actor, params.id, pageOf(query))
    return { items: items.map(note => describeNote(note, origin.language)), _meta }
  })

  route(contracts.beginImport, {}, async ({ actor, params, body, origin }) => ({
    item: describeImport(await commands.beginImport(deps, actor, params.id, body), origin.language),
  }))

  route(contracts.takeBackImport, {}, async ({ actor, params }) => {
    await commands.takeBackImport(deps, actor, params.id)
    return { message: 'Import taken back' }
  })
}
