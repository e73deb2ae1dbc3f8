import type { Database } from '#database.ts'
import { Conflict, Forbidden } from '#errors.ts'
import type { Actor } from './actor.ts'
import { isBuiltIn } from './built-in-permissions.ts'
import { getLevel, hasOtherOwner, lockOwnerRole, lockUser } from './hierarchy.queries.ts'

const OWNER_LEVEL = 40

/** Nobody changes a role or a user above their own highest role. */
export function refuseAbove(actor: Actor, level: number, what: 'user' | 'role' | 'level') {
  if (level > actor.level) throw new Forbidden(`${what}_above_own_role`, { level, ownLevel: actor.level })
}

/** Nobody grants a permission that they do not have. One that is not built in may also come from an owner. */
export function refuseGrantBeyond(actor: Actor, names: string[]) {
  for (const name of names) {
    if (holds(actor, name)) continue
    throw new Forbidden('grant_beyond_own', { permission: name })
  }
}

/** Nobody assigns a role that has permissions which they don't have. */
export function refuseRoleBeyond(actor: Actor, role: { permissions: string[] }) {
  const missing = role.permissions.filter(name => !holds(actor, name))
  if (missing.length > 0) throw new Forbidden('role_beyond_own', { permissions: missing })
}

function holds({ permissions, level }: Actor, name: string) {
  if (permissions.has(name)) return true
  return !isBuiltIn(name) && level >= OWNER_LEVEL && permissions.has('rbac.permissions.manage')
}

/** A user whom the actor may change, held until the transaction ends: nobody rises or falls meanwhile. */
export async function holdUser(tx: Database, actor: Actor, userId: number) {
  const user = await lockUser(tx, userId)
  if (user) refuseAbove(actor, await getLevel(tx, userId), 'user')
  return user
}

/** There is always an owner who can sign in; requests that would end this take turns. */
export async function refuseLastOwner(tx: Database, userId: number) {
  await lockOwnerRole(tx)
  if (await hasOtherOwner(tx, userId)) return
  throw new Conflict('last_owner')
}
