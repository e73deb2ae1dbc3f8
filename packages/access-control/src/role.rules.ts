import { errorsOf } from '@atrium/core/errors'
import { rolesErrors } from './roles.errors.ts'

const { Conflict, Forbidden } = errorsOf(rolesErrors)

interface Role {
  name: string
  isSystem: boolean
  permissions: string[]
}

/** The services find system roles by their names. */
export function refuseSystemRename(role: Pick<Role, 'name' | 'isSystem'>, name = role.name) {
  if (role.isSystem && name !== role.name) throw new Conflict('system_role_name_fixed')
}

export function refuseSystemDelete({ isSystem }: Pick<Role, 'isSystem'>) {
  if (isSystem) throw new Conflict('system_role_not_deletable')
}

/** Nobody grants a permission that they do not have. */
export function refuseGrantBeyond(names: string[], canGrant: (name: string) => boolean) {
  const missing = names.find(name => !canGrant(name))
  if (missing) throw new Forbidden('grant_beyond_own', { permission: missing })
}

/** Otherwise the permission to assign roles would be every permission there is. */
export function refuseRoleBeyond(
  { permissions }: Pick<Role, 'permissions'>,
  canGrant: (name: string) => boolean,
) {
  const missing = permissions.filter(name => !canGrant(name))
  if (missing.length > 0) throw new Forbidden('role_beyond_own', { permissions: missing })
}
