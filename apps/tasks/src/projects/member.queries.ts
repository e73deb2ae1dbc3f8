import { orderOf, type Page } from '@atrium/core/paging'
import { isoInstant } from '@atrium/database/iso-instant'
import { listCountedPage, listPage } from '@atrium/database/list-page'
import { sql } from 'kysely'
import { isListedFor, showsContacts, type Viewer, type ViewerFlags } from '#administration/directory.ts'
import { isGuest, isRobot, matchingSearch } from '#administration/user.queries.ts'
import type { Database } from '#database.ts'
import { NotFound } from '#errors.ts'
import type { Member, MemberFilters } from './member.contract.ts'
import type { MemberRole } from './rights.contract.ts'

export function listMembers(
  db: Database,
  viewer: Viewer,
  projectId: number,
  filters: MemberFilters,
  page: Page,
) {
  const { field, direction } = orderOf(filters.orderBy)
  const { role, search } = filters
  const members = selectMembers(db, viewer, projectId)
    .$if(role !== undefined, query => query.where('role', '=', role as MemberRole))
    .orderBy(field, direction)
    .orderBy('userId')
  const matches = matchingSearch(search, viewer)
  if (matches.length > 0)
    return listCountedPage(
      members.where(({ and }) => and(matches)),
      page,
    )
  const all = db
    .selectFrom('projectMembers')
    .where('projectId', '=', projectId)
    .$if(role !== undefined, query => query.where('role', '=', role as MemberRole))
  return listPage(members, page, all)
}

export async function getMember(
  db: Database,
  viewer: Viewer,
  projectId: number,
  userId: number,
): Promise<Member> {
  const member = await selectMembers(db, viewer, projectId).where('userId', '=', userId).executeTakeFirst()
  if (!member) throw new NotFound('member_not_found')
  return member
}

export async function isMembersEmail(db: Database, projectId: number, email: string) {
  const member = await db
    .selectFrom('projectMembers')
    .innerJoin('users', 'users.id', 'projectMembers.userId')
    .where('projectId', '=', projectId)
    .where(sql`lower(users.email)`, '=', sql`lower(${email})`)
    .select('userId')
    .executeTakeFirst()
  return member !== undefined
}

/** An archived user can't sign in: for a project they don't exist, nor does a user whom the viewer can't see. */
export async function getActiveUser(db: Database, id: number, viewer?: Viewer) {
  const user = await db
    .selectFrom('users')
    .where('id', '=', id)
    .where('archivedAt', 'is', null)
    .$if(viewer !== undefined, users => users.where(isListedFor(viewer as Viewer)))
    .select(['id', 'email', 'isEmailVerified', 'createdAt'])
    .executeTakeFirst()
  if (!user) throw new NotFound('user_not_found')
  return user
}

export async function getUserEmail(db: Database, id: number) {
  const { email } = await db
    .selectFrom('users')
    .where('id', '=', id)
    .select('email')
    .executeTakeFirstOrThrow()
  return email
}

/** The first members as JSON, as `GET /project/{id}/member` lists them, for a statement with the project as `projects`. */
export function membersText(viewerId: number, flags: ViewerFlags) {
  const email = sql`case when ${showsContacts(viewerId, flags)} then users.email end`
  return sql<string>`coalesce((select json_agg(json_build_object('userId', member.user_id, 'role', member.role,
    'ownRole', ${ownRole('member')}, 'groups', ${groupsOf('member')}, 'joinedAt', ${isoInstant('member.joined_at')}, 'isRobot', ${isRobot}, 'isGuest', ${isGuest}, 'user', json_build_object('id', users.id, 'surname', users.surname,
      'name', users.name, 'avatarUrl', users.avatar_url, 'email', ${email})) order by member.joined_at, member.user_id)
    from (select project_id, user_id, role, own_role, team_role, joined_at from project_members where project_id = projects.id
      order by joined_at, user_id limit ${sql.lit(MAX_MEMBERS)}) as member
    join users on users.id = member.user_id), '[]')`
}

const MAX_MEMBERS = 1000

function selectMembers(db: Database, viewer: Viewer, projectId: number) {
  return db
    .selectFrom('projectMembers')
    .innerJoin('users', 'users.id', 'projectMembers.userId')
    .where('projectId', '=', projectId)
    .select([
      'userId',
      'role',
      ownRole('project_members').as('ownRole'),
      groupsOf('project_members').as('groups'),
      'joinedAt',
      isRobot.as('isRobot'),
      isGuest.as('isGuest'),
      sql`json_build_object('id', users.id, 'surname', users.surname, 'name', users.name,
        'avatarUrl', users.avatar_url, 'email', ${email(viewer)})`.as('user'),
    ])
    .$castTo<Member>()
}

/** The role that a member has without groups, if any; see migration 070. */
function ownRole(member: string) {
  return sql<MemberRole | null>`case when ${sql.ref(`${member}.team_role`)} is null
    then ${sql.ref(`${member}.role`)} else ${sql.ref(`${member}.own_role`)} end`
}

/** The groups that give a member, joined with `users`, a role in the project. Members without one cost no query. */
function groupsOf(member: string) {
  return sql<
    Member['groups']
  >`case when ${sql.ref(`${member}.team_role`)} is null then '[]'::json else coalesce((
    select json_agg(json_build_object('id', groups.id, 'name', groups.name, 'role', project_groups.role)
      order by groups.name, groups.id)
    from project_groups join groups on groups.id = project_groups.group_id
    join group_members on group_members.group_id = groups.id
    where project_groups.project_id = ${sql.ref(`${member}.project_id`)}
      and group_members.passport_id = users.passport_id), '[]'::json) end`
}

function email({ id, isAdministrator, managesEveryProject }: Viewer) {
  const flags = {
    isAdministrator: sql.lit(isAdministrator),
    managesEveryProject: sql.lit(managesEveryProject),
  }
  return sql<string | null>`case when ${showsContacts(id, flags)} then users.email end`
}
