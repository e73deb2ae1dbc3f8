import type { App } from '@atrium/http/create-app'
import { IdParams, Item, List, Message } from '@atrium/http/replies'
import { actorOf, needs, permission } from '#access.ts'
import type { Deps } from '#deps.ts'
import { listMailJobs } from './mail-job.queries.ts'
import { MailJob, MailJobFilters, RetriedMailJobs } from './mail-job.schema.ts'
import { removeMailJob, retryFailedMailJobs, retryMailJob } from './manage-mail-jobs.ts'

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
        description: 'Emails that have not been sent yet: waiting, being sent or failed after all attempts.',
        querystring: MailJobFilters,
        response: { 200: List(MailJob) },
      },
    },
    async ({ query }) => listMailJobs(deps.db, query),
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
        response: { 200: Item(MailJob) },
      },
    },
    async request => ({ item: await retryMailJob(deps, actorOf(request), request.params.id) }),
  )

  app.post(
    '/mail/jobs/retry',
    {
      config,
      schema: {
        tags,
        summary: 'Retry all failed emails',
        description: 'Queues every failed email for delivery now. `retried` counts them.',
        response: { 200: RetriedMailJobs },
      },
    },
    async request => {
      const retried = await retryFailedMailJobs(deps, actorOf(request))
      return { retried, message: 'Every mail that had failed is tried again' }
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
        response: { 200: Message },
      },
    },
    async request => {
      await removeMailJob(deps, actorOf(request), request.params.id)
      return { message: 'The mail will not be sent' }
    },
  )
}
