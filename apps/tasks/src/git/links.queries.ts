import type { Page } from '@atrium/core/paging'
import { among } from '@atrium/database/conditions'
import { listPage } from '@atrium/database/list-page'
import { type Insertable, sql } from 'kysely'
import type { Database, TaskLinks } from '#database.ts'
import type { LinkKind, LinkState, TaskLink } from './repository.contract.ts'

export function listLinks(db: Database, task: { id: number; projectId: number }, page: Page) {
  const links = db
    .selectFrom('taskLinks')
    .leftJoin('repositories', join =>
      join
        .onRef('repositories.projectId', '=', 'taskLinks.projectId')
        .onRef('repositories.id', '=', 'taskLinks.repositoryId'),
    )
    .where('taskLinks.projectId', '=', task.projectId)
    .where('taskLinks.taskId', '=', task.id)
    .select([
      'taskLinks.id',
      'taskLinks.taskId',
      'taskLinks.kind',
      'taskLinks.reference',
      'taskLinks.title',
      'taskLinks.url',
      'taskLinks.state',
      'taskLinks.branch',
      'repositories.name as repository',
      'taskLinks.createdAt',
      'taskLinks.updatedAt',
    ])
    .$castTo<TaskLink>()
    .orderBy('taskLinks.id', 'desc')
  return listPage(links, page)
}

export interface LinkedTask {
  id: number
  boardId: number
  number: number
  completedAt: string | null
}

/** Tasks of the project by their numbers, in order of their ids, without those in the trash. */
export function listTasksByNumber(db: Database, projectId: number, numbers: number[]): Promise<LinkedTask[]> {
  return db
    .selectFrom('tasks')
    .where('projectId', '=', projectId)
    .where(among('number', numbers))
    .where('deletedAt', 'is', null)
    .select(['id', 'boardId', 'number', 'completedAt'])
    .orderBy('id')
    .execute()
}

interface Source {
  id: number
  projectId: number
}

/** What is linked already, with its tasks as they are now. A task that has left the project keeps its link as it was. */
export async function listLinked(tx: Database, source: Source, kind: LinkKind, references: string[]) {
  const rows = await tx
    .selectFrom('taskLinks')
    .innerJoin('tasks', join =>
      join.onRef('tasks.projectId', '=', 'taskLinks.projectId').onRef('tasks.id', '=', 'taskLinks.taskId'),
    )
    .where('taskLinks.projectId', '=', source.projectId)
    .where('taskLinks.repositoryId', '=', source.id)
    .where('taskLinks.kind', '=', kind)
    .where(sql<boolean>`task_links.reference = any(${references}::text[])`)
    .select(['taskLinks.reference', 'taskLinks.state', 'taskLinks.title', 'taskLinks.taskId'])
    .select(['tasks.boardId', 'tasks.number', 'tasks.completedAt', 'tasks.deletedAt'])
    .execute()
  return rows as ((typeof rows)[number] & { state: LinkState })[]
}

/** Inserts links or updates what they show. Returns their ids in the same order. */
export async function upsertLinks(tx: Database, links: Insertable<TaskLinks>[]) {
  const rows = await tx
    .insertInto('taskLinks')
    .values(links)
    .onConflict(conflict =>
      conflict.constraint('task_links_reference_key').doUpdateSet({
        title: sql`excluded.title`,
        url: sql`excluded.url`,
        state: sql`excluded.state`,
        updatedAt: sql`excluded.updated_at`,
      }),
    )
    .returning(['id', 'taskId', 'reference'])
    .execute()
  return links.map(
    link => rows.find(row => row.taskId === link.taskId && row.reference === link.reference)?.id as number,
  )
}

/** What cards show about links. */
export async function updateLinkMarks(tx: Database, projectId: number, taskIds: number[]) {
  await sql`update tasks set
      link_count = (select count(*) from task_links
        where task_links.project_id = tasks.project_id and task_id = tasks.id),
      pull_request_state = (select state from task_links
        where task_links.project_id = tasks.project_id and task_id = tasks.id and kind = 'pull_request'
        order by id desc limit 1)
    where project_id = ${projectId} and id = any(${taskIds}::bigint[])`.execute(tx)
}
