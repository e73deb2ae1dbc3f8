import { contractsOf } from '@atrium/core/contract'
import { Item, Message } from '@atrium/core/schema'
import { MailJob, MailJobFilters, MailJobList, RetriedMailJobs } from '@atrium/mail/mail-job.contract'
import { Type } from 'typebox'
import { permission, withScope } from '#access.contract.ts'
import { CoreListQuery } from './administration-filters.contract.ts'

const MailJobListQuery = Type.Object({
  ...MailJobFilters.properties,
  offset: CoreListQuery.properties.offset,
})

const DeletedMailJob = Type.Object({ ...Item(MailJob).properties, ...Message.properties })

const contract = contractsOf('Mail queue')
const access = withScope('tasks:manage', permission('rbac.permissions.manage'))

export const listMailJobs = contract('listMailJobs', 'GET /mail/jobs', {
  summary: 'List queued emails',
  description: 'Emails that have not been sent yet: waiting, being sent or failed after all attempts.',
  access,
  query: MailJobListQuery,
  reply: MailJobList,
})

export const retryMailJob = contract('retryMailJob', 'POST /mail/jobs/:id/retry', {
  summary: 'Retry an email',
  description: 'Queues the email for delivery now, with all attempts again. 409 while it is being sent.',
  access,
  reply: Item(MailJob),
  errors: ['mail_job_not_found', 'mail_job_running'],
})

export const retryFailedMailJobs = contract('retryFailedMailJobs', 'POST /mail/jobs/retry', {
  summary: 'Retry all failed emails',
  description: 'Queues every failed email for delivery now. `retried` counts them.',
  access,
  reply: RetriedMailJobs,
})

export const deleteMailJob = contract('deleteMailJob', 'DELETE /mail/jobs/:id', {
  summary: 'Delete a queued email',
  description: 'The email is not sent. 409 while it is being sent.',
  access,
  reply: DeletedMailJob,
  errors: ['mail_job_not_found', 'mail_job_running'],
})
