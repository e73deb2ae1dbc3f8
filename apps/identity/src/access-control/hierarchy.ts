import { Conflict, Forbidden } from '@atrium/core/errors'
import type { Database } from '#deps.ts'
import type { Actor } from './actor.ts'
import { isBuiltIn } from './built-in-permissions.ts'
import { getLevel, hasOtherOwner, lockOwnerRole, lockUser } from './hierarchy.queries.ts'

const OWNER_LEVEL = 40

/** Nobody acts upon a role or a user above their own highest role. */
export function refuseAbove(actor: Actor, level: number, what: string) {
  if (level > actor.level) {
    throw new Forbidden(`${what} stands above your own highest role`, {
      details: { level, ownLevel: actor.level },
    })
  }
}

/** Nobody grants a permission that they do not have. One that is not built in may also come from an owner. */
export function refuseGrantBeyond(actor: Actor, names: string[]) {
  for (const name of names) {
    if (holds(actor, name)) continue
    throw new Forbidden(`You can only grant permissions that you have yourself; you do not have ${name}`, {
      details: { permission: name },
    })
  }
}

/** Nobody assigns a role that may do more than they may themselves. */
export function refuseRoleBeyond(actor: Actor, role: { name: string; permissions: string[] }) {
  const missing = role.permissions.filter(name => !holds(actor, name))
  if (missing.length === 0) return
  throw new Forbidden(`The role ${role.name} has permissions that you do not have: ${missing.join(', ')}`, {
    details: { permissions: missing },
  })
}

function holds({ permissions, level }: Actor, name: string) {
  if (permissions.has(name)) return true
  return !isBuiltIn(name) && level >= OWNER_LEVEL && permissions.has('rbac.permissions.manage')
}

/** A user whom the actor may change, held until the transaction ends: nobody rises or falls meanwhile. */
export async function holdUser(tx: Database, actor: Actor, userId: number) {
  const user = await lockUser(tx, userId)
  if (user) refuseAbove(actor, await getLevel(tx, userId), 'This user')
  return user
}

/** There is always an owner who can sign in; requests that would end this take turns. */
export async function refuseLastOwner(tx: Database, userId: number) {
  await lockOwnerRole(tx)
  if (await hasOtherOwner(tx, userId)) return
  throw new Conflict('This is the last owner; make another one first', { reason: 'last_owner' })
}
