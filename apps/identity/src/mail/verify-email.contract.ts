import { contractsOf, endpointsOf, open } from '@atrium/core/contract'
import { PreferenceFields } from '@atrium/core/preferences'
import { Body, Default, Message, OneOf } from '@atrium/core/schema'
import { Type } from 'typebox'
import { signedIn } from '#access.contract.ts'

const contract = contractsOf('Mail')
const endpoint = endpointsOf('Mail')
const expiredLink = { 410: 'The link no longer works; the page offers a new one' }

export const openConfirmationPage = endpoint('openConfirmationPage', 'GET /email-verify', {
  summary: 'Open the confirmation page',
  description:
    'The page that the link in a confirmation email opens. It confirms nothing until its button is pressed. If the link no longer works, the page offers a new one (410); without a token it asks for the address to send one to.',
  access: open,
  query: Type.Object({ token: Default(Type.String({ maxLength: 200 }), '') }),
  isPage: true,
  statuses: expiredLink,
})

export const submitConfirmationPage = endpoint('submitConfirmationPage', 'POST /email-verify', {
  summary: 'Submit the confirmation page',
  description:
    'The forms of `GET /email-verify`: confirms the address, or sends a new link to the owner of an old one or to `username`. The response is the same whether or not the account exists.',
  access: open,
  body: Body({
    token: Default(Type.String({ maxLength: 200 }), ''),
    username: Default(Type.String({ trim: true, maxLength: 254 }), ''),
    shown: Type.Optional(OneOf('expired', 'resent', 'confirmed')),
    ...PreferenceFields,
  }),
  isPage: true,
  statuses: expiredLink,
})

export const verifyEmail = contract('verifyEmail', 'POST /auth/verify-email', {
  summary: 'Confirm an email address',
  description:
    'Send the token from the confirmation email. A token works once; an unknown, used or expired one is 410.',
  access: open,
  body: Body({ token: Type.String({ minLength: 1, maxLength: 200 }) }),
  reply: Message,
  errors: ['link_expired'],
})

export const resendVerification = contract('resendVerification', 'POST /auth/verify-email/resend', {
  summary: 'Resend the confirmation email',
  description: 'Sends another confirmation email to your address. 409 if the address is already confirmed.',
  access: signedIn,
  reply: Message,
  errors: ['no_user', 'user_not_found', 'email_already_verified'],
})
