import { IdParams, Item, Message } from '@atrium/core/schema'
import { inTransaction } from '@atrium/database/transaction'
import type { App } from '@atrium/http/create-app'
import { MailJob, MailJobFilters, MailJobList, RetriedMailJobs } from '@atrium/mail/mail-job.contract'
import { createMailQueue, retryQueuedEmails } from '@atrium/mail/mail-queue'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { permission } from '#access.ts'
import type { Deps } from '#deps.ts'
import { CoreListQuery } from './administration-filters.contract.ts'
import { corePageOf } from './list-filters.ts'

const MailJobListQuery = Type.Object({
  ...MailJobFilters.properties,
  offset: CoreListQuery.properties.offset,
})

const DeletedMailJob = Type.Object({ ...Item(MailJob).properties, ...Message.properties })

const mailQueue = createMailQueue(sql<string | null>`coalesce(
  (select email from invitations where id = (content.payload ->> 'invitationId')::bigint),
  (select email from users where id = (content.payload ->> 'userId')::bigint))`)

/** The identity service calls these on behalf of an administrator and shows the emails at /admin/mail. */
export function mailJobRoutes(app: App, deps: Deps) {
  const tags = ['Mail queue']
  const config = { access: permission('rbac.permissions.manage') }

  app.get(
    '/mail/jobs',
    {
      config,
      schema: {
        tags,
        summary: 'List queued emails',
        description: 'Emails that have not been sent yet: waiting, being sent or failed after all attempts.',
        querystring: MailJobListQuery,
        response: { 200: MailJobList },
      },
    },
    async ({ query }) => mailQueue.list(deps.db, corePageOf(query), query.status),
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
    async ({ params }) => ({ item: await inTransaction(deps, tx => mailQueue.retry(tx, params.id)) }),
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
    async () => {
      const retried = await inTransaction(deps, tx => retryQueuedEmails(tx))
      return { retried, message: 'All failed emails are queued again' }
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
        response: { 200: DeletedMailJob },
      },
    },
    async ({ params }) => {
      const item = await inTransaction(deps, tx => mailQueue.remove(tx, params.id))
      return { item, message: 'The email will not be sent' }
    },
  )
}
