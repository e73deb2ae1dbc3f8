import { endpoint, open } from '@atrium/core/contract'
import { PreferenceFields } from '@atrium/core/preferences'
import { Default, OneOf } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { AuthorizationParameters } from '../authorize/authorize.contract.ts'
import { sessionCookiesSet } from '../session/session.contract.ts'

const page = { tag: 'Mail', access: open, isPage: true, noCors: true } as const
const expiredLink = { 410: 'The link no longer works; the page offers a new one' }

/** The request of the application that the user left to reset their password. */
const Left = Type.Partial(AuthorizationParameters)

const ResetQuery = Type.Object({ token: Type.Optional(Type.String({ maxLength: 200 })) })

export const openPasswordResetPage = endpoint('openPasswordResetPage', 'GET /password-reset', {
  ...page,
  summary: 'Open the password reset page',
  description:
    'Without a token, a form to request a reset email. With the token from that email, a form for the new password; if it no longer works, the form to request another (410). With the parameters of `GET /auth/authorize`, the user returns to that application afterwards, in whichever browser the link is opened.',
  query: ResetQuery,
  undeclared: { query: Type.Object({ ...Left.properties, ...ResetQuery.properties }) },
  statuses: expiredLink,
})

/** What a browser sends is checked by the handler: the page is shown again with what is wrong. */
export const ResetForm = Type.Object({
  username: Default(Type.String({ trim: true, maxLength: 254 }), ''),
  token: Default(Type.String({ maxLength: 200 }), ''),
  password: Default(Type.String({ maxLength: 1024 }), ''),
  two_factor_token: Type.Optional(Type.String({ maxLength: 200 })),
  two_factor_code: Default(Type.String({ maxLength: 40 }), ''),
  shown: Type.Optional(OneOf('requested', 'done')),
  ...PreferenceFields,
})
export type ResetForm = Static<typeof ResetForm>

export const submitPasswordResetPage = endpoint('submitPasswordResetPage', 'POST /password-reset', {
  ...page,
  summary: 'Submit the password reset page',
  description:
    'The forms of `GET /password-reset`. Requests the email as `POST /auth/password-reset` does, or sets the password, signs the user in and redirects to the application that they came from, or to the web application. A user with two-factor sign-in enters a code first; one whose role requires a passkey is led to the sign-in page. If something is wrong, the page is shown again with the reasons.',
  body: ResetForm,
  undeclared: { body: Type.Object({ ...Left.properties, ...ResetForm.properties }) },
  statuses: { ...expiredLink, 302: 'Signed in: to the application with `code`, or to the web application' },
  errors: [
    'foreign_origin',
    'wrong_two_factor_code',
    'form_expired',
    'password_just_changed',
    'too_many_attempts',
    'too_many_sign_ins',
    'sign_in_provider_unavailable',
  ],
  setCookie: `After the new password is set: ${sessionCookiesSet}`,
})
