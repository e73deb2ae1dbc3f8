import { endpoint, open } from '@atrium/core/contract'
import { PreferenceFields } from '@atrium/core/preferences'
import { Default } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { AuthorizationParameters, applicationRefusals } from '../authorize/authorize.contract.ts'
import { sessionCookiesSet } from '../session/session.contract.ts'

/** Nothing is required and little is checked here: the page is shown again with what is wrong. */
const Text = Default(Type.String({ maxLength: 1024 }), '')

const InvitationParameter = Type.Optional(
  Type.String({ maxLength: 200, description: 'The `registrationTicket` of an invitation' }),
)

export const RegisterForm = Type.Object({
  csrf_token: Type.Optional(Type.String()),
  email: Text,
  name: Text,
  surname: Text,
  phone: Text,
  password: Text,
  consent: Default(Type.Boolean(), false),
  consent_digest: Text,
  invitation: InvitationParameter,
  ...PreferenceFields,
})
export type RegisterForm = Static<typeof RegisterForm>

/** The request of the application that sent the user here, if one did. */
const Query = Type.Partial(AuthorizationParameters)

const page = {
  tag: 'Registration',
  access: open,
  isPage: true,
  noCors: true,
} as const

const pageErrors = [
  ...applicationRefusals,
  'registration_closed',
  'invitation_required',
  'invitation_invalid',
  'tasks_unavailable',
] as const

export const openRegisterPage = endpoint('openRegisterPage', 'GET /register', {
  ...page,
  summary: 'Open the registration page',
  description:
    'A form for a new account. With the parameters of `GET /auth/authorize`, the user continues to that application afterwards; with `invitation`, the email address is that of the invitation. `REGISTRATION` decides who can register.',
  undeclared: { query: Query },
  statuses: { 302: 'To the application with `error`, if its request is invalid' },
  errors: pageErrors,
  setCookie: '`csrf`, which binds its form to the browser',
})

export const submitRegisterPage = endpoint('submitRegisterPage', 'POST /register', {
  ...page,
  summary: 'Submit the registration page',
  description:
    'Creates the account, signs the user in and redirects to the application that sent them, or to the web application. If that fails, the page is shown again with the reasons at their fields. With `REQUIRE_VERIFIED_EMAIL`, a page asks to confirm the address first. With `language` or `theme`, it only changes how the page is shown.',
  body: RegisterForm,
  undeclared: { body: Type.Object({ ...Query.properties, ...RegisterForm.properties }) },
  statuses: { 302: 'To the application with `code`, or to the web application' },
  errors: [
    ...pageErrors,
    'foreign_origin',
    'registration_form_expired',
    'form_cookie_missing',
    'invitation_email_differs',
    'user_email_taken',
    'user_phone_taken',
    'too_many_password_checks',
    'too_many_sign_ins',
  ],
  setCookie: `With the page: \`csrf\`. After the registration: ${sessionCookiesSet}`,
})

export const resendConfirmation = endpoint('resendConfirmation', 'POST /register/confirmation', {
  ...page,
  summary: 'Resend the confirmation after registering',
  description:
    'The button of the page that asks new users to confirm their address, with `REQUIRE_VERIFIED_EMAIL`. `account` is from that page and valid for a day.',
  body: Type.Object({
    account: Type.String({ maxLength: 200 }),
    next: Default(Type.String({ maxLength: 4000 }), ''),
    ...PreferenceFields,
  }),
  errors: ['foreign_origin', 'link_expired'],
})
