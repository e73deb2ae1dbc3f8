import { createServiceClient, routeOf } from '@atrium/client/service-client'
import type { getCurrentUser } from '@atrium/tasks/administration/user.contract'
import type { Actor } from '#access-control/actor.ts'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { onBehalfOf } from '#tokens/issue-tokens.ts'
import { getTasksPermissions } from './tasks-permissions.contract.ts'

const TIMEOUT_MS = 5000

const tasksUser = routeOf<typeof getCurrentUser>('GET', '/users/me')

export function tasksPermissionRoutes(route: Route, deps: Deps) {
  route(getTasksPermissions, {}, async ({ actor }) => ({
    item: { permissions: (await readPermissions(deps, actor)) ?? [] },
  }))
}

/** With a token of the administrator for the task service, which knows what they can do there. */
async function readPermissions(deps: Deps, actor: Actor) {
  const { TASKS_INTERNAL_URL: address, TASKS_CLIENT_ID: clientId } = deps.settings
  if (!address || !clientId || actor.id === null) return
  const holder = { userId: actor.id, clientId, scopes: ['user:read'] }
  try {
    return await onBehalfOf(deps, holder, async accessToken => {
      const call = createServiceClient({ baseUrl: address, timeoutMs: TIMEOUT_MS })
      const headers = { authorization: `Bearer ${accessToken}` }
      return (await call(tasksUser, { headers })).reply?.item.permissions
    })
  } catch (error) {
    deps.log.warn({ err: error }, 'the permissions in the task service could not be read')
  }
}
