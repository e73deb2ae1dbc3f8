import { contractsOf } from '@atrium/core/contract'
import { Id, Item, List, ListQuery, Nullable, OneOf } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { needs, permission } from '#access.contract.ts'

export const RouteRule = Type.Object({
  method: Type.String(),
  path: Type.String(),
  needsToken: Type.Boolean(),
  scope: Nullable(Type.String()),
  permission: Nullable(Type.String()),
})
export type RouteRule = Static<typeof RouteRule>

const RouteFilters = Type.Object({
  ...ListQuery.properties,
  search: Type.Optional(Type.String({ maxLength: 200 })),
})

export const Question = Type.Object({
  userId: Id,
  method: OneOf('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
  path: Type.String({
    maxLength: 2000,
    pattern: '^/',
    errorCode: 'path_expected',
  }),
  scope: Type.Optional(
    Type.String({
      maxLength: 2000,
      description: 'Scopes of the token, separated by spaces; by default, every scope',
    }),
  ),
})
export type Question = Static<typeof Question>

/** `own`: only for the user themselves and their own records. */
export const Verdict = OneOf('yes', 'own', 'no')
export type Verdict = Static<typeof Verdict>

/** The result of one check of a request; `reason` explains it in English. */
export const ExplanationStep = Type.Object({
  check: OneOf('token', 'second-factor', 'scope', 'permission', 'level'),
  finding: OneOf(
    'no-token-needed',
    'user-is-active',
    'user-is-archived',
    'only-for-service-accounts',
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
  /** The level of the user that the request is about. */
  subjectLevel: Type.Optional(Type.Integer()),
})
export type ExplanationStep = Static<typeof ExplanationStep>

/** The group that a role comes from. */
const GrantingGroup = Type.Object({ id: Id, name: Type.String(), source: Type.String() })
export type GrantingGroup = Static<typeof GrantingGroup>

export const Explanation = Type.Object({
  route: RouteRule,
  verdict: Verdict,
  /** The verdict in one sentence; `steps` are the checks that led to it, in order. */
  summary: Type.String(),
  steps: Type.Array(ExplanationStep),
  user: Type.Object({ id: Id, status: OneOf('active', 'archived'), level: Type.Integer() }),
  /** The roles of the user that grant one of the route's permissions, and which ones. */
  grantedBy: Type.Array(
    Type.Object({
      role: Type.String(),
      level: Type.Integer(),
      permissions: Type.Array(Type.String()),
      /** Absent for a role that was assigned to the user. */
      group: Type.Optional(GrantingGroup),
    }),
  ),
})
export type Explanation = Static<typeof Explanation>

const contract = contractsOf('Permissions')
const access = needs('system:manage', permission('rbac.permissions.read'))

export const listRouteRules = contract('listRouteRules', 'GET /rbac/routes', {
  summary: 'List access rules',
  description: 'Every route of this service with the scope and the permission it requires.',
  access,
  query: RouteFilters,
  reply: List(RouteRule),
})

export const explainAccess = contract('explainAccess', 'GET /rbac/explain', {
  summary: 'Explain access',
  description: 'Whether a user can call a route, and why: each check of a request in order, with its result.',
  access,
  query: Question,
  reply: Item(Explanation),
  errors: ['route_not_found', 'user_not_found'],
})
