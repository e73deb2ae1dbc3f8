import { Id, Instant, List, ListQuery, Nullable, OneOf } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'

const MailJobStatus = OneOf('waiting', 'running', 'failed')
export type MailJobStatus = Static<typeof MailJobStatus>

/** An email that has not been sent yet; `failed` is not retried automatically. */
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

export const MailJobFilters = Type.Object({
  ...ListQuery.properties,
  status: Type.Optional(MailJobStatus),
})
export type MailJobFilters = Static<typeof MailJobFilters>

/** The counts of the whole queue, whatever status the list is limited to. */
export const MailJobCounts = Type.Object({
  waiting: Type.Integer(),
  running: Type.Integer(),
  failed: Type.Integer(),
})
export type MailJobCounts = Static<typeof MailJobCounts>

export const MailJobList = Type.Object({ ...List(MailJob).properties, counts: MailJobCounts })
export type MailJobList = Static<typeof MailJobList>

export const RetriedMailJobs = Type.Object({ retried: Type.Integer(), message: Type.String() })
