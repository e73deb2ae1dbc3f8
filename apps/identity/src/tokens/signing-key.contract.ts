import { Body, Instant, ListQuery, Nullable, OneOf } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'

/** `published` waits for its time to sign, `verifying` has had it; of a retired one only the name is left. */
export const SigningKeyRecord = Type.Object({
  kid: Type.String(),
  status: OneOf('published', 'signing', 'verifying', 'retired'),
  createdAt: Instant,
  signsFrom: Instant,
  verifiesUntil: Nullable(Instant),
})
export type SigningKeyRecord = Static<typeof SigningKeyRecord>

export const SigningKeyFilters = ListQuery
export type SigningKeyFilters = Static<typeof SigningKeyFilters>

/** As long as others may keep the published keys. */
export const PUBLISHED_FIRST_SECONDS = 300
export const PUBLISHED_FIRST_LONGEST_SECONDS = 86_400

export const RotateKey = Body({
  publishedForSeconds: Type.Integer({
    default: PUBLISHED_FIRST_SECONDS,
    minimum: PUBLISHED_FIRST_SECONDS,
    maximum: PUBLISHED_FIRST_LONGEST_SECONDS,
    description: 'How long the new key is published before it signs',
  }),
  now: Type.Boolean({
    default: false,
    description:
      'Sign with the new key at once, for example after the old one has leaked. Verifiers with cached keys can reject its tokens for up to 300 seconds.',
  }),
})
