import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import * as commands from './mail-job.commands.ts'
import { deleteMailJob, listMailJobs, retryFailedMailJobs, retryMailJob } from './mail-job.contract.ts'

export function mailJobRoutes(route: Route, deps: Deps) {
  route(listMailJobs, {}, ({ actor, query }) => commands.listMailJobs(deps, actor, query))

  route(retryMailJob, {}, async ({ actor, params, query }) => ({
    item: await commands.retryMailJob(deps, actor, query.service, params.id),
  }))

  route(retryFailedMailJobs, {}, async ({ actor, query }) => {
    const { retried, missing } = await commands.retryFailedMailJobs(deps, actor, query.service)
    return { retried, missing, message: 'Failed emails queued again' }
  })

  route(deleteMailJob, {}, async ({ actor, params, query }) => {
    await commands.deleteMailJob(deps, actor, query.service, params.id)
    return { message: 'Email deleted from the queue' }
  })
}
