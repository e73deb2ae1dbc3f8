import { Id, Instant, Nullable } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'

/** A sign-in that is alive, at one client, with all that its refresh tokens brought since. */
export const UserSession = Type.Object({
  id: Id,
  client: Type.Object({ clientId: Type.String(), name: Type.String() }),
  scope: Type.String(),
  createdAt: Instant,
  lastUsedAt: Instant,
  expiresAt: Instant,
  address: Nullable(Type.String()),
  userAgent: Nullable(Type.String()),
  isCurrent: Type.Boolean(),
})
export type UserSession = Static<typeof UserSession>

export const SessionParams = Type.Object({ id: Id, sessionId: Id })

export const EndSessions = Type.Object({
  keepCurrent: Type.Boolean({ default: false, description: 'Keep the session of this request' }),
})
