import { createServiceClient, routeOf } from '@atrium/client/service-client'
import type { listProjects } from '@atrium/tasks/projects/project.contract'
import type { Deps } from '#deps.ts'
import { Unavailable } from '#errors.ts'
import { onBehalfOf } from '#tokens/issue-tokens.ts'
import type { TokenProject } from './personal-token.contract.ts'

const TIMEOUT_MS = 5000
const MAX_PROJECTS = 1000
const projects = routeOf<typeof listProjects>('GET', '/project')

/** The user's projects, as the task service lists them. Empty if no task service is configured. */
export async function listTasksProjects(deps: Deps, userId: number): Promise<TokenProject[]> {
  const { TASKS_INTERNAL_URL: address, TASKS_CLIENT_ID: clientId } = deps.settings
  if (!address || !clientId) return []
  const found = await onBehalfOf(deps, { userId, clientId, scopes: ['user:read'] }, async accessToken => {
    const call = createServiceClient({ baseUrl: address, timeoutMs: TIMEOUT_MS })
    const headers = { authorization: `Bearer ${accessToken}` }
    const { reply, status } = await call(projects, { query: { limit: MAX_PROJECTS }, headers })
    if (!reply) throw new Error(`The task service answered ${status}`)
    return reply
  }).catch(unavailable)
  return (found?.items ?? []).map(({ id, name }) => ({ id, name }))
}

function unavailable(cause: unknown): never {
  throw new Unavailable('tasks_unavailable', { retryAfter: 5 }, { cause })
}
