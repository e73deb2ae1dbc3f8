import type { Page } from '@atrium/core/paging'
import { listPage } from '@atrium/database/list-page'
import { sql } from 'kysely'
import type { Database } from '#database.ts'
import { NotFound } from '#errors.ts'
import type { GroupWithMembers } from '#sign-in/identity-client.ts'
import type { JoiningRole } from '../member.contract.ts'
import type { MemberRole } from '../rights.contract.ts'
import type { Team } from './team.contract.ts'

/**
 * Teams change one at a time, so that the last one to ask the identity service about a group is the last one to write what
 * it got. A user who arrives waits, too: their groups must neither be missed nor applied twice.
 */
export async function lockTeams(tx: Database) {
  await sql`select pg_advisory_xact_lock(hashtext('teams'), 0)`.execute(tx)
}

export async function lockTeamsShared(tx: Database) {
  await sql`select pg_advisory_xact_lock_shared(hashtext('teams'), 0)`.execute(tx)
}

export function listTeams(db: Database, projectId: number, page: Page) {
  return listPage(selectTeams(db, projectId).orderBy('groups.name').orderBy('groups.id'), page)
}

export async function findTeam(db: Database, projectId: number, groupId: number): Promise<Team | undefined> {
  return selectTeams(db, projectId).where('groups.id', '=', groupId).executeTakeFirst()
}

export async function getTeam(db: Database, projectId: number, groupId: number): Promise<Team> {
  const team = await findTeam(db, projectId, groupId)
  if (!team) throw new NotFound('team_not_found')
  return team
}

export async function upsertTeam(
  tx: Database,
  team: { projectId: number; groupId: number; role: JoiningRole; addedBy: number; addedAt: string },
) {
  await tx
    .insertInto('projectGroups')
    .values(team)
    .onConflict(conflict => conflict.columns(['projectId', 'groupId']).doUpdateSet({ role: team.role }))
    .execute()
}

export async function deleteTeam(tx: Database, projectId: number, groupId: number) {
  await tx
    .deleteFrom('projectGroups')
    .where('projectId', '=', projectId)
    .where('groupId', '=', groupId)
    .execute()
}

export async function listKnownGroups(db: Database) {
  const groups = await db.selectFrom('groups').select('id').orderBy('id').execute()
  return groups.map(({ id }) => id)
}

export async function isKnownGroup(db: Database, id: number) {
  return (await db.selectFrom('groups').where('id', '=', id).select('id').executeTakeFirst()) !== undefined
}

/** Lists the projects in which the group is a team, in the order of locks. */
export async function listTeamProjects(tx: Database, groupId: number) {
  const teams = await tx
    .selectFrom('projectGroups')
    .where('groupId', '=', groupId)
    .select('projectId')
    .orderBy('projectId')
    .execute()
  return teams.map(({ projectId }) => projectId)
}

/** Lists the projects that the user's groups are teams of, in the order of locks. */
export async function listProjectsByGroups(tx: Database, userId: number) {
  const teams = await tx
    .selectFrom('projectGroups')
    .innerJoin('groupMembers', 'groupMembers.groupId', 'projectGroups.groupId')
    .innerJoin('users', 'users.passportId', 'groupMembers.passportId')
    .where('users.id', '=', userId)
    .select('projectGroups.projectId')
    .distinct()
    .orderBy('projectGroups.projectId')
    .execute()
  return teams.map(({ projectId }) => projectId)
}

/** Stores the group with exactly these members. */
export async function saveGroup(tx: Database, { id, name, source, memberIds }: GroupWithMembers) {
  await sql`insert into groups (id, name, source) values (${id}, ${name}, ${source})
    on conflict (id) do update set name = excluded.name, source = excluded.source`.execute(tx)
  await sql`delete from group_members
    where group_id = ${id} and not passport_id = any(${memberIds}::bigint[])`.execute(tx)
  await sql`insert into group_members (group_id, passport_id)
    select ${id}::bigint, unnest(${memberIds}::bigint[]) on conflict do nothing`.execute(tx)
}

/** Deletes the group together with its teams. */
export async function deleteGroup(tx: Database, id: number) {
  await tx.deleteFrom('groups').where('id', '=', id).execute()
}

/** Forgets a group that is no longer a team of any project. */
export async function deleteUnusedGroup(tx: Database, id: number) {
  await sql`delete from groups where id = ${id}
    and not exists (select from project_groups where group_id = groups.id)`.execute(tx)
}

/** A member whose groups give another role than what is stored. */
export interface TeamChange {
  userId: number
  /** The role so far; null for someone who is not a member. */
  role: MemberRole | null
  ownRole: MemberRole | null
  teamRole: JoiningRole | null
}

/** Compares the stored members of a project with its teams: all of them, or one user. */
export async function listTeamChanges(tx: Database, projectId: number, userId: number | null) {
  const { rows } = await sql<TeamChange>`
    with team as (
      select users.id as user_id, max(array_position(array['viewer', 'member', 'manager'], project_groups.role)) as rank
      from project_groups
      join group_members on group_members.group_id = project_groups.group_id
      join users on users.passport_id = group_members.passport_id and users.erased_at is null
      where project_groups.project_id = ${projectId} and (${userId}::bigint is null or users.id = ${userId})
      group by users.id
    ), member as (
      select user_id, role, own_role, team_role from project_members
      where project_id = ${projectId} and (${userId}::bigint is null or user_id = ${userId})
    )
    select user_id, member.role,
      case when member.team_role is null then member.role else member.own_role end as own_role,
      (array['viewer', 'member', 'manager'])[team.rank] as team_role
    from member full join team using (user_id)
    where member.team_role is distinct from (array['viewer', 'member', 'manager'])[team.rank]
    order by user_id`.execute(tx)
  return rows
}

function selectTeams(db: Database, projectId: number) {
  return db
    .selectFrom('projectGroups')
    .innerJoin('groups', 'groups.id', 'projectGroups.groupId')
    .where('projectGroups.projectId', '=', projectId)
    .select([
      'projectGroups.groupId',
      'projectGroups.role',
      'projectGroups.addedAt',
      sql<number>`(select count(*) from group_members join users on users.passport_id = group_members.passport_id
        where group_members.group_id = groups.id)`.as('memberCount'),
      sql`json_build_object('id', groups.id, 'name', groups.name, 'source', groups.source)`.as('group'),
    ])
    .$castTo<Team>()
}
