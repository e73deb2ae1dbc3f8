import { contractsOf } from '@atrium/core/contract'
import { Body, Id, Instant, Item, List, ListQuery, Message, Name, Nullable } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { forSettingUp, needs, self, selfOrAny } from '#access.contract.ts'
import { CurrentPassword } from '../credentials/credentials.contract.ts'

export const Passkey = Type.Object({
  id: Id,
  name: Type.String(),
  createdAt: Instant,
  lastUsedAt: Nullable(Instant),
  isBackedUp: Type.Boolean({ description: 'Whether it is synchronized between devices' }),
})
export type Passkey = Static<typeof Passkey>

export const PasskeyParams = Type.Object({ id: Id, passkeyId: Id })
export type PasskeyParams = Static<typeof PasskeyParams>

/** For the browser's `navigator.credentials`. */
export const CredentialOptions = Type.Record(Type.String(), Type.Unknown())

const PasskeyOptions = Type.Object({ options: CredentialOptions, challengeToken: Type.String() })

const name = Name(60)

export const ChallengeToken = Type.String({ maxLength: 300 })

const Encoded = (maxLength: number) => Type.String({ pattern: '^[\\w-]*$', maxLength })

const credential = {
  id: Encoded(1400),
  rawId: Encoded(1400),
  type: Type.Literal('public-key'),
}

/** The response of the browser as its `toJSON` writes it; fields that we don't read are ignored. */
export const RegistrationResponse = Type.Object({
  ...credential,
  response: Type.Object({
    clientDataJSON: Encoded(8000),
    attestationObject: Encoded(20_000),
    transports: Type.Optional(Type.Array(Type.String({ pattern: '^[a-z-]{1,20}$' }), { maxItems: 10 })),
  }),
})
export type RegistrationResponse = Static<typeof RegistrationResponse>

export const AuthenticationResponse = Type.Object({
  ...credential,
  response: Type.Object({
    clientDataJSON: Encoded(8000),
    authenticatorData: Encoded(8000),
    signature: Encoded(8000),
    userHandle: Type.Optional(Nullable(Encoded(200))),
  }),
})
export type AuthenticationResponse = Static<typeof AuthenticationResponse>

export const NewPasskey = Body({ challengeToken: ChallengeToken, name, response: RegistrationResponse })
export type NewPasskey = Static<typeof NewPasskey>

const contract = contractsOf('Passkeys')
const own = needs('user:write', self('sessions.manage'), forSettingUp)

export const listPasskeys = contract('listPasskeys', 'GET /users/:id/passkeys', {
  summary: 'List passkeys',
  description: 'The passkeys of the user with their names and last use.',
  access: needs('user:read', selfOrAny('sessions.read'), forSettingUp),
  query: ListQuery,
  reply: List(Passkey),
  errors: ['user_not_found'],
})

export const startPasskey = contract('startPasskey', 'POST /users/:id/passkeys/options', {
  summary: 'Start adding a passkey',
  description:
    'Requires `currentPassword` and a confirmed email address (403 with `details.reason = email_unconfirmed`). Returns the options for `navigator.credentials.create` and a `challengeToken` to send back.',
  access: own,
  body: Body({ currentPassword: CurrentPassword }),
  reply: Item(PasskeyOptions),
  errors: [
    'user_not_found',
    'email_unconfirmed',
    'too_many_attempts',
    'too_many_sign_ins',
    'sign_in_provider_unavailable',
    'recent_sign_in_required',
  ],
})

export const addPasskey = contract('addPasskey', 'POST /users/:id/passkeys', {
  summary: 'Add a passkey',
  description:
    'Send the response of the browser with the `challengeToken`. A used or expired challenge is 410. A user can have up to 20 passkeys (409).',
  access: own,
  body: NewPasskey,
  reply: Item(Passkey),
  errors: [
    'user_not_found',
    'email_unconfirmed',
    'session_ended',
    'challenge_expired',
    'too_many_passkeys',
    'passkey_credential_id_taken',
  ],
})

export const renamePasskey = contract('renamePasskey', 'PUT /users/:id/passkeys/:passkeyId', {
  summary: 'Rename a passkey',
  description: 'Changes only the name that is shown in the list.',
  access: own,
  params: PasskeyParams,
  body: Body({ name }),
  reply: Item(Passkey),
  errors: ['passkey_not_found'],
})

export const removePasskey = contract('removePasskey', 'DELETE /users/:id/passkeys/:passkeyId', {
  summary: 'Remove a passkey',
  description:
    'The passkey no longer signs in. 409 if your role requires a second factor and this is your last one.',
  access: needs('user:write', selfOrAny('sessions.manage')),
  params: PasskeyParams,
  reply: Message,
  errors: ['passkey_not_found', 'user_above_own_role', 'user_erased', 'last_second_factor'],
})
