import { Instant, Nullable } from '@atrium/http/replies'
import { type Static, Type } from 'typebox'

export const Lockout = Type.Object({
  isLocked: Type.Boolean(),
  lockedUntil: Nullable(Instant),
  failures: Type.Integer(),
})
export type Lockout = Static<typeof Lockout>
