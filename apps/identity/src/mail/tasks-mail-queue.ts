import { Conflict, EntityNotFound, Forbidden, Unavailable } from '@atrium/core/errors'
import type { MailJob, MailJobList, MailJobStatus } from '@atrium/mail/mail-job.contract'
import type { Actor } from '#access-control/actor.ts'
import type { Deps } from '#deps.ts'
import { onBehalfOf } from '#tokens/issue-tokens.ts'

const TIMEOUT_MS = 5000

interface Window {
  offset: number
  limit: number
  status: MailJobStatus | undefined
}

/**
 * The queue of the task service, asked with a token of the administrator for that service: it decides by its own roles
 * whether they may. Undefined when this service does not know a task service.
 */
export function tasksMailQueue(deps: Deps, actor: Actor) {
  const { TASKS_INTERNAL_URL: address, TASKS_CLIENT_ID: clientId } = deps.settings
  if (!address || !clientId) return undefined

  async function ask<Answer>(method: string, path: string): Promise<Answer> {
    if (actor.id === null) throw isForbidden() // a client has no account there
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
      throw error instanceof Error && 'statusCode' in error ? error : isUnreachable(error)
    })
    if (answer === undefined) throw isUnreachable(new Error(`There is no active client ${clientId}`))
    return answer
  }

  return {
    list: ({ status, ...window }: Window) => {
      const query = new URLSearchParams({ ...(status && { status }), ...texts(window) })
      return ask<MailJobList>('GET', `?${query}`)
    },
    retry: (id: number) => ask<{ item: MailJob }>('POST', `/${id}/retry`).then(({ item }) => item),
    retryFailed: () => ask<{ retried: number }>('POST', '/retry').then(({ retried }) => retried),
    remove: (id: number) => ask<{ item: MailJob }>('DELETE', `/${id}`).then(({ item }) => item),
  }
}

function texts(numbers: Record<string, number>) {
  return Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, String(value)]))
}

function refusalOf({ status }: Response) {
  if (status === 403) return isForbidden()
  if (status === 404) return new EntityNotFound('Mail job')
  if (status === 409) return new Conflict('This email is being sent right now')
  return isUnreachable(new Error(`The task service answered ${status}`))
}

function isForbidden() {
  return new Forbidden('The task service does not let you manage its emails')
}

function isUnreachable(cause: unknown) {
  return new Unavailable('The task service does not answer; try again in a moment', 5, cause)
}
