import { contract, endpoint, open } from '@atrium/core/contract'
import { Body, Default, Email, Item, Nullable, OneOf } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { needs, self, selfOrAny } from '#access.contract.ts'
import { Phone, User } from '#users/user.contract.ts'

export const MIN_PASSWORD_LENGTH = 8
export const MAX_PASSWORD_LENGTH = 128

export const Password = Type.String({ minLength: MIN_PASSWORD_LENGTH, maxLength: MAX_PASSWORD_LENGTH })
/** The password that was set once, under whatever rules. */
export const CurrentPassword = Type.String({ maxLength: 1024 })

export const CredentialChanges = Body({
  email: Type.Optional(Email),
  phone: Type.Optional(Phone),
  password: Type.Optional(Password),
  currentPassword: Type.Optional(CurrentPassword),
})
export type CredentialChanges = Static<typeof CredentialChanges>

const tag = 'Users'

export const updateCredentials = contract('updateCredentials', 'POST /users/:id/passport-change', {
  tag,
  summary: 'Change email, phone number or password',
  description:
    'For your own account, `currentPassword` is required. A new email address must be confirmed again. A new password ends every other session of the user.',
  access: needs('user:write', selfOrAny('users.write')),
  body: CredentialChanges,
  reply: Item(User),
  errors: [
    'user_not_found',
    'user_above_own_role',
    'user_erased',
    'user_email_taken',
    'user_phone_taken',
    'too_many_attempts',
    'too_many_sign_ins',
    'sign_in_provider_unavailable',
    'recent_sign_in_required',
    'too_many_password_checks',
  ],
})

export const archiveSelf = contract('archiveSelf', 'DELETE /users/me', {
  tag,
  summary: 'Archive your own account',
  description:
    'Requires `currentPassword`. You are signed out everywhere and can no longer sign in; an administrator can restore the account. The last owner cannot be archived (409).',
  access: needs('user:write', self('users.write')),
  body: Body({ currentPassword: CurrentPassword }),
  reply: Item(User),
  errors: [
    'user_not_found',
    'user_above_own_role',
    'user_erased',
    'user_archived',
    'last_owner',
    'too_many_attempts',
    'too_many_sign_ins',
    'sign_in_provider_unavailable',
    'recent_sign_in_required',
  ],
})

const Known = Default(Type.String({ maxLength: 1024 }), '')

const PasswordStrength = Type.Object({
  score: Type.Integer({ minimum: 0, maximum: 4 }),
  problem: Nullable(OneOf('too_short', 'too_long', 'too_easy_to_guess')),
  weakSpots: Type.Array(OneOf('own', 'common', 'pattern')),
})

export const measurePassword = contract('measurePassword', 'POST /auth/password-strength', {
  tag: 'Registration',
  summary: 'Measure a password',
  description:
    'How hard a password is to guess for someone who knows its owner, by the rule that registration applies: `problem` says why it would be refused. Nothing is stored.',
  access: open,
  duringMaintenance: true,
  noCors: true,
  body: Body({ password: Known, email: Known, phone: Known, surname: Known, name: Known }),
  reply: Item(PasswordStrength),
  errors: ['too_many_password_checks'],
})

export const getPasswordStrengthScript = endpoint(
  'getPasswordStrengthScript',
  'GET /assets/password-strength.js',
  {
    tag: 'Pages',
    summary: 'Get the script that rates new passwords',
    description:
      'Shows on the pages how strong a new password is while the user types; they work without it too.',
    access: open,
    produces: ['text/javascript'],
  },
)

export const getShowPasswordScript = endpoint('getShowPasswordScript', 'GET /assets/show-password.js', {
  tag: 'Pages',
  summary: 'Get the script that shows passwords',
  description: 'The button next to the passwords of the pages; without it, the button is hidden.',
  access: open,
  produces: ['text/javascript'],
})
