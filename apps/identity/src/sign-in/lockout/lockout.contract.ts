import { contractsOf } from '@atrium/core/contract'
import { Instant, Item, Message, Nullable } from '@atrium/core/schema'
import { Type } from 'typebox'
import { needs, permission } from '#access.contract.ts'

const Lockout = Type.Object({
  isLocked: Type.Boolean(),
  lockedUntil: Nullable(Instant),
  failures: Type.Integer(),
})

const contract = contractsOf('Users')
const access = needs('user:manage', permission('users.manage.any'))

export const getLockout = contract('getLockout', 'GET /users/:id/lockout', {
  summary: 'Get the lockout of a user',
  description: 'Whether sign-in is locked after too many failed attempts, and until when.',
  access,
  reply: Item(Lockout),
  errors: ['user_not_found'],
})

export const unlockUser = contract('unlockUser', 'POST /users/:id/unlock', {
  summary: 'Unlock a user',
  description: 'Clears the failed sign-ins of the user, so that they can sign in at once.',
  access,
  reply: Message,
  errors: ['user_not_found', 'user_above_own_role', 'user_erased'],
})
