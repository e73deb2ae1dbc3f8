import { contractsOf, open } from '@atrium/core/contract'
import { Body, Message } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { Password } from '#sign-in/credentials/credentials.contract.ts'

const contract = contractsOf('Mail')
export const PasswordReset = Body({
  username: Type.Optional(Type.String({ trim: true, minLength: 1, maxLength: 254 })),
  token: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  password: Type.Optional(Password),
})
export type PasswordReset = Static<typeof PasswordReset>

export const resetPassword = contract('resetPassword', 'POST /auth/password-reset', {
  summary: 'Reset a password',
  description:
    'Send `username` to request a reset email; the response is the same whether or not the account exists. Send `token` from the email and `password` to set the new password, which ends every session of the user and confirms the email address. If it had never been confirmed, passkeys and second factors are removed. An unknown, used or expired token is 410.',
  access: open,
  body: PasswordReset,
  reply: Message,
  errors: ['link_expired', 'too_many_password_checks', 'too_many_sign_ins'],
})
