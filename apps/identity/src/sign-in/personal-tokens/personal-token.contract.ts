import { contractsOf } from '@atrium/core/contract'
import { Body, Id, Instant, Item, List, ListQuery, Message, Name, Nullable, OneOf } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { needs, self, selfOrAny } from '#access.contract.ts'
import { tasksScopes } from '#access-control/scopes.contract.ts'
import { CurrentPassword } from '../credentials/credentials.contract.ts'

export const MAX_PERSONAL_TOKENS = 50
const MAX_PROJECTS = 100
const MAX_DAYS = 366

const Scopes = Type.Array(OneOf(...tasksScopes), { minItems: 1, uniqueItems: true })

export const PersonalToken = Type.Object({
  id: Id,
  name: Type.String(),
  scopes: Type.Array(Type.String()),
  projectIds: Nullable(Type.Array(Id)),
  createdAt: Instant,
  expiresAt: Nullable(Instant),
  lastUsedAt: Nullable(Instant),
})
export type PersonalToken = Static<typeof PersonalToken>

const CreatedToken = Type.Object({
  ...PersonalToken.properties,
  token: Type.String({ description: 'Shown only this once' }),
})

const NewPersonalToken = Body({
  currentPassword: CurrentPassword,
  name: Name(100),
  scopes: Scopes,
  projectIds: Type.Optional(
    Type.Array(Id, {
      minItems: 1,
      maxItems: MAX_PROJECTS,
      uniqueItems: true,
      description: 'Projects that the token is limited to; without it, all projects of the user',
    }),
  ),
  expiresInDays: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_DAYS, description: 'Without it, the token does not expire' }),
  ),
})
export type NewPersonalToken = Static<typeof NewPersonalToken>

const TokenParams = Type.Object({ id: Id, tokenId: Id })

const TokenProject = Type.Object({ id: Id, name: Type.String() })
export type TokenProject = Static<typeof TokenProject>

const contract = contractsOf('Personal access tokens')
const own = needs('user:write', self('sessions.manage'))

export const listPersonalTokens = contract('listPersonalTokens', 'GET /users/:id/personal-tokens', {
  summary: 'List personal access tokens',
  description:
    'The tokens that the user has created for scripts, newest first, with their last use (to the minute). Expired tokens are listed until they are revoked or 30 days have passed.',
  access: needs('user:read', selfOrAny('sessions.read')),
  query: ListQuery,
  reply: List(PersonalToken),
  errors: ['user_not_found'],
})

export const createPersonalToken = contract('createPersonalToken', 'POST /users/:id/personal-tokens', {
  summary: 'Create a personal access token',
  description:
    'A token of your own for scripts that call the task service, limited to `scopes` and, with `projectIds`, to these projects. Requires `currentPassword` and a confirmed email address (403). `token` is shown only in this response; it starts with `atrium_pat_` and ends with a checksum. A new password ends it. At most 50 (409).',
  access: own,
  body: NewPersonalToken,
  reply: Item(CreatedToken),
  errors: [
    'user_not_found',
    'email_unconfirmed',
    'session_ended',
    'too_many_personal_tokens',
    'tasks_unavailable',
    'too_many_attempts',
    'too_many_sign_ins',
    'sign_in_provider_unavailable',
    'recent_sign_in_required',
  ],
})

export const revokePersonalToken = contract(
  'revokePersonalToken',
  'DELETE /users/:id/personal-tokens/:tokenId',
  {
    summary: 'Revoke a personal access token',
    description: 'The token stops working at once.',
    access: needs('user:write', selfOrAny('sessions.manage')),
    params: TokenParams,
    reply: Message,
    errors: ['personal_token_not_found', 'user_above_own_role', 'user_erased'],
  },
)

export const listTokenProjects = contract('listTokenProjects', 'GET /users/:id/personal-tokens/projects', {
  summary: 'List projects for a token',
  description: 'Your projects at the task service, which a personal access token can be limited to.',
  access: needs('user:read', self('sessions.read')),
  query: ListQuery,
  reply: List(TokenProject),
  errors: ['tasks_unavailable'],
})
