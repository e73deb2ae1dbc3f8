import { Body, Id, Instant, Name, Nullable } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { CurrentPassword } from './two-factor.contract.ts'

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

export const BeginPasskey = Body({ currentPassword: CurrentPassword })

/** As the browser's `navigator.credentials` wants them. */
export const CredentialOptions = Type.Record(Type.String(), Type.Unknown())

export const PasskeyOptions = Type.Object({ options: CredentialOptions, challengeToken: Type.String() })

const name = Name(60)

export const PasskeyName = Body({ name })

export const ChallengeToken = Type.String({ maxLength: 300 })

const Encoded = (maxLength: number) => Type.String({ pattern: '^[\\w-]*$', maxLength })

const credential = {
  id: Encoded(1400),
  rawId: Encoded(1400),
  type: Type.Literal('public-key'),
}

/** What the browser answers, as its `toJSON` writes it; what we do not read is passed over. */
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
