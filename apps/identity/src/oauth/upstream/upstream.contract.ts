import { endpointsOf, open } from '@atrium/core/contract'
import { Message } from '@atrium/core/schema'
import { Type } from 'typebox'
import { AuthorizationParameters, applicationRefusals } from '../authorize/authorize.contract.ts'
import { sessionCookiesSet } from '../session/session.contract.ts'

const endpoint = endpointsOf('Sign-in providers')

const SlugParams = Type.Object({ slug: Type.String({ maxLength: 40 }) })

const page = {
  access: open,
  isPage: true,
  noCors: true,
  duringMaintenance: true,
  params: SlugParams,
} as const

export const startUpstreamSignIn = endpoint('startUpstreamSignIn', 'GET /auth/upstream/:slug', {
  ...page,
  summary: 'Sign in at a provider',
  description:
    'Takes the query of `GET /auth/authorize`, sends the browser to the provider, and continues with the request afterwards. If the provider does not answer, the sign-in page says so.',
  undeclared: {
    query: Type.Object({
      ...Type.Partial(AuthorizationParameters).properties,
      link: Type.Optional(Type.String({ description: 'From `POST /users/{id}/identities`' })),
      test: Type.Optional(Type.String({ description: 'From `POST /sign-in-providers/{slug}/test`' })),
    }),
  },
  statuses: { 302: 'To the provider, or to the application with an `error`' },
  setCookie: '`upstream`, which binds the sign-in to the browser',
  errors: [
    'sign_in_provider_not_found',
    ...applicationRefusals,
    'link_expired',
    'upstream_answer_invalid',
    'upstream_unavailable',
  ],
})

const answer = {
  ...page,
  statuses: { 302: 'To the application with `code` or `error`', 303: 'A form, to the same request by GET' },
  setCookie: `After a sign-in: ${sessionCookiesSet}`,
  errors: [
    'sign_in_provider_not_found',
    'upstream_sign_in_expired',
    ...applicationRefusals,
    'upstream_refused',
    'upstream_answer_invalid',
    'upstream_unavailable',
    'upstream_email_missing',
    'upstream_domain_refused',
    'upstream_group_missing',
    'upstream_groups_left_out',
    'upstream_account_missing',
    'upstream_account_archived',
    'identity_linked_elsewhere',
    'email_unconfirmed',
    'passkey_required',
    'tasks_unavailable',
  ],
} as const

const AnswerParameters = Type.Object({
  state: Type.Optional(Type.String()),
  code: Type.Optional(Type.String()),
  iss: Type.Optional(Type.String()),
  error: Type.Optional(Type.String()),
  error_description: Type.Optional(Type.String()),
})

export const finishUpstreamSignIn = endpoint('finishUpstreamSignIn', 'GET /auth/upstream/:slug/callback', {
  ...answer,
  summary: 'Return from a provider',
  description:
    'The redirect address to register at the provider. An answer counts once, in the browser that began, and only from the provider that was asked.',
  undeclared: { query: AnswerParameters },
})

export const postUpstreamAnswer = endpoint('postUpstreamAnswer', 'POST /auth/upstream/:slug/callback', {
  ...answer,
  summary: 'Return from a provider with a form',
  description: 'For providers that answer with `response_mode=form_post`; continues by GET.',
  undeclared: { body: AnswerParameters },
})

export const receiveUpstreamLogout = endpoint(
  'receiveUpstreamLogout',
  'POST /auth/upstream/:slug/backchannel-logout',
  {
    summary: 'End sessions that ended at the provider',
    description:
      'The address for back-channel logout (OpenID Connect Back-Channel Logout 1.0) to register at the provider. Ends the sessions that came from the named session or account.',
    access: open,
    noCors: true,
    params: SlugParams,
    body: Type.Object({ logout_token: Type.Optional(Type.String({ maxLength: 20_000 })) }),
    reply: Message,
    errors: ['sign_in_provider_not_found', 'logout_token_invalid', 'upstream_unavailable'],
  },
)

export const returnSignedOut = endpoint('returnSignedOut', 'GET /auth/upstream/:slug/signed-out', {
  ...page,
  summary: 'Return after signing out at a provider',
  description: 'The address to register at the provider for the return after signing out there.',
  undeclared: { query: Type.Object({ state: Type.Optional(Type.String()) }) },
  statuses: { 302: 'To where the sign-out was asked for' },
})
