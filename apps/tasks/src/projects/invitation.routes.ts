import { languageOf } from '@atrium/core/language'
import { pageOf } from '@atrium/core/paging'
import { IdParams, Item, List, ListQuery, Message } from '@atrium/core/schema'
import type { App } from '@atrium/http/create-app'
import { actorOf, anyToken, inProject } from '#access.ts'
import type { Deps } from '#deps.ts'
import { acceptInvitation, acceptOwnInvitation, findConfirmedEmail } from './accept-invitation.ts'
import {
  Invitation,
  InvitationAcceptance,
  InvitationFilters,
  InvitationsToRevoke,
  NewInvitation,
  NewlyInvited,
  OwnInvitation,
} from './invitation.contract.ts'
import { listInvitations, listOwnInvitations } from './invitation.queries.ts'
import { inviteMember } from './invite-member.ts'
import { findProjectPlace } from './place.queries.ts'
import { Project } from './project.contract.ts'
import { revokeInvitations } from './revoke-invitations.ts'

export function invitationRoutes(app: App, deps: Deps) {
  const { db } = deps
  const findPlace = (userId: number, id: number) => findProjectPlace(db, userId, id)
  const reads = inProject('invitation.read', 'Project', findPlace)
  const writes = inProject('invitation.write', 'Project', findPlace)
  const tags = ['Invitations']
  const params = IdParams

  app.post(
    '/project/:id/invite',
    {
      // Each of them sends a letter to an address that somebody typed.
      config: { access: writes, rateLimit: { max: 120, timeWindow: '1 minute' } },
      schema: {
        tags,
        summary: 'Invite someone by email',
        description:
          'Sends an email with a link that is valid for seven days; the response contains the same link and its token. A new invitation to the same address replaces the pending one.',
        params,
        body: NewInvitation,
        response: { 200: Item(NewlyInvited) },
      },
    },
    async request => {
      const invitation = { ...request.body, language: languageOf(request) }
      return { item: await inviteMember(deps, actorOf(request), request.params.id, invitation) }
    },
  )

  app.get(
    '/project/:id/invitation',
    {
      config: { access: reads },
      schema: {
        tags,
        summary: 'List invitations',
        description: 'The invitations to the project with their status.',
        params,
        querystring: InvitationFilters,
        response: { 200: List(Invitation) },
      },
    },
    ({ params, query }) => listInvitations(db, params.id, query, deps.now().toISOString(), pageOf(query)),
  )

  app.delete(
    '/project/:id/invitation',
    {
      config: { access: writes },
      schema: {
        tags,
        summary: 'Revoke invitations',
        description:
          'Revokes all pending invitations, or only the one named by `id` or `email` (404 if there is none).',
        params,
        querystring: InvitationsToRevoke,
        response: { 200: Message },
      },
    },
    async request => {
      const count = await revokeInvitations(deps, actorOf(request), request.params.id, request.query)
      return { message: count === 0 ? 'No invitation was pending' : `Invitations revoked: ${count}` }
    },
  )

  app.get(
    '/invitation',
    {
      config: { access: anyToken },
      schema: {
        tags,
        summary: 'List your invitations',
        description:
          'Pending invitations to your email address, newest first. Empty until you have confirmed the address.',
        querystring: ListQuery,
        response: { 200: List(OwnInvitation) },
      },
    },
    async request => {
      const actor = actorOf(request)
      const email = await findConfirmedEmail(deps, actor, request.accessToken)
      return listOwnInvitations(db, actor.id, email, deps.now().toISOString(), pageOf(request.query))
    },
  )

  app.post(
    '/invitation/:id/accept',
    {
      config: { access: anyToken, refuses: [404, 410] },
      schema: {
        tags,
        summary: 'Accept your invitation',
        description:
          'Accepts an invitation from your list without the mailed token. Your email address must be confirmed (403). 410 if the invitation was accepted, revoked or has expired, or if its sender could no longer send it; 409 if you are already a member.',
        params,
        response: { 200: Item(Project) },
      },
    },
    async request => ({
      item: await acceptOwnInvitation(deps, actorOf(request), request.params.id, request.accessToken),
    }),
  )

  app.post(
    '/invitation/accept',
    {
      config: { access: anyToken, refuses: [404, 410] },
      schema: {
        tags,
        summary: 'Accept an invitation',
        description:
          'Send the token from the email. Your email address must be the invited one (403). A used, revoked or expired invitation is 410; 409 if you are already a member.',
        body: InvitationAcceptance,
        response: { 200: Item(Project) },
      },
    },
    async request => ({ item: await acceptInvitation(deps, actorOf(request), request.body.token) }),
  )
}
