import { type Answer, createServiceClient, routeOf } from '@atrium/client/service-client'
import type { MailJobStatus } from '@atrium/mail/mail-job.contract'
import type {
  deleteMailJob,
  listMailJobs,
  retryFailedMailJobs,
  retryMailJob,
} from '@atrium/tasks/administration/mail-job.contract'
import type { Actor } from '#access-control/actor.ts'
import type { Deps } from '#deps.ts'
import { Conflict, Forbidden, NotFound, Unavailable } from '#errors.ts'
import { onBehalfOf } from '#tokens/issue-tokens.ts'

const TIMEOUT_MS = 5000

const routes = {
  list: routeOf<typeof listMailJobs>('GET', '/mail/jobs'),
  retry: routeOf<typeof retryMailJob>('POST', '/mail/jobs/:id/retry'),
  retryFailed: routeOf<typeof retryFailedMailJobs>('POST', '/mail/jobs/retry'),
  remove: routeOf<typeof deleteMailJob>('DELETE', '/mail/jobs/:id'),
}

interface Window {
  offset: number
  limit: number
  status: MailJobStatus | undefined
}

/**
 * The queue of the task service, called with a token of the administrator for that service, which checks its own
 * permissions. Undefined if no task service is configured.
 */
export function tasksMailQueue(deps: Deps, actor: Actor) {
  const { TASKS_INTERNAL_URL: address, TASKS_CLIENT_ID: clientId } = deps.settings
  if (!address || !clientId) return undefined

  const call = createServiceClient({ baseUrl: address, timeoutMs: TIMEOUT_MS })

  async function send<Reply>(request: (headers: { authorization: string }) => Promise<Answer<Reply>>) {
    if (actor.id === null) throw forbidden() // a client has no account there
    const holder = { userId: actor.id, clientId: String(clientId), scopes: ['user:read'] }
    const reply = await onBehalfOf(deps, holder, async accessToken => {
      const answer = await request({ authorization: `Bearer ${accessToken}` })
      return answer.reply ?? refuse(answer.status)
    }).catch(error => {
      throw error instanceof Error && 'statusCode' in error ? error : unavailable(error)
    })
    return reply ?? refuse(undefined)
  }

  return {
    list: (query: Window) => send(headers => call(routes.list, { query, headers })),
    retry: (id: number) =>
      send(headers => call(routes.retry, { params: { id }, headers })).then(({ item }) => item),
    retryFailed: () => send(headers => call(routes.retryFailed, { headers })).then(({ retried }) => retried),
    remove: (id: number) =>
      send(headers => call(routes.remove, { params: { id }, headers })).then(({ item }) => item),
  }
}

function refuse(status: number | undefined): never {
  if (status === 403) throw forbidden()
  if (status === 404) throw new NotFound('mail_job_not_found')
  if (status === 409) throw new Conflict('mail_job_running')
  throw unavailable(
    new Error(status ? `The task service answered ${status}` : 'No client has TASKS_CLIENT_ID'),
  )
}

function forbidden() {
  return new Forbidden('tasks_mail_forbidden')
}

function unavailable(cause: unknown) {
  return new Unavailable('tasks_unavailable', { retryAfter: 5 }, { cause })
}
