import { endpoint, open } from '@atrium/core/contract'
import { OneOf } from '@atrium/core/schema'
import { Type } from 'typebox'

const tag = 'Forward authentication'

export const CALLBACK_PATH = '/.atrium/callback'

export const checkForwarded = endpoint('checkForwarded', 'GET /auth/forward', {
  tag,
  summary: 'Ask whether a request may pass',
  description:
    'For proxies (nginx `auth_request`, Caddy `forward_auth`, Traefik) that TRUST_PROXY names, with the headers `X-Forwarded-Method`, `-Proto`, `-Host` and `-Uri` of the request. 200 with `Remote-User` (the id of the user), `Remote-Name`, `Remote-Email` and `Remote-Groups` lets it pass; a public path passes without them. A page that is opened without a session leads to the sign-in page, anything else is 401; 403 without a required group.',
  access: open,
  noCors: true,
  duringMaintenance: true,
  query: Type.Object({
    redirect: Type.Optional({
      ...OneOf('302', '401'),
      description: 'With `401`, the address of the sign-in page comes with status 401, as nginx expects it',
    }),
  }),
  statuses: { 200: 'The request may pass', 302: 'To the sign-in page, or back to the page that was wanted' },
  setCookie: '`atrium_forward`, the session on the host of the application, and what protects its start',
  errors: ['forward_sign_in_required', 'forward_group_required', 'forward_sign_in_expired'],
})

export const startForwarded = endpoint('startForwarded', 'GET /auth/forward/start', {
  tag,
  summary: 'Sign in for an application behind a proxy',
  description: 'Asks for the sign-in if necessary, and leads back to the host of the application.',
  access: open,
  isPage: true,
  noCors: true,
  duringMaintenance: true,
  query: Type.Object({
    to: Type.Optional(Type.String({ maxLength: 4000 })),
    digest: Type.Optional(Type.String({ maxLength: 64 })),
    state: Type.Optional(
      Type.String({ maxLength: 6000, description: 'After the sign-in: the page that was wanted' }),
    ),
  }),
  statuses: { 302: 'To the application, or to the sign-in page' },
  errors: ['forward_host_unknown'],
})

export const finishForwarded = endpoint('finishForwarded', 'GET /.atrium/callback', {
  tag,
  summary: 'Start the session on the host of an application',
  description:
    'The proxy sends this path of the host of the application here. It sets the cookie and leads to the page that was wanted.',
  access: open,
  isPage: true,
  noCors: true,
  duringMaintenance: true,
  query: Type.Object({
    ticket: Type.Optional(Type.String({ maxLength: 1000 })),
    to: Type.Optional(Type.String({ maxLength: 4000 })),
  }),
  statuses: { 302: 'To the page that was wanted' },
  setCookie: '`atrium_forward`, the session on the host of the application',
  errors: ['forward_sign_in_expired'],
})
