import { contractsOf } from '@atrium/core/contract'
import { Default, Id, IdParams, Instant, List, ListQuery, Message, Nullable } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { needs, selfOrAny } from '#access.contract.ts'

/** A session ends after this time, however often it is refreshed. */
export const MAX_SESSION_DAYS = 90

const Application = Type.Object({ clientId: Type.String(), name: Type.String() })

/** An active sign-in of a user to one client. */
export const UserSession = Type.Object({
  id: Id,
  client: Application,
  scope: Type.String(),
  createdAt: Instant,
  lastUsedAt: Instant,
  expiresAt: Instant,
  address: Nullable(Type.String()),
  userAgent: Nullable(Type.String()),
  isCurrent: Type.Boolean(),
  applications: Type.Array(Application, {
    description:
      'Other applications that the user signed in to from this session, without entering a password',
  }),
})
export type UserSession = Static<typeof UserSession>

const contract = contractsOf('Sessions')
const manage = needs('user:write', selfOrAny('sessions.manage'))

export const listSessions = contract('listSessions', 'GET /users/:id/sessions', {
  summary: 'List sessions',
  description:
    'The active sessions of the user, with browser and address. Sign-ins to applications that end with the session of a browser are its `applications`; others are listed on their own. `isCurrent` marks the one of this request.',
  access: needs('user:read', selfOrAny('sessions.read')),
  params: IdParams,
  query: ListQuery,
  reply: List(UserSession),
})

export const endSession = contract('endSession', 'DELETE /users/:id/sessions/:sessionId', {
  summary: 'End a session',
  description: 'Revokes the tokens of one session at once.',
  access: manage,
  params: Type.Object({ id: Id, sessionId: Id }),
  reply: Message,
  errors: ['session_not_found', 'user_above_own_role', 'user_erased'],
})

export const endSessions = contract('endSessions', 'DELETE /users/:id/sessions', {
  summary: 'End all sessions',
  description:
    'Signs the user out everywhere. With `keepCurrent=true`, the session of this request continues.',
  access: manage,
  params: IdParams,
  query: Type.Object({
    keepCurrent: Default(Type.Boolean({ description: 'Keep the session of this request' }), false),
  }),
  reply: Type.Object({ data: Type.Object({ revoked: Type.Integer() }), message: Type.String() }),
  errors: ['user_not_found', 'user_above_own_role', 'user_erased'],
})
