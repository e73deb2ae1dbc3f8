import { endpoint, open } from '@atrium/core/contract'
import { PreferenceFields } from '@atrium/core/preferences'
import { Default, OneOf } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { directoryRefusals } from '#sign-in/directories/refusals.contract.ts'
import { ChallengeToken } from '#sign-in/passkeys/passkey.contract.ts'
import { sessionCookiesSet } from '../session/session.contract.ts'

/** They are not validated by this schema: their errors go to the application (RFC 6749 §4.1.2.1). */
export const AuthorizationParameters = Type.Object({
  response_type: Type.Literal('code'),
  client_id: Type.String(),
  redirect_uri: Type.String({ description: 'One of the registered redirect URIs, character for character' }),
  state: Type.String({
    description:
      'Returned unchanged, so that the application recognizes its own request. Only with the scope `openid` and a `code_challenge` can it be left out',
  }),
  scope: Type.Optional(
    Type.String({ description: 'Separated by spaces; without it, every scope of the client' }),
  ),
  resource: Type.Optional(
    Type.String({
      description: 'The service that the token is for (RFC 8707): one of the resources of the client',
    }),
  ),
  code_challenge: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9_-]{43}$',
      description: 'PKCE (RFC 7636); required for clients that require it',
    }),
  ),
  code_challenge_method: Type.Optional(Type.Literal('S256')),
  login_hint: Type.Optional(Type.String({ description: 'The email or phone to fill in' })),
  prompt: Type.Optional(
    Type.String({
      description:
        '`create` opens the registration page instead, even if a user is signed in. With the scope `openid` also `none`, or one or more of `login`, `consent` and `select_account`',
    }),
  ),
  nonce: Type.Optional(Type.String({ description: 'With the scope `openid`: returned in the ID token' })),
  max_age: Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,9}$',
      description: 'With the scope `openid`: how many seconds ago the user may have signed in',
    }),
  ),
  id_token_hint: Type.Optional(
    Type.String({ description: 'With the scope `openid`: an earlier ID token of the expected user' }),
  ),
  claims: Type.Optional(
    Type.String({
      description: 'With the scope `openid`: claims asked for by name, as JSON (OpenID Connect Core §5.5)',
    }),
  ),
  invitation: Type.Optional(
    Type.String({ description: 'With `prompt=create`: the `registrationTicket` of an invitation' }),
  ),
  ui_locales: Type.Optional(
    Type.String({ description: 'Preferred languages of the page, separated by spaces: `ru en`' }),
  ),
  theme: Type.Optional(Type.String({ description: '`light`, `dark` or `system`' })),
  local: Type.Optional(
    Type.String({ description: '`1` shows the form even if a sign-in provider is the default' }),
  ),
})

export const SignInForm = Type.Object({
  csrf_token: Type.Optional(Type.String()),
  username: Default(Type.String({ trim: true, maxLength: 254 }), ''),
  password: Default(Type.String({ maxLength: 1024 }), ''),
  two_factor_token: Type.Optional(Type.String({ maxLength: 200 })),
  two_factor_code: Default(Type.String({ maxLength: 40 }), ''),
  /** A button of the page: shows the form that asks for a code, or asks for it. */
  email_code_step: Type.Optional(OneOf('ask')),
  email_code_id: Type.Optional(Type.String({ maxLength: 100 })),
  email_code: Type.Optional(Type.String({ maxLength: 40 })),
  upstream: Type.Optional(Type.String({ maxLength: 40_000 })),
  passkey_challenge: Type.Optional(ChallengeToken),
  passkey_response: Type.Optional(Type.String({ maxLength: 40_000 })),
  ...PreferenceFields,
})
export type SignInForm = Static<typeof SignInForm>

/** Why a request is answered with a page instead of leading back to an application. */
export const applicationRefusals = [
  'unknown_application',
  'redirect_uri_not_registered',
  'client_document_address_invalid',
  'client_documents_off',
  'client_document_host_not_listed',
  'client_document_invalid',
  'client_document_unavailable',
] as const

const page = {
  tag: 'OAuth',
  access: open,
  isPage: true,
  noCors: true,
  duringMaintenance: true,
  statuses: { 302: 'To the application with `code` or `error`, or to the setup of a required second factor' },
  setCookie: `With the page: \`csrf\`, which binds its form to the browser. After a sign-in: ${sessionCookiesSet}`,
} as const

export const openSignInPage = endpoint('openSignInPage', 'GET /auth/authorize', {
  ...page,
  summary: 'Open the sign-in page',
  description:
    'The OAuth 2.0 authorization endpoint (RFC 6749 §4.1, with PKCE). Shows the sign-in page; a user who is already signed in is redirected to the application at once, unless the request asks for more scopes than the session has or names another email address in `login_hint`. Clients with the scope `openid`, and those created over HTTP, need the user’s consent first, unless the console trusts them. An error of the request is returned to the application, except that an unknown client or redirect URI shows an error page (400).',
  undeclared: { query: AuthorizationParameters },
  statuses: { ...page.statuses, 403: 'With `prompt=create`, if registration is not open' },
  errors: applicationRefusals,
})

export const submitSignInPage = endpoint('submitSignInPage', 'POST /auth/authorize', {
  ...page,
  summary: 'Submit the sign-in page',
  description:
    'The form of `GET /auth/authorize`, which repeats its parameters. Signs in with password, code or passkey and redirects to the application with an authorization code. With EMAIL_CODES=on, `email_code_step=ask` emails a code for signing in to the account of `username`, if there is one, and the page asks for it. If that fails, the page is shown again with the reason. With `language` or `theme`, it only changes how the page is shown.',
  statuses: {
    ...page.statuses,
    303: 'An OpenID Connect request that was sent as a form, to the same request by GET',
  },
  body: SignInForm,
  undeclared: { body: Type.Object({ ...AuthorizationParameters.properties, ...SignInForm.properties }) },
  errors: [
    ...applicationRefusals,
    'foreign_origin',
    'form_expired',
    'form_cookie_missing',
    'wrong_credentials',
    'wrong_two_factor_code',
    'wrong_passkey',
    'wrong_email_code',
    'passkey_required',
    'email_unconfirmed',
    'password_just_changed',
    'too_many_attempts',
    'too_many_sign_ins',
    'sign_in_provider_unavailable',
    ...directoryRefusals,
  ],
})

export const getSignInScript = endpoint('getSignInScript', 'GET /assets/sign-in.js', {
  tag: 'Pages',
  summary: 'Get the script of the sign-in page',
  description: 'Adds sign-in with a passkey to the page; the page works without it too.',
  access: open,
  produces: ['text/javascript'],
})
