import { among, expectFew } from '@atrium/database/conditions'
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
  /** Of the record itself, if it can be deleted and restored. */
  deletedAt?: string | null
}

const placesOfProject = sharedRead((db: Database, userId: number, id: number) =>
  selectPlaces(db, userId).where('projects.id', '=', id),
)

export async function findProjectPlace(db: Database, userId: number, id: number) {
  const [place] = await placesOfProject(db, userId, id)
  return place as RecordAccess | undefined
}

/** Where a project's own record is. */
export const projectPlace = { find: findProjectPlace, notFound: 'project_not_found' } as const

/** As if not archived, for the commands that archive and restore it. */
export const anyProjectPlace = {
  find: async (db: Database, userId: number, id: number) => {
    const place = await findProjectPlace(db, userId, id)
    return place && { ...place, archivedAt: null }
  },
  notFound: 'project_not_found',
} as const

/** The projects in which the user has one of these roles, without archived ones. */
export async function listProjectIds(db: Database, actor: Actor, roles: MemberRole[]) {
  const limit = tokenProjects(actor)
  const found = await db
    .selectFrom('projectMembers')
    .innerJoin('projects', 'projects.id', 'projectMembers.projectId')
    .where('projectMembers.userId', '=', actor.id)
    .where(expectFew('projectMembers.userId')) // otherwise PostgreSQL reads all projects
    .where('projectMembers.role', 'in', roles)
    .$if(limit !== undefined, found => found.where(among('projects.id', limit ?? [])))
    .where('projects.archivedAt', 'is', null)
    .select('projects.id')
    .execute()
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

interface Member {
  projectId: number
  userId: number
  role: MemberRole
}

/** Several members of several projects, without waiting: those that another transaction has locked are left out. */
export const lockUnlockedMembers = prepared(
  (_tx: Database, projectIds: number[], userIds: number[]) => sql<Member>`
    select member.project_id, member.user_id, member.role from project_members as member
    join unnest(${projectIds}::bigint[], ${userIds}::bigint[]) as wanted (project_id, user_id) using (project_id, user_id)
    for share of member skip locked`,
)

/** To be joined with the record's table; the record names its project, the caller never does. */
export function selectPlaces(db: Database, userId: number) {
  return db
    .selectFrom('projects')
    .leftJoin('projectMembers as mine', join =>
      join.onRef('mine.projectId', '=', 'projects.id').on('mine.userId', '=', userId),
    )
    .select(['projects.id as projectId', 'mine.role', 'projects.type', 'projects.archivedAt'])
}
