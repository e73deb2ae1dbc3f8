import { contract, endpoint, open } from '@atrium/core/contract'
import { Body, Item, Message } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { signedIn } from '#access.contract.ts'

export const sessionCookiesSet =
  'One line each for `app_access_token` and `app_refresh_token`, both `HttpOnly` and `SameSite=Lax`'
const sessionCookiesCleared =
  'Clears `app_access_token`, `app_refresh_token` and `app_user`, and passes on the lines of the identity service'

const Text = Type.Optional(Type.String())

export const Login = Body({
  login: Type.String({ trim: true, minLength: 1, maxLength: 254 }),
  password: Type.String({ minLength: 1, maxLength: 1024 }),
  twoFactorCode: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 40,
      description: 'Code of the authenticator app, or a recovery code; for accounts with two-factor sign-in',
    }),
  ),
})
export type Login = Static<typeof Login>

const LoginReply = Type.Object({
  token: Type.String(),
  expires_in: Type.Integer(),
  refresh_token: Type.Optional(Type.String()),
})

/** The errors of every request that reads the user of a token from the identity service. */
const synchronisationErrors = [
  'user_token_required',
  'profile_unavailable',
  'own_token_refused',
  'user_email_taken',
] as const

/** The errors of every route that needs a token. */
export const sessionErrors = [
  'not_authenticated',
  'invalid_token',
  'account_inactive',
  'account_archived',
  ...synchronisationErrors,
] as const

const tag = 'Sign-in'
const access = open

export const startSignIn = endpoint('startSignIn', 'GET /auth/login', {
  tag,
  summary: 'Start a sign-in',
  description:
    'A page that leads to the sign-in page of the identity service after three seconds, or at once by its link. After the sign-in, the browser returns to `return`, a path of the front end.',
  access,
  isPage: true,
  query: Type.Object({ return: Text }),
  setCookie: '`app_oauth_state`, which binds the sign-in to the browser',
})

export const openSignIn = endpoint('openSignIn', 'GET /auth/sign-in', {
  tag,
  summary: 'Go to the sign-in page',
  description:
    'Like `GET /auth/login`, but at once: redirects to the sign-in page of the identity service. `login_hint` is the email or phone to fill in there. With `prompt=create` it is the registration page, and `invitation` the `registrationTicket` of an invitation. `resume` is the `state` of an earlier sign-in: this one returns to where that one would have, in any browser. `local=1` shows the form even if a sign-in provider is the default.',
  access,
  isPage: true,
  query: Type.Object({
    return: Text,
    resume: Text,
    login_hint: Text,
    prompt: Text,
    invitation: Text,
    local: Text,
    ui_locales: Text,
    theme: Text,
  }),
  produces: [],
  statuses: { 302: 'To the sign-in page of the identity service' },
  setCookie: '`app_oauth_state`, which binds the sign-in to the browser',
})

export const getSignInScript = endpoint('getSignInScript', 'GET /assets/to-sign-in.js', {
  tag: 'Pages',
  summary: 'Get the script that leads to the sign-in page',
  description: 'Keeps the fragment of the address in the tab until the user returns from signing in.',
  access,
  produces: ['text/javascript'],
})

export const finishSignIn = endpoint('finishSignIn', 'GET /auth/callback', {
  tag,
  summary: 'Finish a sign-in',
  description:
    'The identity service redirects here with `code` and `state`. Sets the session cookies and redirects to the front end; an error is passed on as `?error=…`. An unknown or already used `state` is 400; an expired one starts the sign-in again.',
  access,
  isPage: true,
  query: Type.Object({ code: Text, state: Text, error: Text, ui_locales: Text, theme: Text }),
  produces: [],
  statuses: { 302: 'To the front end, or to the sign-in page if the sign-in has expired' },
  setCookie: `${sessionCookiesSet}; with \`OFFLINE_DATA=on\`, \`app_user\` with the id of the user, which scripts can read`,
  errors: [
    'unknown_sign_in',
    'authorization_code_missing',
    'sign_in_not_confirmed',
    ...synchronisationErrors,
  ],
})

export const signOut = endpoint('signOut', 'GET /auth/logout', {
  tag,
  summary: 'Sign out',
  description:
    'Ends the session here and at the identity service, and clears the cookies. Returns the status and the `Set-Cookie` lines of the identity service.',
  access,
  changesState: true,
  duringMaintenance: true,
  reply: Message,
  errors: ['not_authenticated'],
  security: [{ bearer: [] }, { app_access_token: [] }, {}],
  setCookie: sessionCookiesCleared,
})

export const login = contract('login', 'POST /user/login', {
  tag,
  summary: 'Sign in without a browser',
  description:
    'Checks the credentials at the identity service and returns a token for `Authorization: Bearer …`. For mobile apps and scripts. An account with two-factor sign-in also needs `twoFactorCode`; without it the answer is 401 with `details.reason` = `two_factor_required`.',
  access,
  duringMaintenance: true,
  body: Login,
  reply: LoginReply,
  errors: [
    'invalid_credentials',
    'invalid_credentials_or_code',
    'two_factor_required',
    ...synchronisationErrors,
  ],
})

export const getAccountPermissions = endpoint('getAccountPermissions', 'GET /users/me/account-permissions', {
  tag: 'Users',
  summary: 'Get your permissions at the identity service',
  description:
    'What you can do in the administration of accounts, which the navigation of the administration shows next to its pages here.',
  access: signedIn,
  reply: Item(Type.Object({ permissions: Type.Array(Type.String()) })),
  errors: ['identity_unavailable', 'rate_limited'],
})
