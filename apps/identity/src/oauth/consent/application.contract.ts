import { contractsOf } from '@atrium/core/contract'
import { Id, IdParams, Instant, List, ListQuery, Message } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { needs, selfOrAny } from '#access.contract.ts'

/** An application that a user has allowed to use their account, or is signed in to. */
export const ConnectedApplication = Type.Object({
  id: Id,
  clientId: Type.String(),
  name: Type.String(),
  scopes: Type.Array(Type.String()),
  connectedAt: Instant,
  lastUsedAt: Instant,
  sessions: Type.Integer({ description: 'How many of its sign-ins are active' }),
  isTrusted: Type.Boolean({ description: 'The installation vouches for it: users are not asked' }),
})
export type ConnectedApplication = Static<typeof ConnectedApplication>

const contract = contractsOf('Connected applications')

export const listApplications = contract('listApplications', 'GET /users/:id/applications', {
  summary: 'List connected applications',
  description: 'What the user has allowed applications to do, since when, and when each was last used.',
  access: needs('user:read', selfOrAny('sessions.read')),
  params: IdParams,
  query: ListQuery,
  reply: List(ConnectedApplication),
})

export const disconnectApplication = contract(
  'disconnectApplication',
  'DELETE /users/:id/applications/:applicationId',
  {
    summary: 'Disconnect an application',
    description:
      'Withdraws the consent of the user and ends the application’s tokens at once. It asks again at the next sign-in, unless it is trusted.',
    access: needs('user:write', selfOrAny('sessions.manage')),
    params: Type.Object({ id: Id, applicationId: Id }),
    reply: Message,
    errors: ['application_not_found', 'user_above_own_role', 'user_erased'],
  },
)
