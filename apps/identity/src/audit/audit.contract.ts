import { Id, Instant, ListQuery, Nullable } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'

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

/** As an administrator reads it: who did it and what it is about go by name, while they still exist. */
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
      orderBy: Type.Unsafe<'id' | '-id'>({ type: 'string', enum: ['-id', 'id'], default: '-id' }),
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
