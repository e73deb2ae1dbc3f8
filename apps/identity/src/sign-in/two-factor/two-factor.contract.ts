import { contractsOf } from '@atrium/core/contract'
import { Body, Instant, Item, Message, Nullable } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { forSettingUp, needs, self, selfOrAny } from '#access.contract.ts'
import { CurrentPassword } from '../credentials/credentials.contract.ts'

/** Six digits from an authenticator app, or a recovery code. */
const Code = Type.String({ maxLength: 40 })

export const TwoFactor = Type.Object({
  isOn: Type.Boolean(),
  confirmedAt: Nullable(Instant),
  recoveryCodesLeft: Type.Integer(),
})
export type TwoFactor = Static<typeof TwoFactor>

/** Shown once, for the authenticator app: as text, and as the address that its QR code contains. */
export const TwoFactorKey = Type.Object({ secret: Type.String(), uri: Type.String() })
export type TwoFactorKey = Static<typeof TwoFactorKey>

/** Shown once. */
export const RecoveryCodes = Type.Object({ recoveryCodes: Type.Array(Type.String()) })
export type RecoveryCodes = Static<typeof RecoveryCodes>

/** For the own account, one of them is required. */
const PasswordOrCode = Body({ currentPassword: Type.Optional(CurrentPassword), code: Type.Optional(Code) })
export type PasswordOrCode = Static<typeof PasswordOrCode>

const contract = contractsOf('Two-factor sign-in')
const own = needs('user:write', self('sessions.manage'), forSettingUp)

export const getTwoFactor = contract('getTwoFactor', 'GET /users/:id/two-factor', {
  summary: 'Get the two-factor status',
  description:
    'Whether codes from an authenticator app are required at sign-in, and how many recovery codes are left.',
  access: needs('user:read', selfOrAny('sessions.read'), forSettingUp),
  reply: Item(TwoFactor),
  errors: ['user_not_found'],
})

export const startTwoFactor = contract('startTwoFactor', 'POST /users/:id/two-factor', {
  summary: 'Start two-factor setup',
  description:
    'Requires `currentPassword` and a confirmed email address (403 with `details.reason = email_unconfirmed`). Returns the secret and the `otpauth:` address for the authenticator app. Nothing changes until `POST /users/{id}/two-factor/confirm`.',
  access: own,
  body: Body({ currentPassword: CurrentPassword }),
  reply: Item(TwoFactorKey),
  errors: [
    'user_not_found',
    'email_unconfirmed',
    'session_ended',
    'two_factor_already_on',
    'too_many_attempts',
    'too_many_sign_ins',
    'sign_in_provider_unavailable',
    'recent_sign_in_required',
  ],
})

export const turnOnTwoFactor = contract('turnOnTwoFactor', 'POST /users/:id/two-factor/confirm', {
  summary: 'Turn on two-factor sign-in',
  description:
    'Send a code from the authenticator app. Returns ten recovery codes, which are shown only this once.',
  access: own,
  body: Body({ code: Code }),
  reply: Item(RecoveryCodes),
  errors: [
    'user_not_found',
    'email_unconfirmed',
    'session_ended',
    'two_factor_already_on',
    'too_many_attempts',
  ],
})

export const renewRecoveryCodes = contract(
  'renewRecoveryCodes',
  'POST /users/:id/two-factor/recovery-codes',
  {
    summary: 'Create new recovery codes',
    description: 'Requires a code. Replaces all recovery codes and shows the new ones only this once.',
    access: own,
    body: Body({ code: Code }),
    reply: Item(RecoveryCodes),
    errors: ['two_factor_off', 'too_many_attempts'],
  },
)

export const turnOffTwoFactor = contract('turnOffTwoFactor', 'DELETE /users/:id/two-factor', {
  summary: 'Turn off two-factor sign-in',
  description:
    'For your own account, send `currentPassword` or `code`. An administrator can turn it off for a user who lost their device. 409 if your role requires a second factor and this is your last one.',
  access: needs('user:write', selfOrAny('sessions.manage')),
  body: Nullable(PasswordOrCode),
  reply: Message,
  errors: [
    'user_not_found',
    'user_above_own_role',
    'user_erased',
    'two_factor_off',
    'last_second_factor',
    'too_many_attempts',
    'too_many_sign_ins',
    'sign_in_provider_unavailable',
    'recent_sign_in_required',
  ],
})
