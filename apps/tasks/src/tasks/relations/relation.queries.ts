import { type Insertable, sql } from 'kysely'
import { type Actor, isWithinToken } from '#administration/actor.ts'
import type { Database, TaskRelations } from '#database.ts'
import type { MemberRole } from '#projects/rights.contract.ts'
import { may } from '#projects/rights.ts'
import type { GroupedRelations, RelatedTask, Relation, RelationType } from './relation.contract.ts'

/** A relation from one stored task to the other. */
export interface StoredRelation {
  type: 'blocks' | 'relates' | 'duplicates'
  fromTaskId: number
  toTaskId: number
}

/** For the task that the reader sees it from. */
const typesFrom = { blocks: 'blocks', relates: 'relatesTo', duplicates: 'duplicates' } as const
const typesTo = { blocks: 'blockedBy', relates: 'relatesTo', duplicates: 'duplicatedBy' } as const

export function typeSeenFrom(taskId: number, { type, fromTaskId }: StoredRelation): RelationType {
  return fromTaskId === taskId ? typesFrom[type] : typesTo[type]
}

/** What to store for a relation as seen from a task. */
export function storedRelation(taskId: number, type: RelationType, otherId: number): StoredRelation {
  const forward = { fromTaskId: taskId, toTaskId: otherId }
  const backward = { fromTaskId: otherId, toTaskId: taskId }
  switch (type) {
    case 'blocks':
    case 'duplicates':
      return { type, ...forward }
    case 'blockedBy':
      return { type: 'blocks', ...backward }
    case 'duplicatedBy':
      return { type: 'duplicates', ...backward }
    case 'relatesTo':
      return { type: 'relates', ...forward }
  }
}

interface RelationRow extends StoredRelation, RelatedTask {
  relationId: number
  createdAt: string
  relationType: StoredRelation['type']
  role: MemberRole | null
}

/** Oldest first. The reader's rights in the other project decide what is shown of the other task. */
export async function listRelations(db: Database, actor: Actor, taskId: number): Promise<GroupedRelations> {
  const { rows } = await sql<RelationRow>`
    select task_relations.id as relation_id, task_relations.type as relation_type, task_relations.from_task_id,
      task_relations.to_task_id, task_relations.created_at, other.id, other.project_id,
      projects.key as project_key, other.board_id, other.number, other.title, other.assignee_id, other.due_date,
      other.completed_at, mine.role
    from task_relations
    join tasks as other on other.id = case when from_task_id = ${taskId} then to_task_id else from_task_id end
    join projects on projects.id = other.project_id
    left join project_members as mine on mine.project_id = projects.id and mine.user_id = ${actor.id}
    where (from_task_id = ${taskId} or to_task_id = ${taskId}) and other.deleted_at is null
    order by task_relations.id`.execute(db)
  const relations = rows.map(row => presentRelation(actor, taskId, row))
  const of = (type: RelationType) => relations.filter(relation => relation.type === type)
  return {
    blocks: of('blocks'),
    blockedBy: of('blockedBy'),
    relatesTo: of('relatesTo'),
    duplicates: of('duplicates'),
    duplicatedBy: of('duplicatedBy'),
  }
}

function presentRelation(actor: Actor, taskId: number, row: RelationRow): Relation {
  const { relationId, relationType, fromTaskId, toTaskId, createdAt, role, ...task } = row
  const type = typeSeenFrom(taskId, { type: relationType, fromTaskId, toTaskId })
  const isVisible = isWithinToken(actor, task.projectId) && may(actor, role, 'project.read')
  return { id: relationId, type, task: isVisible ? task : null, createdAt }
}

/** One change of blocks at a time: two that are fine one after the other could close a circle at the same time. */
export async function lockBlocks(tx: Database) {
  await sql`select pg_advisory_xact_lock(hashtext('task relations'), 0)`.execute(tx)
}

/** Whether the first task blocks the second, directly or through others. Deleted tasks count: they can be restored. */
export async function isBlocking(tx: Database, taskId: number, otherId: number) {
  const { rows } = await sql<{ found: boolean }>`
    with recursive blocked as (
      select to_task_id as id from task_relations where from_task_id = ${taskId} and type = 'blocks'
      union
      select task_relations.to_task_id from blocked
      join task_relations on task_relations.from_task_id = blocked.id and task_relations.type = 'blocks'
    )
    select exists (select from blocked where id = ${otherId}) as found`.execute(tx)
  return rows[0]?.found ?? false
}

export async function countRelations(tx: Database, taskId: number) {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from task_relations where from_task_id = ${taskId} or to_task_id = ${taskId}`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

export async function insertRelation(tx: Database, relation: Insertable<TaskRelations>) {
  const { id } = await tx
    .insertInto('taskRelations')
    .values(relation)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** If it is one of the task. */
export async function findRelation(tx: Database, id: number, taskId: number) {
  const found = await tx
    .selectFrom('taskRelations')
    .where('id', '=', id)
    .where(({ or, eb }) => or([eb('fromTaskId', '=', taskId), eb('toTaskId', '=', taskId)]))
    .select(['type', 'fromTaskId', 'toTaskId'])
    .executeTakeFirst()
  return found as StoredRelation | undefined
}

/** Whether it was still there. */
export async function deleteRelation(tx: Database, id: number) {
  const { numDeletedRows } = await tx.deleteFrom('taskRelations').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0
}
