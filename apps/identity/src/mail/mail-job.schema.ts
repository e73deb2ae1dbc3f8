import { ListQuery } from '@atrium/http/pagination'
import { Id, Instant, Nullable, OneOf } from '@atrium/http/replies'
import { type Static, Type } from 'typebox'

const MailJobStatus = OneOf('waiting', 'running', 'failed')

/** A mail that has not left yet; `failed` is not tried again by itself. */
export const MailJob = Type.Object({
  id: Id,
  kind: Type.String(),
  recipient: Nullable(Type.String()),
  status: MailJobStatus,
  attempts: Type.Integer(),
  maxAttempts: Type.Integer(),
  lastError: Nullable(Type.String()),
  runAt: Instant,
  createdAt: Instant,
})
export type MailJob = Static<typeof MailJob>

export const RetriedMailJobs = Type.Object({ retried: Type.Integer(), message: Type.String() })
export type RetriedMailJobs = Static<typeof RetriedMailJobs>

export const MailJobFilters = Type.Evaluate(
  Type.Intersect([ListQuery, Type.Object({ status: Type.Optional(MailJobStatus) })]),
)
export type MailJobFilters = Static<typeof MailJobFilters>
