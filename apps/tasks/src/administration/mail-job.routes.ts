import { inTransaction } from '@atrium/database/transaction'
import { createMailQueue, retryQueuedEmails } from '@atrium/mail/mail-queue'
import { sql } from 'kysely'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { corePageOf } from './list-filters.ts'
import { deleteMailJob, listMailJobs, retryFailedMailJobs, retryMailJob } from './mail-job.contract.ts'

const mailQueue = createMailQueue(sql<string | null>`coalesce(
  (select email from invitations where id = (content.payload ->> 'invitationId')::bigint),
  (select email from users where id = (content.payload ->> 'userId')::bigint))`)

/** The identity service calls these on behalf of an administrator and shows the emails at /admin/mail. */
export function mailJobRoutes(route: Route, deps: Deps) {
  route(listMailJobs, {}, ({ query }) => mailQueue.list(deps.db, corePageOf(query), query.status))

  route(retryMailJob, {}, async ({ params }) => ({
    item: await inTransaction(deps, tx => mailQueue.retry(tx, params.id)),
  }))

  route(retryFailedMailJobs, {}, async () => {
    const retried = await inTransaction(deps, tx => retryQueuedEmails(tx))
    return { retried, message: 'Failed emails queued again' }
  })

  route(deleteMailJob, {}, async ({ params }) => {
    const item = await inTransaction(deps, tx => mailQueue.remove(tx, params.id))
    return { item, message: 'Email deleted from the queue' }
  })
}
