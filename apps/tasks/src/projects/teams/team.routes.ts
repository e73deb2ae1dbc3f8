import { pageOf, pageReply } from '@atrium/core/paging'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { projectRecord } from '../record-access.queries.ts'
import * as commands from './team.commands.ts'
import { listAvailableGroups, listTeams, removeTeam, setTeam } from './team.contract.ts'
import * as queries from './team.queries.ts'

export function teamRoutes(route: Route, deps: Deps) {
  const record = projectRecord

  route(listTeams, { record }, ({ params, query }) => queries.listTeams(deps.db, params.id, pageOf(query)))

  route(setTeam, { record }, async ({ actor, params, body }) => ({
    item: await commands.setTeam(deps, actor, params, body.role),
  }))

  route(removeTeam, { record }, async ({ actor, params }) => {
    await commands.removeTeam(deps, actor, params)
    return { message: 'Group removed from the project' }
  })

  // Groups cannot join personal projects, which guests have, too: the names of all groups are not for them.
  route(listAvailableGroups, { record }, async ({ query, subject }) =>
    pageReply(subject.type === 'personal' ? [] : await deps.identity.searchGroups(query.search ?? ''), query),
  )
}
