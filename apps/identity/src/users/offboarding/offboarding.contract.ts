import { contractsOf } from '@atrium/core/contract'
import { Body, Id, Instant, Item, Nullable } from '@atrium/core/schema'
import { LeftWork } from '@atrium/tasks/offboarding/offboarding.contract'
import { type Static, Type } from 'typebox'
import { needs, permission } from '#access.contract.ts'

/** What ends when the user is archived. */
const Ending = Type.Object({
  sessions: Type.Integer(),
  personalTokens: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  applications: Type.Array(Type.String(), { description: 'Applications that can use the account' }),
})

export const Offboarding = Type.Object({
  userId: Id,
  ending: Ending,
  /** What the user leaves in the task service, or left before it was handed over; null while it does not answer. */
  leftWork: Nullable(LeftWork),
  requestedAt: Nullable(
    Type.Unsafe<string>({ ...Instant, description: 'Null before the user was offboarded' }),
  ),
  successorId: Nullable(Id),
  handedOverAt: Nullable(
    Type.Unsafe<string>({
      ...Instant,
      description: 'When the task service had handed everything over; null while it has not answered',
    }),
  ),
})
export type Offboarding = Static<typeof Offboarding>

export const OffboardingRequest = Body({
  successorId: Type.Optional(
    Nullable(Type.Unsafe<number>({ ...Id, description: 'Who takes over; without anyone, all work stays' })),
  ),
})
export type OffboardingRequest = Static<typeof OffboardingRequest>

const contract = contractsOf('Users')
const access = needs('user:manage', permission('users.manage.any'))

export const getOffboarding = contract('getOffboarding', 'GET /users/:id/offboarding', {
  summary: 'List what a user leaves',
  description:
    'What ends when the user is offboarded, and which tasks, projects, views and templates someone else would take over. Changes nothing. Afterwards, whether everything has been handed over.',
  access,
  reply: Item(Offboarding),
  errors: ['user_not_found'],
})

export const offboardUser = contract('offboardUser', 'POST /users/:id/offboard', {
  summary: 'Offboard a user',
  description:
    'Archives the user, ends all their sessions and tokens, and hands their open tasks, projects and shared views and templates over to the successor. The task service does its part as soon as it answers. Repeat it with a successor to hand over later; what has been handed over stays there.',
  access,
  body: OffboardingRequest,
  reply: Item(Offboarding),
  errors: ['user_not_found', 'user_above_own_role', 'user_erased', 'last_owner'],
})
