import { orderOf, pageOf } from '@atrium/core/paging'
import { listPage } from '@atrium/database/list-page'
import { sql } from 'kysely'
import type { Database } from '#database.ts'
import { NotFound } from '#errors.ts'
import type { ForwardApplication, ForwardApplicationFilters } from './forward-application.contract.ts'

export async function getForwardApplication(db: Database, id: number): Promise<ForwardApplication> {
  const found = await selectApplications(db).where('forwardApplications.id', '=', id).executeTakeFirst()
  if (!found) throw new NotFound('forward_application_not_found')
  return found
}

export function listForwardApplications(db: Database, filters: ForwardApplicationFilters) {
  const { field, direction } = orderOf(filters.orderBy)
  const applications = selectApplications(db)
    .orderBy(`forwardApplications.${field}`, direction)
    .orderBy('forwardApplications.id', direction)
  return listPage(applications, pageOf(filters))
}

export async function findApplicationOfHost(db: Database, host: string) {
  return selectApplications(db)
    .innerJoin('forwardHosts', 'forwardHosts.applicationId', 'forwardApplications.id')
    .where('forwardHosts.host', '=', host)
    .executeTakeFirst()
}

type Fields = Pick<ForwardApplication, 'name' | 'requiredGroups' | 'publicPaths'>

export async function insertForwardApplication(tx: Database, fields: Fields, now: string) {
  const { id } = await tx
    .insertInto('forwardApplications')
    .values({ ...fields, createdAt: now, updatedAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns false if there is no such application. */
export async function updateForwardApplication(
  tx: Database,
  id: number,
  changes: Partial<Fields>,
  now: string,
) {
  const { numUpdatedRows } = await tx
    .updateTable('forwardApplications')
    .set({ ...changes, updatedAt: now })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function replaceHosts(tx: Database, applicationId: number, hosts: string[]) {
  await tx.deleteFrom('forwardHosts').where('applicationId', '=', applicationId).execute()
  await tx
    .insertInto('forwardHosts')
    .values(hosts.map(host => ({ host, applicationId })))
    .execute()
}

/** Returns false if there is no such application. */
export async function deleteForwardApplication(tx: Database, id: number) {
  const { numDeletedRows } = await tx
    .deleteFrom('forwardApplications')
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Finds a host that belongs to another application. */
export async function findTakenHost(tx: Database, hosts: string[], applicationId: number | null) {
  const taken = await tx
    .selectFrom('forwardHosts')
    .where('host', 'in', hosts)
    .where('applicationId', 'is distinct from', applicationId)
    .select('host')
    .executeTakeFirst()
  return taken?.host
}

/** What the headers of a passed request say, or undefined if the session has ended. */
export async function findForwardedUser(
  db: Database,
  { userId, familyId }: { userId: number; familyId: number },
) {
  return db
    .selectFrom('users')
    .innerJoin('tokenFamilies', 'tokenFamilies.userId', 'users.id')
    .where('users.id', '=', userId)
    .where('tokenFamilies.id', '=', familyId)
    .where('tokenFamilies.revokedAt', 'is', null)
    .where('users.archivedAt', 'is', null)
    .select([
      'users.id',
      'users.name',
      'users.surname',
      'users.email',
      sql<{ id: number; name: string }[]>`array(
        select json_build_object('id', groups.id, 'name', groups.name) from groups
        where groups.id in (select group_id from group_members where group_members.user_id = users.id)
        order by groups.name)`.as('groups'),
    ])
    .executeTakeFirst()
}

function selectApplications(db: Database) {
  return db.selectFrom('forwardApplications').select([
    'forwardApplications.id',
    'forwardApplications.name',
    sql<string[]>`array(
      select host from forward_hosts
      where forward_hosts.application_id = forward_applications.id order by host)`.as('hosts'),
    'forwardApplications.requiredGroups',
    'forwardApplications.publicPaths',
    'forwardApplications.createdAt',
    'forwardApplications.updatedAt',
  ])
}
