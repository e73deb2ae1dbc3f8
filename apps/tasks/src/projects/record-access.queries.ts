import { among } from '@atrium/database/conditions'
import { prepared, sharedRead } from '@atrium/database/prepared'
import { sql } from 'kysely'
import { type Actor, tokenProjects } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import type { MemberRole } from './rights.contract.ts'

/** The project that a record belongs to, and the user's role there. */
export interface RecordAccess {
  projectId: number
  role: MemberRole | null
  type: string
  archivedAt: string | null
  /** The deletion of the record itself, if it can be deleted and restored. */
  deletedAt?: string | null
}

const accessToProject = sharedRead((db: Database, userId: number, id: number) =>
  selectAccess(db, userId).where('projects.id', '=', id),
)

export async function findProjectAccess(db: Database, userId: number, id: number) {
  const [access] = await accessToProject(db, userId, id)
  return access as RecordAccess | undefined
}

/** Where a project's own record is. */
export const projectRecord = { find: findProjectAccess, notFound: 'project_not_found' } as const

/** Finds a project as if it were not archived, for the commands that archive and restore it. */
export const anyProjectRecord = {
  find: async (db: Database, userId: number, id: number) => {
    const access = await findProjectAccess(db, userId, id)
    return access && { ...access, archivedAt: null }
  },
  notFound: 'project_not_found',
} as const

const projectsWithRole = sharedRead(selectProjectsWithRole)

/** `limit` are the only projects that count, if there are such. Archived ones do not count unless they are asked for. */
export function selectProjectsWithRole(
  db: Database,
  userId: number,
  roles: MemberRole[],
  limit: number[] | null,
  withArchived?: boolean,
) {
  return db
    .selectFrom('projectMembers')
    .innerJoin('projects', 'projects.id', 'projectMembers.projectId')
    .where('projectMembers.userId', '=', userId)
    .where(sql<boolean>`project_members.role = any(${roles}::text[])`)
    .where(sql<boolean>`(${limit}::bigint[] is null or projects.id = any(${limit}::bigint[]))`)
    .where(
      withArchived === undefined
        ? sql<boolean>`projects.archived_at is null`
        : sql<boolean>`(${withArchived}::boolean or projects.archived_at is null)`,
    )
    .select('projects.id')
}

/** The projects in which the user has one of these roles, without archived ones unless they are asked for. */
export async function listProjectIds(db: Database, actor: Actor, roles: MemberRole[], withArchived = false) {
  const found = await projectsWithRole(db, actor.id, roles, tokenProjects(actor) ?? null, withArchived)
  return found.map(({ id }) => id)
}

export async function listMemberships(db: Database, userIds: number[], projectIds: number[]) {
  return db
    .selectFrom('projectMembers')
    .where(among('userId', userIds))
    .where(among('projectId', projectIds))
    .select(['userId', 'projectId'])
    .execute()
}

export async function isMember(tx: Database, projectId: number, userId: number) {
  return (await lockMemberRole(tx, projectId, userId)) !== undefined
}

/** A member keeps the role until the transaction ends. */
export async function lockMemberRole(tx: Database, projectId: number, userId: number) {
  const member = await tx
    .selectFrom('projectMembers')
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .select('role')
    .forShare()
    .executeTakeFirst()
  return member?.role as MemberRole | undefined
}

export interface Member {
  projectId: number
  userId: number
  role: MemberRole
}

/** These members keep their roles until the transaction ends. */
export async function lockMemberRoles(tx: Database, projectIds: number[], userIds: number[]) {
  if (userIds.length === 0) return []
  const members = await tx
    .selectFrom('projectMembers')
    .where(among('projectId', projectIds))
    .where(among('userId', userIds))
    .select(['projectId', 'userId', 'role'])
    .orderBy('projectId')
    .orderBy('userId')
    .forShare()
    .execute()
  return members as Member[]
}

/** Does the same, but leaves out members that another transaction has locked. */
export async function lockUnlockedMembers(tx: Database, members: Omit<Member, 'role'>[]) {
  if (members.length === 0) return []
  const projectIds = members.map(({ projectId }) => projectId)
  const userIds = members.map(({ userId }) => userId)
  return unlockedMembers(tx, projectIds, userIds)
}

const unlockedMembers = prepared(
  (_tx: Database, projectIds: number[], userIds: number[]) => sql<Member>`
    select member.project_id, member.user_id, member.role from project_members as member
    join unnest(${projectIds}::bigint[], ${userIds}::bigint[]) as wanted (project_id, user_id) using (project_id, user_id)
    for share of member skip locked`,
)

/** To be joined with the record's table; the record names its project, the caller never does. */
export function selectAccess(db: Database, userId: number) {
  return db
    .selectFrom('projects')
    .leftJoin('projectMembers as mine', join =>
      join.onRef('mine.projectId', '=', 'projects.id').on('mine.userId', '=', userId),
    )
    .select(['projects.id as projectId', 'mine.role', 'projects.type', 'projects.archivedAt'])
}
