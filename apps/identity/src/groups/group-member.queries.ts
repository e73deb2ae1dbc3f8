import { pageOf } from '@atrium/core/paging'
import { containing, wordsOf } from '@atrium/database/conditions'
import { listPage } from '@atrium/database/list-page'
import { sql } from 'kysely'
import type { Database } from '#database.ts'
import { type GroupMember, LOCAL, type MemberFilters } from './group.contract.ts'

export async function findGroupMember(
  db: Database,
  groupId: number,
  userId: number,
): Promise<GroupMember | undefined> {
  return selectMembers(db, groupId).where('users.id', '=', userId).executeTakeFirst()
}

export function listGroupMembers(db: Database, groupId: number, { search, ...filters }: MemberFilters) {
  const members = wordsOf(search)
    .reduce(
      (found, word) =>
        found.where(
          'users.searchWords',
          'like',
          sql<string>`lower(${containing(word)}::text collate natural_order)`,
        ),
      selectMembers(db, groupId),
    )
    .orderBy('users.surname')
    .orderBy('users.name')
    .orderBy('users.id')
  return listPage(members, pageOf(filters))
}

interface Membership {
  groupId: number
  userId: number
  source: string
  addedBy: number | null
  addedAt: string
}

/**
 * Adds those memberships that do not exist yet and returns the ids of their users. Unknown users are left out, and nothing
 * is added to a group that a concurrent transaction has deleted.
 */
export async function insertMemberships(
  tx: Database,
  { groupId, source, addedBy, addedAt }: Omit<Membership, 'userId'>,
  userIds: number[],
) {
  const { rows } = await sql<{ userId: number }>`
    with existing as (select id from groups where id = ${groupId} for key share)
    insert into group_members (group_id, user_id, source, added_by, added_at)
    select existing.id, users.id, ${source}, ${addedBy}::bigint, ${addedAt}::timestamptz
    from existing, users where users.id = any(${userIds}::bigint[]) and users.erased_at is null order by users.id
    on conflict do nothing returning user_id`.execute(tx)
  return rows.map(({ userId }) => userId)
}

/** Removes memberships of one source only and returns the ids of the users who had one. */
export async function deleteMemberships(tx: Database, groupId: number, source: string, userIds: number[]) {
  const { rows } = await sql<{ userId: number }>`
    delete from group_members
    where group_id = ${groupId} and source = ${source} and user_id = any(${userIds}::bigint[])
    returning user_id`.execute(tx)
  return rows.map(({ userId }) => userId)
}

/** Locks users in the order of their ids, so that two changes of large groups do not deadlock, and returns the ids of those who exist. */
export async function lockMembers(tx: Database, userIds: number[]) {
  const { rows } = await sql<{ id: number }>`
    select id from users where id = any(${userIds}::bigint[]) order by id for no key update`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Lists the users who are members through this source. */
export async function listMemberIds(tx: Database, groupId: number, source: string) {
  const rows = await tx
    .selectFrom('groupMembers')
    .where('groupId', '=', groupId)
    .where('source', '=', source)
    .select('userId')
    .orderBy('userId')
    .execute()
  return rows.map(({ userId }) => userId)
}

/** Lists every membership that comes from this source. */
export async function listMembershipsOfSource(tx: Database, source: string) {
  return tx
    .selectFrom('groupMembers')
    .where('source', '=', source)
    .select(['groupId', 'userId'])
    .orderBy('groupId')
    .execute()
}

/** Lists the members, whatever their sources. */
export async function listAllMemberIds(db: Database, groupId: number) {
  const rows = await db
    .selectFrom('groupMembers')
    .where('groupId', '=', groupId)
    .select('userId')
    .distinct()
    .orderBy('userId')
    .execute()
  return rows.map(({ userId }) => userId)
}

/** Lists the groups that the user is in through this source. */
export async function listGroupIds(tx: Database, userId: number, source: string) {
  const rows = await tx
    .selectFrom('groupMembers')
    .where('userId', '=', userId)
    .where('source', '=', source)
    .select('groupId')
    .execute()
  return rows.map(({ groupId }) => groupId)
}

function selectMembers(db: Database, groupId: number) {
  return db
    .selectFrom('users')
    .innerJoin(
      ({ selectFrom }) =>
        selectFrom('groupMembers')
          .where('groupId', '=', groupId)
          .groupBy('userId')
          .select([
            'userId',
            sql<string[]>`array_agg(source order by source <> ${LOCAL}, source)`.as('sources'),
            sql<string>`min(added_at)`.as('addedAt'),
          ])
          .as('membership'),
      join => join.onRef('membership.userId', '=', 'users.id'),
    )
    .select([
      'users.id as userId',
      'users.surname',
      'users.name',
      'users.patronymic',
      'users.email',
      sql<boolean>`users.archived_at is not null`.as('isArchived'),
      sql<string>`membership.sources[1]`.as('source'),
      'membership.sources',
      'membership.addedAt',
    ])
}
