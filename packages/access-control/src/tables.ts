import type { Generated, Kysely } from 'kysely'

/** What both services' databases have. */
export interface AccessTables {
  permissions: { description: string | null; id: Generated<number>; name: string }
  rolePermissions: { permissionId: number; roleId: number }
  roles: {
    createdAt: Generated<string>
    description: string | null
    id: Generated<number>
    isSystem: Generated<boolean>
    name: string
    updatedAt: Generated<string>
  }
  userRoles: {
    assignedAt: Generated<string>
    assignedBy: number | null
    id: Generated<number>
    roleId: number
    userId: number
  }
}

/** A service's database as far as these queries know it. */
export function tables<DB extends AccessTables>(db: Kysely<DB>): Kysely<AccessTables> {
  return db as unknown as Kysely<AccessTables>
}
