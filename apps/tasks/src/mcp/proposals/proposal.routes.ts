import { pageOf } from '@atrium/core/paging'
import type { App } from '@atrium/http/app/create-app'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import * as commands from './proposal.commands.ts'
import { acceptProposal, listProposals, rejectProposal } from './proposal.contract.ts'
import * as queries from './proposal.queries.ts'

export function proposalRoutes(app: App, route: Route, deps: Deps) {
  route(listProposals, {}, ({ actor, query }) =>
    queries.listProposals(deps.db, actor.id, query, pageOf(query)),
  )
  route(acceptProposal, {}, async ({ actor, params, origin }) => ({
    item: await commands.acceptProposal({ app, deps, actor, origin }, params.id),
  }))
  route(rejectProposal, {}, async ({ actor, params, origin }) => ({
    item: await commands.rejectProposal({ app, deps, actor, origin }, params.id),
  }))
}
