import { contract, open } from '@atrium/core/contract'
import { Body, Id, Item } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'

const ErasureToken = Body({
  token: Type.String({
    maxLength: 8192,
    description: 'Signed by the identity service, of type `erasure+jwt`',
  }),
})

export const Erasure = Type.Object({
  heldProjectIds: Type.Array(Id, {
    description: 'Projects on legal hold that the user worked in: nothing was deleted there',
  }),
})
export type Erasure = Static<typeof Erasure>

export const eraseUser = contract('eraseUser', 'POST /users/erase', {
  tag: 'Users',
  summary: "Erase a user's personal data",
  description:
    'Called by the identity service, which proves it with a signed token. Deletes the profile, notifications, preferences and invitations of the user; their work stays and is shown as that of a “Former user”. Calling it again changes nothing.',
  access: open,
  noCors: true,
  body: ErasureToken,
  reply: Item(Erasure),
  errors: ['invalid_erasure_token', 'identity_unavailable', 'clocks_differ'],
})
