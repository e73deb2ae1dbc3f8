import { contractsOf } from '@atrium/core/contract'
import { Body, Id, Instant, Item, List, ListQuery, Message, Nullable } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { needs, self, selfOrAny } from '#access.contract.ts'
import { CurrentPassword } from '../credentials/credentials.contract.ts'

export const LinkedAccount = Type.Object({
  id: Id,
  provider: Type.String({ description: 'The slug of the sign-in provider' }),
  providerName: Nullable(Type.String({ description: 'Null if the provider was removed' })),
  issuer: Type.String(),
  subject: Type.String(),
  email: Nullable(Type.String()),
  createdAt: Instant,
  lastUsedAt: Nullable(Instant),
})
export type LinkedAccount = Static<typeof LinkedAccount>

const LinkableProvider = Type.Object({ slug: Type.String(), name: Type.String() })

const IdentityParams = Type.Object({ id: Id, identityId: Id })

const contract = contractsOf('Sign-in providers')
const read = needs('user:read', selfOrAny('sessions.read'))

export const listIdentities = contract('listIdentities', 'GET /users/:id/identities', {
  summary: 'List linked accounts',
  description: 'The accounts at sign-in providers that the user can sign in with.',
  access: read,
  query: ListQuery,
  reply: List(LinkedAccount),
  errors: ['user_not_found'],
})

export const listLinkableProviders = contract(
  'listLinkableProviders',
  'GET /users/:id/identities/providers',
  {
    summary: 'List providers to link an account of',
    description: 'The enabled providers with a page of their own that the user has no account of.',
    access: read,
    reply: Item(Type.Object({ providers: Type.Array(LinkableProvider) })),
    errors: ['user_not_found'],
  },
)

export const startLinking = contract('startLinking', 'POST /users/:id/identities', {
  summary: 'Start linking an account',
  description:
    'Requires `currentPassword`, or a recent sign-in if the account has no password. Returns the address to open in the same browser: the user signs in there, and the account is linked.',
  access: needs('user:write', self('sessions.manage')),
  body: Body({ provider: Type.String({ maxLength: 40 }), currentPassword: CurrentPassword }),
  reply: Item(Type.Object({ url: Type.String() })),
  errors: [
    'user_not_found',
    'sign_in_provider_not_found',
    'too_many_attempts',
    'too_many_sign_ins',
    'sign_in_provider_unavailable',
    'recent_sign_in_required',
  ],
})

export const removeIdentity = contract('removeIdentity', 'DELETE /users/:id/identities/:identityId', {
  summary: 'Remove a linked account',
  description: 'The user can no longer sign in with it. 409 if it is their last way to sign in.',
  access: needs('user:write', selfOrAny('sessions.manage')),
  params: IdentityParams,
  reply: Message,
  errors: ['identity_not_found', 'user_above_own_role', 'user_erased', 'last_way_to_sign_in'],
})
