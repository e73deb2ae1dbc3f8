import { pageOf } from '@atrium/core/paging'
import type { Deps } from '#deps.ts'
import { pathUser, type Route } from '#route.ts'
import * as commands from './user-session.commands.ts'
import { endSession, endSessions, listSessions } from './user-session.contract.ts'
import * as queries from './user-session.queries.ts'

export function userSessionRoutes(route: Route, deps: Deps) {
  const ofUser = { subject: pathUser }

  route(listSessions, ofUser, ({ actor, params, query }) =>
    queries.listSessionPage(
      deps.db,
      params.id,
      { now: deps.now(), firstPartyId: deps.settings.OAUTH2_CLIENT_ID, currentId: actor.familyId },
      pageOf(query),
    ),
  )

  route(endSession, ofUser, async ({ actor, params }) => {
    await commands.endSession(deps, actor, params.id, params.sessionId)
    return { message: 'Session ended' }
  })

  route(endSessions, ofUser, async ({ actor, params, query }) => {
    const revoked = await commands.endSessions(deps, actor, params.id, query.keepCurrent)
    return { data: { revoked }, message: 'Sessions ended' }
  })
}
