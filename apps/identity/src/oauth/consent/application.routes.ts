import { pageOf } from '@atrium/core/paging'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#access-control/actor.ts'
import { lockManageableUser } from '#access-control/hierarchy.ts'
import { audit } from '#audit/audit.ts'
import type { Deps } from '#deps.ts'
import { NotFound } from '#errors.ts'
import { pathUser, type Route } from '#route.ts'
import { findOAuthClientId, revokeUserTokensOf } from '#tokens/revoke-tokens.queries.ts'
import { disconnectApplication, listApplications } from './application.contract.ts'
import { listApplicationPage } from './application.queries.ts'
import { deleteConsent } from './consent.queries.ts'

export function applicationRoutes(route: Route, deps: Deps) {
  const ofUser = { subject: pathUser }
  const firstPartyId = deps.settings.OAUTH2_CLIENT_ID

  route(listApplications, ofUser, ({ params, query }) =>
    listApplicationPage(deps.db, params.id, { now: deps.now(), firstPartyId }, pageOf(query)),
  )

  route(disconnectApplication, ofUser, async ({ actor, params }) => {
    await disconnect(deps, actor, params.id, params.applicationId)
    return { message: 'Application disconnected' }
  })
}

/** The consent first: a code that is being issued has locked it, and is ended with the others. */
function disconnect(deps: Deps, actor: Actor, userId: number, clientId: number) {
  return inTransaction(deps, async (tx, emit) => {
    await lockManageableUser(tx, actor, userId)
    const name = await findOAuthClientId(tx, clientId)
    if (!name || name === deps.settings.OAUTH2_CLIENT_ID) throw new NotFound('application_not_found')
    const hadConsent = await deleteConsent(tx, { userId, clientId })
    const ended = await revokeUserTokensOf(tx, userId, clientId, deps.now())
    if (!hadConsent && ended.length === 0) throw new NotFound('application_not_found')
    await audit(deps, tx, actor, {
      action: 'application.disconnected',
      subjectType: 'user',
      subjectId: userId,
      details: { clientId: name },
    })
    for (const familyId of ended) await emit({ type: 'TokensRevoked', familyId, isSignOut: true })
  })
}
