import { pageOf } from '@atrium/core/paging'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import * as commands from './invitation.commands.ts'
import * as contracts from './invitation.contract.ts'
import * as queries from './invitation.queries.ts'
import { projectRecord } from './record-access.queries.ts'

/** Each invitation sends an email to an address that a user typed. */
const rateLimit = { max: 120, timeWindow: '1 minute' }
/** The identity service looks invitations up for everyone who registers, from one address. */
const lookupLimit = { max: 600, timeWindow: '1 minute' }

export function invitationRoutes(route: Route, deps: Deps) {
  const { db } = deps

  route(
    contracts.inviteMember,
    { record: projectRecord, rateLimit },
    async ({ actor, params, body, origin }) => ({
      item: await commands.inviteMember(deps, actor, params.id, { ...body, language: origin.language }),
    }),
  )

  route(contracts.listInvitations, { record: projectRecord }, ({ params, query }) =>
    queries.listInvitations(db, params.id, query, deps.now().toISOString(), pageOf(query)),
  )

  route(contracts.revokeInvitations, { record: projectRecord }, async ({ actor, params, query }) => {
    const count = await commands.revokeInvitations(deps, actor, params.id, query)
    return { message: count === 0 ? 'No pending invitations' : `Invitations revoked: ${count}` }
  })

  route(contracts.listOwnInvitations, {}, async ({ actor, query }) => {
    const email = await commands.findConfirmedEmail(deps, actor)
    return queries.listOwnInvitations(db, actor.id, email, deps.now().toISOString(), pageOf(query))
  })

  route(contracts.acceptOwnInvitation, {}, async ({ actor, params }) => ({
    item: await commands.acceptOwnInvitation(deps, actor, params.id),
  }))

  route(contracts.acceptInvitation, {}, async ({ actor, body }) => ({
    item: await commands.acceptInvitation(deps, actor, body.token),
  }))

  route(contracts.lookUpInvitation, { rateLimit: lookupLimit }, async ({ body }) => ({
    item: await commands.lookUpInvitation(deps, body.token),
  }))
}
