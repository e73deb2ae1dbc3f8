import { endpoint, open } from '@atrium/core/contract'
import { PreferenceFields } from '@atrium/core/preferences'
import { Type } from 'typebox'

const Parameter = Type.Optional(Type.String({ maxLength: 8000 }))

const EndSessionParameters = Type.Object({
  id_token_hint: Type.Optional(
    Type.String({
      maxLength: 8000,
      description: 'An ID token of the session; without it, the user is asked',
    }),
  ),
  client_id: Parameter,
  post_logout_redirect_uri: Type.Optional(
    Type.String({ maxLength: 2000, description: 'One of those that the client has registered' }),
  ),
  state: Parameter,
  logout_hint: Parameter,
  ui_locales: Parameter,
})

const page = {
  tag: 'OpenID Connect',
  access: open,
  isPage: true,
  noCors: true,
  duringMaintenance: true,
  statuses: {
    302: 'To `post_logout_redirect_uri`, with `state`',
    303: 'To the same request by GET, if an application sent it as a form',
  },
  setCookie: 'Clears `access_token` and `refresh_token`',
  errors: ['post_logout_redirect_uri_not_registered', 'logout_client_differs'],
} as const

export const openEndSession = endpoint('openEndSession', 'GET /auth/end-session', {
  ...page,
  summary: 'Sign out of an application and Atrium',
  description:
    'OpenID Connect RP-Initiated Logout 1.0. Ends the session of this browser and notifies every application that the user signed in to from it (Back-Channel Logout 1.0). Without an ID token of this session the user is asked first.',
  query: EndSessionParameters,
})

export const submitEndSession = endpoint('submitEndSession', 'POST /auth/end-session', {
  ...page,
  summary: 'Confirm the sign-out',
  description:
    'The form of the page that `GET /auth/end-session` shows, or the request of an application as a form.',
  body: Type.Object({
    ...EndSessionParameters.properties,
    csrf_token: Type.Optional(Type.String()),
    ...PreferenceFields,
  }),
  errors: [...page.errors, 'foreign_origin', 'form_expired'],
})
