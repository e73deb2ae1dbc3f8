import { ListQuery } from '@atrium/http/pagination'
import { Id, Instant, Nullable } from '@atrium/http/replies'
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
  details: Type.Record(Type.String(), Type.Unknown()),
})
export type AuditRecord = Static<typeof AuditRecord>

export const AuditFilters = Type.Evaluate(
  Type.Intersect([
    ListQuery,
    Type.Object({
      orderBy: Type.Unsafe<'id' | '-id'>({ type: 'string', enum: ['-id', 'id'], default: '-id' }),
      action: Type.Optional(Type.String({ maxLength: 100 })),
      actorId: Type.Optional(Id),
      subjectType: Type.Optional(Type.String({ maxLength: 50 })),
      subjectId: Type.Optional(Id),
      from: Type.Optional(Instant),
      to: Type.Optional(Instant),
    }),
  ]),
)
export type AuditFilters = Static<typeof AuditFilters>
