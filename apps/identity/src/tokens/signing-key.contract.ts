import { contractsOf } from '@atrium/core/contract'
import { Body, Default, Instant, Item, List, ListQuery, Nullable, OneOf } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { needs, permission } from '#access.contract.ts'

/** `published` does not sign yet, `verifying` no longer signs; of a `retired` key only the ID is left. */
export const SigningKeyRecord = Type.Object({
  kid: Type.String(),
  status: OneOf('published', 'signing', 'verifying', 'retired'),
  createdAt: Instant,
  signsFrom: Instant,
  verifiesUntil: Nullable(Instant),
})
export type SigningKeyRecord = Static<typeof SigningKeyRecord>

/** How long a key is published before it signs: as long as verifiers can cache the published keys. */
export const PUBLISHED_AHEAD_SECONDS = 300
export const MAX_PUBLISHED_AHEAD_SECONDS = 86_400

const contract = contractsOf('Signing keys')
const access = needs('system:manage', permission('rbac.permissions.manage'))

export const listSigningKeys = contract('listSigningKeys', 'GET /oauth/keys', {
  summary: 'List signing keys',
  description:
    'Newest first, with the time each key starts signing and the time until which its tokens are verified. Of a retired key only the ID remains.',
  access,
  query: ListQuery,
  reply: List(SigningKeyRecord),
})

export const rotateSigningKey = contract('rotateSigningKey', 'POST /oauth/keys/rotate', {
  summary: 'Rotate the signing key',
  description:
    'Creates a new key and publishes it at once. It starts signing after `publishedForSeconds`, so that verifiers can fetch it first, or at once with `now`; the old key verifies until its last token has expired.',
  access,
  body: Body({
    publishedForSeconds: Default(
      Type.Integer({
        minimum: PUBLISHED_AHEAD_SECONDS,
        maximum: MAX_PUBLISHED_AHEAD_SECONDS,
        description: 'How long the new key is published before it signs',
      }),
      PUBLISHED_AHEAD_SECONDS,
    ),
    now: Default(
      Type.Boolean({
        description:
          'Sign with the new key at once, for example after the old one has leaked. Verifiers with cached keys can reject its tokens for up to 300 seconds.',
      }),
      false,
    ),
  }),
  reply: Item(SigningKeyRecord),
})
