import { createServiceClient, routeOf } from '@atrium/client/service-client'
import { getServiceHealth } from '@atrium/jobs/service-health'
import type { getHealthReport as getTasksReport } from '@atrium/tasks/administration/health.contract'
import type { Actor } from '#access-control/actor.ts'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { retentionOf } from '#tokens/clean-up.ts'
import { onBehalfOf } from '#tokens/issue-tokens.ts'
import { getBackupState } from './backup-jobs.ts'
import { getHealthReport, type HealthReport } from './health.contract.ts'

const TIMEOUT_MS = 5000

export function healthRoutes(route: Route, deps: Deps, version: string) {
  route(getHealthReport, {}, async ({ actor }) => {
    const [identity, tasks, backups] = await Promise.all([
      getServiceHealth(deps.db, retentionOf(deps.settings)),
      getTasksHealth(deps, actor),
      getBackupState(deps.db),
    ])
    const isScheduled = Boolean(deps.settings.BACKUP_SCHEDULE)
    const diskMinFreeBytes = deps.settings.DISK_MIN_FREE_MB * 2 ** 20
    return { item: { version, identity, ...tasks, backups: { isScheduled, ...backups }, diskMinFreeBytes } }
  })
}

const tasksHealth = routeOf<typeof getTasksReport>('GET', '/health-report')

type TasksPart = Pick<HealthReport, 'tasks' | 'tasksProblem'>

/** With a token of the administrator for the task service, which checks its own permissions. */
async function getTasksHealth(deps: Deps, actor: Actor): Promise<TasksPart> {
  const { TASKS_INTERNAL_URL: address, TASKS_CLIENT_ID: clientId } = deps.settings
  if (!address || !clientId) return { tasks: null, tasksProblem: 'not_configured' }
  if (actor.id === null) return { tasks: null, tasksProblem: 'forbidden' } // a client has no account there
  const holder = { userId: actor.id, clientId, scopes: ['user:read'] }
  const answer = await onBehalfOf(deps, holder, async accessToken => {
    const call = createServiceClient({ baseUrl: address, timeoutMs: TIMEOUT_MS })
    const headers = { authorization: `Bearer ${accessToken}` }
    const { reply, status } = await call(tasksHealth, { headers })
    if (status === 403) return 'forbidden' as const
    if (!reply) throw new Error(`The task service answered ${status}`)
    return reply.item
  }).catch(error => {
    deps.log.warn({ err: error }, 'the health of the task service could not be read')
    return undefined
  })
  if (typeof answer === 'object') return { tasks: answer, tasksProblem: null }
  return { tasks: null, tasksProblem: answer ?? 'unavailable' }
}
