import { randomUUID } from 'node:crypto'
import { createServiceClient, routeOf } from '@atrium/client/service-client'
import { addJob } from '@atrium/jobs/jobs'
import type { eraseUser } from '@atrium/tasks/administration/erasure/erasure.contract'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { signToken } from '#tokens/access-token.ts'
import { listUnreported, markReported } from './erasure.queries.ts'

const JOB = 'report_erasures'
const TOKEN_SECONDS = 120
const TIMEOUT_MS = 30_000

export function enqueueErasureReport(tx: Database) {
  return addJob(tx, JOB, {}, { key: JOB })
}

/** A job is retried for three days; this line reports what a task service missed that was away for longer. */
export const erasureCrontab = `23 * * * * ${JOB}`

/** For the worker: reports every erasure until the task service has carried it out. */
export function erasureTasks(deps: Deps) {
  return {
    [JOB]: async () => {
      const failures: unknown[] = []
      for (const { userId, email } of await listUnreported(deps.db)) {
        try {
          const heldProjectIds = await eraseInTasks(deps, userId, email)
          await markReported(deps.db, userId, heldProjectIds, deps.now().toISOString())
        } catch (error) {
          failures.push(error)
        }
      }
      if (failures.length > 0)
        throw new Error('The task service has not erased users', { cause: failures[0] })
    },
  }
}

const erase = routeOf<typeof eraseUser>('POST', '/users/erase')

/** Returns the projects on hold where it deleted nothing. Without a task service there is nothing to erase. */
async function eraseInTasks(deps: Deps, userId: number, email: string | null): Promise<number[]> {
  const { TASKS_INTERNAL_URL: address, TASKS_CLIENT_ID: clientId } = deps.settings
  if (!address || !clientId) return []
  const call = createServiceClient({ baseUrl: address, timeoutMs: TIMEOUT_MS })
  const token = await createErasureToken(deps, clientId, userId, email)
  const { reply, status } = await call(erase, { body: { token } })
  if (!reply) throw new Error(`The task service answered ${status}`)
  return reply.item.heldProjectIds
}

/** Signs a notice. Its token type keeps it from being accepted as another token, and others as a notice. */
function createErasureToken(deps: Deps, clientId: string, userId: number, email: string | null) {
  const now = deps.now()
  const issuedAt = Math.floor(now.getTime() / 1000)
  const claims = {
    iss: deps.settings.IDENTITY_URL,
    aud: clientId,
    sub: String(userId),
    jti: randomUUID(),
    iat: issuedAt,
    exp: issuedAt + TOKEN_SECONDS,
    ...(email !== null && { email }),
  }
  return signToken(deps.keyRing, claims, now, 'erasure+jwt')
}
