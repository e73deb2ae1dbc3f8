import { Id, ListQuery, Nullable, OneOf } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'

export const RouteRule = Type.Object({
  method: Type.String(),
  path: Type.String(),
  needsToken: Type.Boolean(),
  scope: Nullable(Type.String()),
  permission: Nullable(Type.String()),
})
export type RouteRule = Static<typeof RouteRule>

export const RouteFilters = Type.Evaluate(
  Type.Intersect([ListQuery, Type.Object({ search: Type.Optional(Type.String({ maxLength: 200 })) })]),
)

export const Question = Type.Object({
  userId: Id,
  method: OneOf('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
  path: Type.String({
    maxLength: 2000,
    pattern: '^/',
    errorCode: 'must begin with /, as /users/5 or /users/:id',
  }),
  scope: Type.Optional(
    Type.String({
      maxLength: 2000,
      description: 'Scopes of the token, separated by spaces; by default, every scope',
    }),
  ),
})
export type Question = Static<typeof Question>

/** `own` is yes for themselves or what is theirs, no for everybody else's. */
const Verdict = OneOf('yes', 'own', 'no')
export type Verdict = Static<typeof Verdict>

/** What one of the checks of a request found; `reason` says it in English. */
export const ExplanationStep = Type.Object({
  check: OneOf('token', 'second-factor', 'scope', 'permission', 'level'),
  finding: OneOf(
    'no-token-needed',
    'user-is-active',
    'user-is-archived',
    'second-factor-lacking',
    'second-factor-set-up-here',
    'scope-needed',
    'scope-given',
    'scope-lacking',
    'permission-held',
    'permission-held-for-own',
    'permission-held-for-themselves',
    'permission-lacking',
    'level-limits',
    'level-suffices',
    'level-too-low',
  ),
  verdict: Verdict,
  reason: Type.String(),
  /** The permission that decided. */
  permission: Type.Optional(Type.String()),
  /** The level of the user whom it is done to. */
  subjectLevel: Type.Optional(Type.Integer()),
})
export type ExplanationStep = Static<typeof ExplanationStep>

export const Explanation = Type.Object({
  route: RouteRule,
  verdict: Verdict,
  /** The verdict in one sentence, then the checks that it rests on, one after the other. */
  summary: Type.String(),
  steps: Type.Array(ExplanationStep),
  user: Type.Object({ id: Id, status: OneOf('active', 'archived'), level: Type.Integer() }),
  /** The roles that give one of the route's permissions, with which of them. */
  grantedBy: Type.Array(
    Type.Object({ role: Type.String(), level: Type.Integer(), permissions: Type.Array(Type.String()) }),
  ),
})
export type Explanation = Static<typeof Explanation>
