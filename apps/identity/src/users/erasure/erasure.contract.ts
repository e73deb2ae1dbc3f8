import { contractsOf } from '@atrium/core/contract'
import { Body, Id, Instant, Item, Nullable } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { needs, permission } from '#access.contract.ts'

export const EraseRequest = Body({
  confirmation: Type.String({
    trim: true,
    maxLength: 254,
    description: 'The email address of the user, as a safeguard against mistakes',
  }),
})

export const Erasure = Type.Object({
  userId: Id,
  erasedAt: Instant,
  reportedAt: Nullable(
    Type.String({
      format: 'date-time',
      description: 'When the task service erased what it had; null while it has not answered',
    }),
  ),
  heldProjectIds: Type.Array(Id, {
    description: 'Projects on legal hold that contain work of the user: nothing was deleted there',
  }),
})
export type Erasure = Static<typeof Erasure>

const contract = contractsOf('Users')
const access = needs('user:manage', permission('users.manage.any'))

export const eraseUser = contract('eraseUser', 'POST /users/:id/erase', {
  summary: "Erase a user's personal data",
  description:
    'Deletes everything that describes the user, here and in the task service: name, email address, phone number, contacts, education, files, ways to sign in, sessions, queued emails, notifications and preferences. Tasks, comments and tracked time stay and are shown as the work of a “Former user”. An active user is archived first. This cannot be undone; 409 if it has already been done. Backups made earlier still contain the data.',
  access,
  body: EraseRequest,
  reply: Item(Erasure),
  errors: ['user_not_found', 'user_above_own_role', 'user_erased', 'last_owner'],
})

export const getErasure = contract('getErasure', 'GET /users/:id/erasure', {
  summary: 'Get the state of an erasure',
  description: 'Whether the task service has erased its part, too. 404 if the user has not been erased.',
  access,
  reply: Item(Erasure),
  errors: ['erasure_not_found'],
})
