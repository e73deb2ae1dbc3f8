import { contract, open } from '@atrium/core/contract'
import { Body, Default, Message } from '@atrium/core/schema'
import { Type } from 'typebox'
import { signedIn } from '#access.contract.ts'

const tag = 'Mail'

export const openConfirmationPage = contract({
  method: 'GET',
  path: '/email-verify',
  tag,
  summary: 'Open the confirmation page',
  description:
    'The page that the link in a confirmation email opens. It confirms nothing until its button is pressed.',
  access: open,
  query: Type.Object({ token: Default(Type.String({ maxLength: 200 }), '') }),
  isPage: true,
})

export const verifyEmail = contract({
  method: 'POST',
  path: '/auth/verify-email',
  tag,
  summary: 'Confirm an email address',
  description:
    'Send the token from the confirmation email. A token works once; an unknown, used or expired one is 410.',
  access: open,
  body: Body({ token: Type.String({ minLength: 1, maxLength: 200 }) }),
  reply: Message,
  isPage: true,
  errors: ['link_expired'],
})

export const resendVerification = contract({
  method: 'POST',
  path: '/auth/verify-email/resend',
  tag,
  summary: 'Resend the confirmation email',
  description: 'Sends another confirmation email to your address. 409 if the address is already confirmed.',
  access: signedIn,
  reply: Message,
  errors: ['no_user', 'user_not_found', 'email_already_verified'],
})
