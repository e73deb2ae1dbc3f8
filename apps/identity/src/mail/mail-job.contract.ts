import { contractsOf } from '@atrium/core/contract'
import { Default, Item, List, Message, OneOf } from '@atrium/core/schema'
import {
  MailJobCounts,
  MailJobFilters as OfOneService,
  MailJob as QueuedMail,
  RetriedMailJobs as Retried,
} from '@atrium/mail/mail-job.contract'
import { type Static, Type } from 'typebox'
import { needs, permission } from '#access.contract.ts'

export const MailService = OneOf('identity', 'tasks')
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
const OfService = Type.Object({ service: Default(MailService, 'identity') })
const OfAnyService = Type.Object({ service: Type.Optional(MailService) })

/** Services that were left out, and why. */
export const Missing = Type.Array(
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

const contract = contractsOf('Mail queue')
const access = needs('system:manage', permission('rbac.permissions.manage'))
const tasksErrors = ['tasks_mail_forbidden', 'tasks_unavailable'] as const

export const listMailJobs = contract('listMailJobs', 'GET /mail/jobs', {
  summary: 'List queued emails',
  description:
    'Emails that have not been sent yet: waiting, being sent or failed after all attempts. First those of this service, then those of the task service, which are shown to its administrators (`rbac.permissions.manage` there). `missing` names a service that was left out, and why.',
  access,
  query: MailJobFilters,
  reply: MailJobList,
})

export const retryMailJob = contract('retryMailJob', 'POST /mail/jobs/:id/retry', {
  summary: 'Retry an email',
  description: 'Queues the email for delivery now, with all attempts again. 409 while it is being sent.',
  access,
  query: OfService,
  reply: Item(MailJob),
  errors: ['mail_job_not_found', 'mail_job_running', ...tasksErrors],
})

export const retryFailedMailJobs = contract('retryFailedMailJobs', 'POST /mail/jobs/retry', {
  summary: 'Retry all failed emails',
  description:
    'Queues every failed email for delivery now, of both services unless `service` names one. `retried` counts them; `missing` names a service that was left out, and why.',
  access,
  query: OfAnyService,
  reply: RetriedMailJobs,
})

export const deleteMailJob = contract('deleteMailJob', 'DELETE /mail/jobs/:id', {
  summary: 'Delete a queued email',
  description: 'The email is not sent. 409 while it is being sent.',
  access,
  query: OfService,
  reply: Message,
  errors: ['mail_job_not_found', 'mail_job_running', ...tasksErrors],
})
