import { pageOf } from '@atrium/core/paging'
import { commandAnswers } from '@atrium/http/routes/command-answers'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import * as commands from './agent.commands.ts'
import * as contracts from './agent.contract.ts'
import * as queries from './agent.queries.ts'
import { describeUndone } from './undo/undone.ts'

export function agentRoutes(route: Route, deps: Deps) {
  const { item, message } = commandAnswers(deps)

  route(contracts.listAgents, {}, ({ actor, query }) =>
    queries.listAgents(deps.db, actor.id, pageOf(query), deps.now()),
  )
  route(contracts.updateAgent, {}, item(commands.changeMode))
  route(contracts.stopAgent, {}, message(commands.stopAgent, 'Agent stopped'))
  route(contracts.undoAgent, {}, async ({ actor, params, body, origin }) => ({
    item: describeUndone(await commands.undoAgent(deps, actor, params.id, body), origin.language),
  }))
}
