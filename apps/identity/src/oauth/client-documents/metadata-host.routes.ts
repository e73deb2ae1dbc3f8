import { commandAnswers } from '@atrium/http/routes/command-answers'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import * as commands from './metadata-host.commands.ts'
import * as contracts from './metadata-host.contract.ts'
import { listMetadataHosts } from './metadata-host.queries.ts'

export function metadataHostRoutes(route: Route, deps: Deps) {
  const { item, message } = commandAnswers(deps)

  route(contracts.listMetadataHosts, {}, async ({ query }) => {
    const { items, ...page } = await listMetadataHosts(deps.db, query)
    return { ...page, items: items.map(commands.withBundled) }
  })
  route(contracts.addMetadataHost, {}, item(commands.addMetadataHost))
  route(contracts.removeMetadataHost, {}, message(commands.removeMetadataHost, 'Host removed'))
}
