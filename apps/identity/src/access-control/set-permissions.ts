import { ValidationFailed } from '@atrium/http/errors'
import type { Database } from '#deps.ts'
import { refuseOwnerWithFewer } from './built-in-permissions.ts'
import { replacePermissions } from './role-permission.queries.ts'

export async function setPermissions(tx: Database, role: { id: number; name: string }, names: string[]) {
  refuseOwnerWithFewer(role, names)
  const known = await replacePermissions(tx, role.id, names)
  const unknown = names.filter(name => !known.includes(name))
  if (unknown.length > 0) {
    throw new ValidationFailed({ permissions: unknown.map(name => `has ${name}, which does not exist`) })
  }
}
