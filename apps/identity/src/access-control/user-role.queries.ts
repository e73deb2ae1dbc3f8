import { sql } from 'kysely'
import type { Database } from '#deps.ts'

export async function assignRole(
  db: Database,
  userId: number,
  roleName: string,
  assignedBy: number | null = null,
) {
  await db
    .insertInto('userRoles')
    .columns(['userId', 'roleId', 'assignedBy'])
    .expression(({ selectFrom }) =>
      selectFrom('roles')
        .where('name', '=', roleName)
        .select([
          sql<number>`${userId}::bigint`.as('userId'),
          'id',
          sql<number | null>`${assignedBy}::bigint`.as('assignedBy'),
        ]),
    )
    .execute()
}
