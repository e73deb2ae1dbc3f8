import { contract, endpoint, open } from '@atrium/core/contract'
import { Body, Message, Nullable } from '@atrium/core/schema'
import { type TProperties, Type } from 'typebox'
import { signedIn } from '#access.contract.ts'
import { MAX_SCOPE_LENGTH } from '#access-control/scopes.contract.ts'
import { directoryRefusals } from '#sign-in/directories/refusals.contract.ts'
import {
  AuthenticationResponse,
  ChallengeToken,
  CredentialOptions,
} from '#sign-in/passkeys/passkey.contract.ts'

export const sessionCookiesSet =
  'One line each for `access_token` and `refresh_token` (only for `/auth`), both `HttpOnly` and `SameSite=Strict`'
const sessionCookiesCleared = 'Clears `access_token` and `refresh_token`'

const Scope = Type.Optional(Nullable(Type.String({ maxLength: MAX_SCOPE_LENGTH })))
const SessionStarted = Data({ scopes: Type.Array(Type.String()), expires_in: Type.Integer() })
const tag = 'Sign-in'

export const signIn = endpoint('signIn', 'POST /auth/login', {
  tag,
  summary: 'Sign in with a password',
  description:
    'Starts a browser session. The tokens are returned as `HttpOnly` cookies, never in the body. If the account has a second factor, the response is 401 with `details.two_factor_token`, which `POST /auth/login/two-factor` completes. `scope` narrows the session; by default it has every scope of the first-party client.',
  access: open,
  duringMaintenance: true,
  body: Body({
    username: Type.String({ trim: true, maxLength: 254 }),
    password: Type.String({ maxLength: 1024 }),
    scope: Scope,
  }),
  reply: SessionStarted,
  setCookie: sessionCookiesSet,
  errors: [
    'foreign_origin',
    'scope_not_allowed',
    'wrong_credentials',
    'two_factor_required',
    'passkey_required',
    'email_unconfirmed',
    'password_just_changed',
    'too_many_attempts',
    'too_many_sign_ins',
    'sign_in_provider_unavailable',
    ...directoryRefusals,
  ],
})

export const completeSignIn = endpoint('completeSignIn', 'POST /auth/login/two-factor', {
  tag,
  summary: 'Complete a sign-in with a code',
  description:
    'Second step of `POST /auth/login`. Send the `two_factor_token` from its response with a code from the authenticator app or a recovery code.',
  access: open,
  duringMaintenance: true,
  body: Body({
    two_factor_token: Type.String({ maxLength: 200 }),
    code: Type.String({ maxLength: 40 }),
    scope: Scope,
  }),
  reply: SessionStarted,
  setCookie: sessionCookiesSet,
  errors: [
    'foreign_origin',
    'scope_not_allowed',
    'wrong_two_factor_code',
    'sign_in_expired',
    'password_just_changed',
    'too_many_attempts',
  ],
})

export const startPasskeySignIn = contract('startPasskeySignIn', 'POST /auth/login/passkey/options', {
  tag: 'Passkeys',
  summary: 'Start a sign-in with a passkey',
  description:
    'Returns the options for `navigator.credentials.get` and a `challenge_token` to send back with the response of the browser.',
  access: open,
  duringMaintenance: true,
  reply: Data({ options: CredentialOptions, challenge_token: Type.String() }),
})

export const signInWithPasskey = endpoint('signInWithPasskey', 'POST /auth/login/passkey', {
  tag: 'Passkeys',
  summary: 'Sign in with a passkey',
  description:
    'Verifies the response of the browser and starts a session with the same cookies as `POST /auth/login`. A passkey counts as both factors.',
  access: open,
  duringMaintenance: true,
  body: Body({ challenge_token: ChallengeToken, response: AuthenticationResponse, scope: Scope }),
  reply: SessionStarted,
  setCookie: sessionCookiesSet,
  errors: [
    'foreign_origin',
    'scope_not_allowed',
    'wrong_passkey',
    'sign_in_expired',
    'email_unconfirmed',
    'too_many_attempts',
  ],
})

export const refreshSession = endpoint('refreshSession', 'POST /auth/refresh', {
  tag,
  summary: 'Refresh the session',
  description:
    'Exchanges the `refresh_token` cookie for new session cookies. Each refresh token works once; a repeat within the grace period returns the same new tokens, a later one ends the session.',
  access: open,
  duringMaintenance: true,
  reply: Data({ expires_in: Type.Integer() }),
  security: [{ refresh_token: [] }],
  setCookie: sessionCookiesSet,
  errors: ['foreign_origin', 'refresh_cookie_missing', 'invalid_refresh_token', 'account_archived'],
})

export const signOut = endpoint('signOut', 'POST /auth/logout', {
  tag,
  summary: 'Sign out',
  description:
    'Revokes the session of the presented token or cookies, with its refresh token, and clears the session cookies. Without a valid token you are signed out already: that is 200, too.',
  access: open,
  duringMaintenance: true,
  reply: Message,
  security: [{ bearer: [] }, { access_token: [] }, { refresh_token: [] }, {}],
  setCookie: sessionCookiesCleared,
  errors: ['foreign_origin'],
})

export const switchUser = endpoint('switchUser', 'POST /auth/switch-user', {
  tag: 'Pages',
  summary: 'Sign in as another user',
  description:
    'The form of the page that refuses access: ends the session of this browser and returns to `return`, a path of this service, which leads to the sign-in page.',
  access: open,
  duringMaintenance: true,
  body: Body({ return: Type.Optional(Type.String({ maxLength: 8000 })) }),
  isPage: true,
  produces: [],
  statuses: { 303: 'To `return`' },
  security: [{ access_token: [] }, { refresh_token: [] }, {}],
  setCookie: sessionCookiesCleared,
  errors: ['foreign_origin'],
})

export const signOutEverywhere = endpoint('signOutEverywhere', 'POST /auth/logout-all', {
  tag,
  summary: 'Sign out everywhere',
  description:
    'Revokes every session of the user, in every application, and clears the session cookies. `data.revoked` counts the revoked tokens. With a client token, revokes every token of that client, those of its users included.',
  access: signedIn,
  duringMaintenance: true,
  reply: Data({ revoked: Type.Integer() }),
  setCookie: sessionCookiesCleared,
})

export const listOwnScopes = contract('listOwnScopes', 'GET /auth/available-scopes', {
  tag,
  summary: 'List the scopes of the token',
  description: 'Returns the scopes that the presented token carries.',
  access: signedIn,
  reply: Data({ scopes: Type.Array(Type.String()) }),
})

function Data<T extends TProperties>(properties: T) {
  return Type.Object({ data: Type.Object(properties), message: Type.String() })
}
