import { IdParams, Item, Message } from '@atrium/core/schema'
import type { App } from '@atrium/http/create-app'
import { actorOf, needs, permission } from '#access.ts'
import type { Deps } from '#deps.ts'
import {
  MailJob,
  MailJobFilters,
  MailJobList,
  OfAnyService,
  OfService,
  RetriedMailJobs,
} from './mail-job.contract.ts'
import { listMailJobs, removeMailJob, retryFailedMailJobs, retryMailJob } from './manage-mail-jobs.ts'

const tags = ['Mail queue']
const config = { access: needs('system:manage', permission('rbac.permissions.manage')) }

export function mailJobRoutes(app: App, deps: Deps) {
  app.get(
    '/mail/jobs',
    {
      config,
      schema: {
        tags,
        summary: 'List queued emails',
        description:
          'Emails that have not been sent yet: waiting, being sent or failed after all attempts. First those of this service, then those of the task service, which are shown to its administrators (`rbac.permissions.manage` there). `missing` names a service that was left out, and why.',
        querystring: MailJobFilters,
        response: { 200: MailJobList },
      },
    },
    async request => listMailJobs(deps, actorOf(request), request.query),
  )

  app.post(
    '/mail/jobs/:id/retry',
    {
      config,
      schema: {
        tags,
        summary: 'Retry an email',
        description:
          'Queues the email for delivery now, with all attempts again. 409 while it is being sent.',
        params: IdParams,
        querystring: OfService,
        response: { 200: Item(MailJob) },
      },
    },
    async request => {
      const { service } = request.query
      return { item: await retryMailJob(deps, actorOf(request), service, request.params.id) }
    },
  )

  app.post(
    '/mail/jobs/retry',
    {
      config,
      schema: {
        tags,
        summary: 'Retry all failed emails',
        description:
          'Queues every failed email for delivery now, of both services unless `service` names one. `retried` counts them; `missing` names a service that was left out, and why.',
        querystring: OfAnyService,
        response: { 200: RetriedMailJobs },
      },
    },
    async request => {
      const { service } = request.query
      const { retried, missing } = await retryFailedMailJobs(deps, actorOf(request), service)
      return { retried, missing, message: 'All failed emails are queued again' }
    },
  )

  app.delete(
    '/mail/jobs/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Delete a queued email',
        description: 'The email is not sent. 409 while it is being sent.',
        params: IdParams,
        querystring: OfService,
        response: { 200: Message },
      },
    },
    async request => {
      await removeMailJob(deps, actorOf(request), request.query.service, request.params.id)
      return { message: 'The email will not be sent' }
    },
  )
}
