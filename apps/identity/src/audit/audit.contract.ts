import { contract } from '@atrium/core/contract'
import { Default, Id, Instant, List, ListQuery, Nullable, OneOf } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { needs, permission } from '#access.contract.ts'

export const AuditRecord = Type.Object({
  id: Id,
  at: Instant,
  action: Type.String(),
  actorId: Nullable(Id),
  clientId: Nullable(Type.String()),
  subjectType: Nullable(Type.String()),
  subjectId: Nullable(Id),
  address: Nullable(Type.String()),
  requestId: Nullable(
    Type.String({ description: 'The `X-Request-Id` of the request; null for what the console did' }),
  ),
  details: Type.Record(Type.String(), Type.Unknown()),
})
export type AuditRecord = Static<typeof AuditRecord>

/** With the names of actor and subject, while they exist. */
export const NamedAuditRecord = Type.Evaluate(
  Type.Intersect([
    AuditRecord,
    Type.Object({ actorName: Nullable(Type.String()), subjectName: Nullable(Type.String()) }),
  ]),
)
export type NamedAuditRecord = Static<typeof NamedAuditRecord>

export const AuditFilters = Type.Evaluate(
  Type.Intersect([
    ListQuery,
    Type.Object({
      orderBy: Default(OneOf('-id', 'id'), '-id'),
      action: Type.Optional(Type.String({ maxLength: 100 })),
      actorId: Type.Optional(Id),
      userId: Type.Optional(Type.Unsafe<number>({ ...Id, description: 'Entries by or about this user' })),
      subjectType: Type.Optional(Type.String({ maxLength: 50 })),
      subjectId: Type.Optional(Id),
      from: Type.Optional(Instant),
      to: Type.Optional(Instant),
    }),
  ]),
)
export type AuditFilters = Static<typeof AuditFilters>

export const listAuditRecords = contract({
  method: 'GET',
  path: '/audit',
  tag: 'Audit',
  summary: 'List audit entries',
  description:
    'Who did what to whom, newest first by default. Filter by action, actor, subject and time; `userId` finds entries by or about a user.',
  access: needs('system:manage', permission('rbac.permissions.manage')),
  query: AuditFilters,
  reply: List(NamedAuditRecord),
})
