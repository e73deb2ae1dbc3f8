import { ValidationFailed } from '@atrium/core/errors'
import type { Database } from '#database.ts'
import type { Actor } from './actor.ts'
import { refuseOwnerWithFewer } from './built-in-permissions.ts'
import { refuseGrantBeyond } from './hierarchy.ts'
import { replacePermissions } from './role-permission.queries.ts'

interface Granted {
  id: number
  name: string
  /** Those that the role has so far. */
  permissions: string[]
}

export async function setPermissions(tx: Database, actor: Actor, role: Granted, names: string[]) {
  refuseOwnerWithFewer(role, names)
  const known = await replacePermissions(tx, role.id, names)
  const unknown = names.filter(name => !known.includes(name))
  if (unknown.length > 0) {
    throw new ValidationFailed({ permissions: unknown.map(name => `has ${name}, which does not exist`) })
  }
  refuseGrantBeyond(
    actor,
    names.filter(name => !role.permissions.includes(name)),
  )
}
