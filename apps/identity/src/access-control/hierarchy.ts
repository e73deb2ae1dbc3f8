import * as rules from '@atrium/access-control/role.rules'
import type { Database } from '#database.ts'
import { Conflict, Forbidden, ValidationFailed } from '#errors.ts'
import type { Actor } from './actor.ts'
import { getLevel, hasOtherOwner, lockOwnerRole, lockUser } from './hierarchy.queries.ts'
import { builtInPermissions, isBuiltIn } from './scopes.contract.ts'

const OWNER_LEVEL = 40

/** Nobody changes a role or a user above their own highest role. */
export function refuseAbove(actor: Actor, level: number, what: 'user' | 'role' | 'level') {
  if (level > actor.level) throw new Forbidden(`${what}_above_own_role`, { level, ownLevel: actor.level })
}

export function refuseGrantBeyond(actor: Actor, names: string[]) {
  rules.refuseGrantBeyond(names, name => canGrant(actor, name))
}

export function refuseRoleBeyond(actor: Actor, role: { permissions: string[] }) {
  rules.refuseRoleBeyond(role, name => canGrant(actor, name))
}

/** What they have; owners also what is not built in. */
function canGrant({ permissions, level }: Actor, name: string) {
  if (permissions.has(name)) return true
  return !isBuiltIn(name) && level >= OWNER_LEVEL && permissions.has('rbac.permissions.manage')
}

export function refuseBuiltIn(name: string) {
  if (isBuiltIn(name)) throw new Conflict('built_in_permission', { permission: name })
}

/** The owner has full access: without it, nobody could grant anything again. */
export function refuseOwnerWithout(role: { name: string }, name: string) {
  if (role.name === 'owner' && isBuiltIn(name)) {
    throw new Conflict('owner_keeps_permission', { permission: name })
  }
}

export function refuseOwnerWithFewer(role: { name: string }, names: string[]) {
  for (const name of builtInPermissions) if (!names.includes(name)) refuseOwnerWithout(role, name)
}

/** Locks a user whom the actor can manage, so that their roles do not change until the transaction ends. */
export async function lockManageableUser(tx: Database, actor: Actor, userId: number) {
  const user = await lockUser(tx, userId)
  if (user) refuseAbove(actor, await getLevel(tx, userId), 'user')
  if (user?.erasedAt) throw new Conflict('user_erased')
  return user
}

/** Locks the user whose record is written: the named one or the caller. A client has no records of its own. */
export async function lockSubject(tx: Database, actor: Actor, userId: number | null = actor.id) {
  if (userId === null) throw new ValidationFailed({ userId: 'required' })
  const user = await lockManageableUser(tx, actor, userId)
  if (!user) throw new ValidationFailed({ userId: 'does_not_exist' })
  return user.id
}

/** There is always an owner who can sign in; requests that could end this wait for each other. */
export async function refuseLastOwner(tx: Database, userId: number) {
  await lockOwnerRole(tx)
  if (!(await hasOtherOwner(tx, userId))) throw new Conflict('last_owner')
}
