import { EntityNotFound } from '@atrium/http/errors'
import { orderOf, type Page } from '@atrium/http/pagination'
import { sql } from 'kysely'
import type { Database } from '#deps.ts'
import type { MemberRole, Project, ProjectFilters } from './project.schema.ts'

export async function getProject(db: Database, id: number, userId: number): Promise<Project> {
  const project = await selectProjects(db, userId).where('projects.id', '=', id).executeTakeFirst()
  if (!project) throw new EntityNotFound('Project')
  return project as Project
}

/** The projects of which the user is a member. */
export async function listProjects(
  db: Database,
  userId: number,
  { orderBy }: ProjectFilters,
  { limit, offset }: Page,
) {
  const { field, direction } = orderOf(orderBy)
  const projects = await selectProjects(db, userId)
    .where('mine.userId', 'is not', null)
    .where('projects.archivedAt', 'is', null)
    .orderBy(`projects.${field}`, direction)
    .orderBy('projects.id')
    .limit(sql.lit(limit))
    .offset(offset)
    .execute()
  return projects as Project[]
}

export async function countProjects(db: Database, userId: number) {
  const { total } = await db
    .selectFrom('projectMembers')
    .innerJoin('projects', 'projects.id', 'projectMembers.projectId')
    .where('projectMembers.userId', '=', userId)
    .where('projects.archivedAt', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Holds the project's order of boards and its members' roles until the transaction ends. */
export async function holdProject(tx: Database, id: number) {
  const project = await tx
    .selectFrom('projects')
    .where('id', '=', id)
    .select(['id', 'type', 'ownerId', 'archivedAt'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!project) throw new EntityNotFound('Project')
  return project
}

export async function insertProject(
  db: Database,
  project: Pick<Project, 'name' | 'type' | 'ownerId'> & Partial<Pick<Project, 'description' | 'settings'>>,
) {
  const settings = JSON.stringify(project.settings ?? {})
  const { id } = await db
    .insertInto('projects')
    .values({ ...project, settings })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function insertMember(db: Database, projectId: number, userId: number, role: MemberRole) {
  await db.insertInto('projectMembers').values({ projectId, userId, role }).execute()
}

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
      'projects.ownerId',
      'mine.role as myRole',
      'projects.createdAt',
      'projects.updatedAt',
      'projects.archivedAt',
      sql<number>`(select count(*) from project_members where project_members.project_id = projects.id)`.as(
        'memberCount',
      ),
    ])
}
