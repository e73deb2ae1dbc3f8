import { among } from '@atrium/database/conditions'
import { sql } from 'kysely'
import type { Database } from '#database.ts'
import type { RelationType } from '#tasks/relations/relation.contract.ts'
import type { StoredRelation } from '#tasks/relations/relation.queries.ts'
import type { ImportKey } from './import.queries.ts'
import type { Branch, ParentLink } from './links.ts'

/** A parent or a relation of a task, named by what the source calls the other task. */
export interface Link {
  taskId: number
  /** What the source calls the task. */
  from: string
  to: string
  type: 'parent' | RelationType
}

/** Whether an import waits for tasks that others refer to. */
export async function hasWaitingLinks(db: Database, projectId: number, source: string) {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from imported_links
      join imports on imports.project_id = imported_links.project_id and imports.id = import_id
      where imported_links.project_id = ${projectId} and source = ${source}) as found`.execute(db)
  return rows[0]?.found ?? false
}

/** Takes the links that wait for these tasks. Tasks that have left the project keep nothing. */
export async function takeWaitingLinks(
  tx: Database,
  { projectId, importId }: ImportKey,
  externalIds: string[],
): Promise<Link[]> {
  const { rows } = await sql<Link>`
    with taken as (
      delete from imported_links
      where project_id = ${projectId} and import_id = ${importId} and external_id = any(${externalIds}::text[])
      returning task_id, external_id, type
    )
    select taken.task_id, imported_tasks.external_id as from, taken.external_id as to, taken.type
    from taken
    join imported_tasks on imported_tasks.project_id = ${projectId} and import_id = ${importId}
      and imported_tasks.task_id = taken.task_id
    join tasks on tasks.project_id = ${projectId} and tasks.id = taken.task_id and tasks.deleted_at is null
    order by taken.task_id, taken.external_id, taken.type`.execute(tx)
  return rows
}

export async function insertWaitingLinks(tx: Database, { projectId, importId }: ImportKey, links: Link[]) {
  if (links.length === 0) return
  await sql`insert into imported_links (import_id, project_id, external_id, task_id, type)
    select ${importId}, ${projectId}, "to", "taskId", type
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as ("to" text, "taskId" bigint, type text)
    on conflict do nothing`.execute(tx)
}

/** The tasks with everything above and below them. */
export async function listBranches(db: Database, ids: number[]): Promise<Branch[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Branch>`
    with recursive above as (
      select id, parent_id from tasks where ${among('id', ids)}
      union
      select tasks.id, tasks.parent_id from above join tasks on tasks.id = above.parent_id
    ), below as (
      select id, parent_id from tasks where ${among('id', ids)}
      union
      select tasks.id, tasks.parent_id from below join tasks on tasks.parent_id = below.id
    )
    select id, parent_id from above union select id, parent_id from below`.execute(db)
  return rows
}

/** All relations of the tasks, and everything that they block. */
export async function listRelated(db: Database, ids: number[]): Promise<StoredRelation[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<StoredRelation>`
    with recursive blocked as (
      select type, from_task_id, to_task_id from task_relations where type = 'blocks' and ${among('from_task_id', ids)}
      union
      select task_relations.type, task_relations.from_task_id, task_relations.to_task_id from blocked
      join task_relations on task_relations.from_task_id = blocked.to_task_id and task_relations.type = 'blocks'
    )
    select type, from_task_id, to_task_id from blocked
    union select type, from_task_id, to_task_id from task_relations where ${among('from_task_id', ids)}
    union select type, from_task_id, to_task_id from task_relations where ${among('to_task_id', ids)}`.execute(
    db,
  )
  return rows
}

export async function insertRelations(
  tx: Database,
  projectId: number,
  relations: StoredRelation[],
  createdBy: number,
) {
  if (relations.length === 0) return
  await tx
    .insertInto('taskRelations')
    .values(relations.map(relation => ({ ...relation, projectId, fromProjectId: projectId, createdBy })))
    .execute()
}

/** Tasks of earlier parts get the parents that they waited for. */
export async function updateParents(tx: Database, links: ParentLink[], now: string) {
  if (links.length === 0) return
  const ordered = links.toSorted((one, other) => one.taskId - other.taskId)
  await sql`update tasks set parent_id = given."parentId", version = version + 1, updated_at = ${now},
      field_versions = field_versions || jsonb_build_object('parentId', version + 1)
    from jsonb_to_recordset(${JSON.stringify(ordered)}::jsonb) as given ("taskId" bigint, "parentId" bigint)
    where tasks.id = given."taskId"`.execute(tx)
}
