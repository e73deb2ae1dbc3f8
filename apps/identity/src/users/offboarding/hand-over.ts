import { randomUUID } from 'node:crypto'
import { createServiceClient, routeOf } from '@atrium/client/service-client'
import type { Measure } from '@atrium/core/measure'
import { addJob } from '@atrium/jobs/jobs'
import { type HandOver, type handOverWork, nothingLeft } from '@atrium/tasks/offboarding/offboarding.contract'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { signToken } from '#tokens/access-token.ts'
import { countWaiting, listWaiting, markHandedOver } from './offboarding.queries.ts'

const JOB = 'hand_over_work'
const TOKEN_SECONDS = 120
const TIMEOUT_MS = 30_000
const LIST_TIMEOUT_MS = 5000

export function enqueueHandOver(tx: Database) {
  return addJob(tx, JOB, {}, { key: JOB })
}

/** A job is retried for three days; this line catches up with a task service that was away, or a successor who first had to sign in there. */
export const handOverCrontab = `37 * * * * ${JOB}`

/** For the worker: asks the task service for every hand-over until it has carried it out. */
export function handOverTasks(deps: Deps) {
  return {
    [JOB]: async () => {
      const failures: unknown[] = []
      for (const { userId, successorId } of await listWaiting(deps.db)) {
        try {
          await handOver(deps, userId, successorId)
        } catch (error) {
          failures.push(error)
        }
      }
      if (failures.length > 0) throw new Error('Work has not been handed over', { cause: failures[0] })
    },
  }
}

async function handOver(deps: Deps, userId: number, successorId: number) {
  const { isHandedOver: _, ...leftWork } = await callTasks(deps, userId, successorId, TIMEOUT_MS)
  await markHandedOver(deps.db, { userId, successorId, leftWork, now: deps.now().toISOString() })
}

/** What the user leaves in the task service; null while it does not answer. */
export async function findLeftWork(deps: Deps, userId: number) {
  try {
    const { isHandedOver: _, ...leftWork } = await callTasks(deps, userId, undefined, LIST_TIMEOUT_MS)
    return leftWork
  } catch (error) {
    deps.log.warn({ err: error, userId }, 'the task service did not say what a user leaves')
    return null
  }
}

const route = routeOf<typeof handOverWork>('POST', '/users/hand-over')
const nothing: HandOver = { ...nothingLeft, isHandedOver: true }

/** Without a task service there is nothing to hand over. */
async function callTasks(
  deps: Deps,
  userId: number,
  successorId: number | undefined,
  timeoutMs: number,
): Promise<HandOver> {
  const { TASKS_INTERNAL_URL: address, TASKS_CLIENT_ID: clientId } = deps.settings
  if (!address || !clientId) return nothing
  const call = createServiceClient({ baseUrl: address, timeoutMs })
  const token = await createToken(deps, clientId, userId, successorId)
  const { reply, status } = await call(route, { body: { token } })
  if (!reply) throw new Error(`The task service answered ${status}`)
  // A task service of an earlier release counts less.
  return { ...nothing, ...reply.item }
}

/** Signs a notice. Its token type keeps it from being accepted as another token, and others as a notice. */
function createToken(deps: Deps, clientId: string, userId: number, successorId: number | undefined) {
  const now = deps.now()
  const issuedAt = Math.floor(now.getTime() / 1000)
  const claims = {
    iss: deps.settings.IDENTITY_URL,
    aud: clientId,
    sub: String(userId),
    jti: randomUUID(),
    iat: issuedAt,
    exp: issuedAt + TOKEN_SECONDS,
    ...(successorId !== undefined && { successor: String(successorId) }),
  }
  return signToken(deps.keyRing, claims, now, 'offboarding+jwt')
}

export function handOverMeasures({ db }: Pick<Deps, 'db'>): Measure[] {
  return [
    {
      name: 'atrium_hand_overs_waiting',
      help: 'Users who have left, whose work the task service has not handed over yet',
      isShared: true,
      read: async () => (await countWaiting(db)).count,
    },
  ]
}
