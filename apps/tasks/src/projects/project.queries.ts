import { orderOf, type Page } from '@atrium/core/paging'
import { among, containing } from '@atrium/database/conditions'
import { isoInstant } from '@atrium/database/iso-instant'
import { listPage } from '@atrium/database/list-page'
import { type ExpressionBuilder, sql } from 'kysely'
import { type Actor, tokenProjects } from '#administration/actor.ts'
import { idsOf } from '#administration/list-filters.ts'
import type { Database, DB } from '#database.ts'
import { NotFound } from '#errors.ts'
import type { Project, ProjectFilters } from './project.contract.ts'
import type { MemberRole } from './rights.contract.ts'

const memberCount = sql<number>`(select count(*) from project_members where project_members.project_id = projects.id)`

export async function getProject(db: Database, id: number, userId: number): Promise<Project> {
  const project = await selectProjects(db, userId).where('projects.id', '=', id).executeTakeFirst()
  if (!project) throw new NotFound('project_not_found')
  return project
}

/** The projects of which the user is a member. */
export function listProjects(db: Database, actor: Actor, filters: ProjectFilters, page: Page) {
  const limit = tokenProjects(actor)
  const { field, direction } = orderOf(filters.orderBy)
  const projects = selectProjects(db, actor.id)
    .where('mine.userId', 'is not', null)
    .$if(limit !== undefined, found => found.where(among('projects.id', limit ?? [])))
    .where(matching(filters))
    .orderBy(`projects.${field}`, direction)
    .orderBy('projects.id')
  return listPage(projects, page)
}

/** Locks the project's order of boards and its members' roles until the transaction ends. */
export async function lockProject(tx: Database, id: number) {
  const project = await tx
    .selectFrom('projects')
    .where('id', '=', id)
    .select(['id', 'type', 'ownerId', 'archivedAt'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!project) throw new NotFound('project_not_found')
  return project
}

/** The first one, created when they first signed in: a task without a place goes there. */
export async function findPersonalProject(db: Database, ownerId: number) {
  const project = await db
    .selectFrom('projects')
    .where('ownerId', '=', ownerId)
    .where('type', '=', 'personal')
    .select('id')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return project?.id
}

export async function insertProject(
  db: Database,
  project: Pick<Project, 'name' | 'type' | 'ownerId'> &
    Partial<
      Pick<
        Project,
        'description' | 'key' | 'color' | 'icon' | 'goal' | 'startDate' | 'targetDate' | 'settings'
      >
    >,
) {
  const settings = JSON.stringify(project.settings ?? {})
  const { id } = await db
    .insertInto('projects')
    .values({ ...project, settings })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type ProjectUpdate = Partial<Omit<Project, 'id' | 'type' | 'myRole' | 'memberCount' | 'createdAt'>>

export async function updateProject(tx: Database, id: number, { settings, ...changes }: ProjectUpdate) {
  await tx
    .updateTable('projects')
    .set({ ...changes, ...(settings && { settings: JSON.stringify(settings) }) })
    .where('id', '=', id)
    .execute()
}

/** `invitedEmail` is the address that their invitation was sent to. */
export async function insertMember(
  db: Database,
  projectId: number,
  userId: number,
  role: MemberRole,
  invitedEmail: string | null = null,
) {
  await db.insertInto('projectMembers').values({ projectId, userId, role, invitedEmail }).execute()
}

/** A `Project` as JSON, for a statement with the user's membership as `mine`. */
export const projectText = sql<string>`json_build_object('id', projects.id, 'name', projects.name, 'type', projects.type,
  'settings', projects.settings, 'description', projects.description, 'key', projects.key, 'color', projects.color,
  'icon', projects.icon, 'goal', projects.goal, 'startDate', projects.start_date, 'targetDate', projects.target_date, 'ownerId', projects.owner_id, 'myRole', mine.role, 'memberCount', ${memberCount},
  'createdAt', ${isoInstant('projects.created_at')}, 'updatedAt', ${isoInstant('projects.updated_at')},
  'archivedAt', ${isoInstant('projects.archived_at')})`

function selectProjects(db: Database, userId: number) {
  return db
    .selectFrom('projects')
    .leftJoin('projectMembers as mine', join =>
      join.onRef('mine.projectId', '=', 'projects.id').on('mine.userId', '=', userId),
    )
    .select([
      'projects.id',
      'projects.name',
      'projects.type',
      'projects.settings',
      'projects.description',
      'projects.key',
      'projects.color',
      'projects.icon',
      'projects.goal',
      'projects.startDate',
      'projects.targetDate',
      'projects.ownerId',
      'mine.role as myRole',
      'projects.createdAt',
      'projects.updatedAt',
      'projects.archivedAt',
      memberCount.as('memberCount'),
    ])
    .$castTo<Project>()
}

function matching({ archived = 'false', type, search, ids }: ProjectFilters) {
  return ({ eb, and, fn }: ExpressionBuilder<DB, 'projects'>) => {
    const contains = (column: 'name' | 'description') =>
      eb(fn<string>('lower', [`projects.${column}`]), 'like', containing((search ?? '').toLowerCase()))
    return and([
      ...(archived === 'all' ? [] : [eb('projects.archivedAt', archived === 'true' ? 'is not' : 'is', null)]),
      ...(type ? [eb('projects.type', '=', type)] : []),
      ...(search ? [eb.or([contains('name'), contains('description')])] : []),
      ...(ids ? [among('projects.id', idsOf(ids))] : []),
    ])
  }
}
