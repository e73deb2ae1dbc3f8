import type { Deps } from '#deps.ts'
import { projectRecord } from '#projects/record-access.queries.ts'
import type { Route } from '#route.ts'
import { importPart } from './import.commands.ts'
import { importTasks, MAX_PART_BYTES } from './plan/import-plan.contract.ts'

export function importRoutes(route: Route, deps: Deps) {
  route(
    importTasks,
    { record: projectRecord, maxBodyBytes: MAX_PART_BYTES },
    async ({ actor, params, body, origin }) => ({
      item: await importPart(deps, actor, params.id, body, origin.language),
    }),
  )
}
