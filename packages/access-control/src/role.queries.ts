import { errorsOf } from '@atrium/core/errors'
import { type Insertable, type Kysely, type SelectQueryBuilder, sql, type Updateable } from 'kysely'
import { rolesErrors } from './roles.errors.ts'
import { type AccessTables, tables } from './tables.ts'

const { NotFound } = errorsOf(rolesErrors)

type Roles = AccessTables['roles']
type Selection<Role> = SelectQueryBuilder<AccessTables, 'roles', Role>

export function selectRoles<DB extends AccessTables>(db: Kysely<DB>) {
  return tables(db)
    .selectFrom('roles')
    .select([
      'roles.id',
      'roles.name',
      'roles.description',
      'roles.isSystem',
      'roles.createdAt',
      'roles.updatedAt',
      sql<string[]>`array(
        select permissions.name from role_permissions join permissions on permissions.id = role_permissions.permission_id
        where role_permissions.role_id = roles.id order by permissions.name)`.as('permissions'),
    ])
}

export function findRole<Role>(roles: Selection<Role>, id: number) {
  return roles.where('roles.id', '=', id).executeTakeFirst()
}

export async function getRole<Role>(roles: Selection<Role>, id: number) {
  const role = await findRole(roles, id)
  if (!role) throw new NotFound('role_not_found')
  return role
}

/** Its assignments can still be written. */
export async function lockRole<DB extends AccessTables>(tx: Kysely<DB>, id: number) {
  await tables(tx).selectFrom('roles').where('id', '=', id).select('id').forNoKeyUpdate().execute()
}

export async function insertRole<DB extends AccessTables, Role extends Insertable<Roles>>(
  tx: Kysely<DB>,
  role: Role,
) {
  const { id } = await tables(tx).insertInto('roles').values(role).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateRole<DB extends AccessTables, Changes extends Updateable<Roles>>(
  tx: Kysely<DB>,
  id: number,
  changes: Changes,
) {
  await tables(tx).updateTable('roles').set(changes).where('id', '=', id).execute()
}

/** Its assignments are deleted with it. */
export async function deleteRole<DB extends AccessTables>(tx: Kysely<DB>, id: number) {
  await tables(tx).deleteFrom('roles').where('id', '=', id).execute()
}
