import { endpoint, open } from '@atrium/core/contract'
import { Body, Email, Item } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { Password } from '#sign-in/credentials/credentials.contract.ts'
import { optionalProfile, PersonName, Phone, User } from '#users/user.contract.ts'

const fields = {
  email: Email,
  phone: Phone,
  password: Password,
  surname: PersonName,
  name: PersonName,
  ...optionalProfile,
  consent: Type.Literal(true, { errorCode: 'consent_required' }),
  invitationToken: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'The token of an invitation to this email address; required with `REGISTRATION=invited`. One from the invitation email also confirms the address.',
    }),
  ),
}

export const Registration = Body(fields)
export type Registration = Static<typeof Registration>

/** What the registration page asks for. */
export const PageRegistration = Body({ ...fields, phone: Type.Optional(Phone) })
export type PageRegistration = Static<typeof PageRegistration>

export const registerUser = endpoint('registerUser', 'POST /users', {
  tag: 'Registration',
  summary: 'Register a user',
  description:
    'Creates an account with the role `user` and sends a confirmation email. `consent` must be `true`. The email address and phone number must be unused (409); the password is checked for strength. With `REGISTRATION=invited` it needs `invitationToken`, with `closed` it is refused (403). A caller with the scope `user:manage` and the permission `users.manage.any` creates accounts for others in every mode; any other caller registers like a visitor without a token.',
  access: open,
  body: Registration,
  reply: Item(User),
  errors: [
    'user_email_taken',
    'user_phone_taken',
    'registration_closed',
    'invitation_required',
    'invitation_invalid',
    'invitation_email_differs',
    'tasks_unavailable',
    'too_many_password_checks',
    'too_many_sign_ins',
  ],
})
