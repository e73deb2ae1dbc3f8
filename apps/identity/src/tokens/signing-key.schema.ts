import { ListQuery } from '@atrium/http/pagination'
import { Body, Instant, Nullable, OneOf } from '@atrium/http/replies'
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

export const RotateKey = Body({
  publishedForSeconds: Type.Integer({
    default: 2,
    minimum: 0,
    maximum: 86_400,
    description: 'How long others may fetch it before it signs',
  }),
})
