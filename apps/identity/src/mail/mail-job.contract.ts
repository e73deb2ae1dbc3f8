import { List, OneOf } from '@atrium/core/schema'
import {
  MailJobCounts,
  MailJobFilters as OfOneService,
  MailJob as QueuedMail,
  RetriedMailJobs as Retried,
} from '@atrium/mail/mail-job.contract'
import { type Static, Type } from 'typebox'

const MailService = OneOf('identity', 'tasks')
export type MailService = Static<typeof MailService>

/** Ids are unique within their service only. */
export const MailJob = Type.Object({ service: MailService, ...QueuedMail.properties })
export type MailJob = Static<typeof MailJob>

export const MailJobFilters = Type.Object({
  ...OfOneService.properties,
  service: Type.Optional(MailService),
})
export type MailJobFilters = Static<typeof MailJobFilters>

/** Which service an id or an action is about. */
export const OfService = Type.Object({
  service: Type.Unsafe<MailService>({ ...MailService, default: 'identity' }),
})
export const OfAnyService = Type.Object({ service: Type.Optional(MailService) })

/** Services that were left out, and why. */
const Missing = Type.Array(
  Type.Object({ service: MailService, reason: OneOf('not_configured', 'forbidden', 'unreachable') }),
)
export type Missing = Static<typeof Missing>

export const MailJobList = Type.Object({
  ...List(MailJob).properties,
  counts: MailJobCounts,
  missing: Missing,
})
export type MailJobList = Static<typeof MailJobList>

export const RetriedMailJobs = Type.Object({ ...Retried.properties, missing: Missing })
export type RetriedMailJobs = Static<typeof RetriedMailJobs>
