import type { MailJob, MailJobList, MailJobStatus } from '@atrium/mail/mail-job.contract'
import type { Actor } from '#access-control/actor.ts'
import type { Deps } from '#deps.ts'
import { Conflict, Forbidden, NotFound, Unavailable } from '#errors.ts'
import { onBehalfOf } from '#tokens/issue-tokens.ts'

const TIMEOUT_MS = 5000

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

  async function call<Answer>(method: string, path: string): Promise<Answer> {
    if (actor.id === null) throw forbidden() // a client has no account there
    const holder = { userId: actor.id, clientId: String(clientId), scopes: ['user:read'] }
    const answer = await onBehalfOf(deps, holder, async accessToken => {
      const headers = { authorization: `Bearer ${accessToken}` }
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const response = await fetch(`${address}/mail/jobs${path}`, {
        method,
        headers,
        signal,
        redirect: 'manual',
      })
      if (!response.ok) throw refusalOf(response)
      return (await response.json()) as Answer
    }).catch(error => {
      throw error instanceof Error && 'statusCode' in error ? error : unavailable(error)
    })
    if (answer === undefined) throw unavailable(new Error(`There is no active client ${clientId}`))
    return answer
  }

  return {
    list: ({ status, ...window }: Window) => {
      const query = new URLSearchParams({ ...(status && { status }), ...texts(window) })
      return call<MailJobList>('GET', `?${query}`)
    },
    retry: (id: number) => call<{ item: MailJob }>('POST', `/${id}/retry`).then(({ item }) => item),
    retryFailed: () => call<{ retried: number }>('POST', '/retry').then(({ retried }) => retried),
    remove: (id: number) => call<{ item: MailJob }>('DELETE', `/${id}`).then(({ item }) => item),
  }
}

function texts(numbers: Record<string, number>) {
  return Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, String(value)]))
}

function refusalOf({ status }: Response) {
  if (status === 403) return forbidden()
  if (status === 404) return new NotFound('mail_job_not_found')
  if (status === 409) return new Conflict('mail_job_running')
  return unavailable(new Error(`The task service answered ${status}`))
}

function forbidden() {
  return new Forbidden('tasks_mail_forbidden')
}

function unavailable(cause: unknown) {
  return new Unavailable('tasks_unavailable', { retryAfter: 5 }, { cause })
}
