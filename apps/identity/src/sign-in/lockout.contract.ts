import { Instant, Nullable } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'

export const Lockout = Type.Object({
  isLocked: Type.Boolean(),
  lockedUntil: Nullable(Instant),
  failures: Type.Integer(),
})
export type Lockout = Static<typeof Lockout>
