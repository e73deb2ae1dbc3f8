import { inTransaction } from '@atrium/database/transaction'
import type { Deps } from '#deps.ts'
import type { Actor } from './actor.ts'
import { ensureRole, upsertRobot } from './synchronisation.queries.ts'
import { findActingRobot } from './user.queries.ts'

/** A robot has no account at the identity service. */
const NO_PASSPORT = 0

/** The user that a client acts as on its own behalf: created with its first request, and renamed with the client. */
export async function findRobotActor(deps: Deps, clientId: string, name: string): Promise<Actor> {
  const known = await findActingRobot(deps.db, clientId)
  const robot = known?.name === name ? known : await createRobot(deps, clientId, name)
  const { id, roles, permissions } = robot
  return { id, passportId: NO_PASSPORT, roles, permissions: new Set(permissions) }
}

function createRobot(deps: Deps, clientId: string, name: string) {
  return inTransaction(deps, async tx => {
    const id = await upsertRobot(tx, { clientId, name }, deps.now().toISOString())
    await ensureRole(tx, id, 'user')
    return (await findActingRobot(tx, clientId)) ?? { id, roles: [], permissions: [] }
  })
}
