import { contract, open } from '@atrium/core/contract'
import { PreferenceFields } from '@atrium/core/preferences'
import { Body, Default, Message, OneOf } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { Password } from '#sign-in/credentials/credentials.contract.ts'

const tag = 'Mail'
const expiredLink = { 410: 'The link no longer works; the page offers a new one' }

export const openPasswordResetPage = contract({
  method: 'GET',
  path: '/password-reset',
  tag,
  summary: 'Open the password reset page',
  description:
    'Without a token, a form to request a reset email. With the token from that email, a form for the new password; if it no longer works, the form to request another (410).',
  access: open,
  query: Type.Object({ token: Type.Optional(Type.String({ maxLength: 200 })) }),
  isPage: true,
  statuses: expiredLink,
})

/** What a browser sends is checked by the handler: the page is shown again with what is wrong. */
export const submitPasswordResetPage = contract({
  method: 'POST',
  path: '/password-reset',
  tag,
  summary: 'Submit the password reset page',
  description:
    'The forms of `GET /password-reset`. Does what `POST /auth/password-reset` does and shows the next page, or the same one with the errors.',
  access: open,
  body: Body({
    username: Default(Type.String({ trim: true, maxLength: 254 }), ''),
    token: Default(Type.String({ maxLength: 200 }), ''),
    password: Default(Type.String({ maxLength: 1024 }), ''),
    shown: Type.Optional(OneOf('requested', 'done')),
    ...PreferenceFields,
  }),
  isPage: true,
  statuses: expiredLink,
})

export const PasswordReset = Body({
  username: Type.Optional(Type.String({ trim: true, minLength: 1, maxLength: 254 })),
  token: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  password: Type.Optional(Password),
})
export type PasswordReset = Static<typeof PasswordReset>

export const resetPassword = contract({
  method: 'POST',
  path: '/auth/password-reset',
  tag,
  summary: 'Reset a password',
  description:
    'Send `username` to request a reset email; the response is the same whether or not the account exists. Send `token` from the email and `password` to set the new password, which ends every session of the user and confirms the email address. If it had never been confirmed, passkeys and second factors are removed. An unknown, used or expired token is 410.',
  access: open,
  body: PasswordReset,
  reply: Message,
  errors: ['link_expired', 'too_many_password_checks', 'too_many_sign_ins'],
})
