import { Body, Instant, Nullable } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'

/** Six digits of an authenticator application, or a recovery code. */
export const Code = Type.String({ maxLength: 40 })
export const CurrentPassword = Type.String({ maxLength: 1024 })

export const TwoFactor = Type.Object({
  isOn: Type.Boolean(),
  confirmedAt: Nullable(Instant),
  recoveryCodesLeft: Type.Integer(),
})
export type TwoFactor = Static<typeof TwoFactor>

export const BeginTwoFactor = Body({ currentPassword: CurrentPassword })

/** Shown once, for the authenticator application: as text and as what its picture says. */
export const TwoFactorKey = Type.Object({ secret: Type.String(), uri: Type.String() })
export type TwoFactorKey = Static<typeof TwoFactorKey>

export const ConfirmTwoFactor = Body({ code: Code })

/** Shown once. */
export const RecoveryCodes = Type.Object({ recoveryCodes: Type.Array(Type.String()) })
export type RecoveryCodes = Static<typeof RecoveryCodes>

/** Of oneself either of them is needed. */
const proof = Body({ currentPassword: Type.Optional(CurrentPassword), code: Type.Optional(Code) })
export type Proof = Static<typeof proof>
export const Proof = Nullable(proof)
