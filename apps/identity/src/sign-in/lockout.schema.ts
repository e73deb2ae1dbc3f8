import { Instant, Nullable } from '@atrium/http/replies'
import { Type } from 'typebox'

export const Lockout = Type.Object({
  isLocked: Type.Boolean(),
  lockedUntil: Nullable(Instant),
  failures: Type.Integer(),
})
