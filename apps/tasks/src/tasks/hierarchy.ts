import { sql } from 'kysely'
import type { Database } from '#database.ts'
import { Conflict, ValidationFailed } from '#errors.ts'
import { MAX_DEPTH } from './task.contract.ts'

/**
 * Locks the hierarchy of a project until the transaction ends, before anything else in it: two changes that are fine one
 * after the other could create a cycle at the same time.
 */
export async function lockHierarchy(tx: Database, projectId: number) {
  await sql`select pg_advisory_xact_lock(hashtext('task hierarchy'), (${projectId} % 2147483648)::int)`.execute(
    tx,
  )
}

/** The same for the project of a task. Returns the project, which the task cannot leave any more. */
export async function lockHierarchyOf(tx: Database, taskId: number) {
  const find = () => tx.selectFrom('tasks').where('id', '=', taskId).select('projectId').executeTakeFirst()
  const projectId = (await find())?.projectId
  if (projectId === undefined) return
  await lockHierarchy(tx, projectId)
  if ((await find())?.projectId !== projectId) throw new Conflict('task_just_moved')
}

interface Child {
  /** Undefined for a new task. */
  id?: number
  projectId: number
}

/** With the hierarchy locked. Deleted tasks count: they can be restored. */
export async function requireParent(
  tx: Database,
  { id, projectId }: Child,
  parentId: number | null | undefined,
) {
  if (!parentId) return
  const refuse = (code: 'does_not_exist' | 'in_other_project' | 'parent_is_below' | 'nested_too_deep') =>
    new ValidationFailed({ parentId: code })
  const chain = await listAncestors(tx, parentId)
  const [parent] = chain
  if (!parent || parent.deletedAt) throw refuse('does_not_exist')
  if (parent.projectId !== projectId) throw refuse('in_other_project')
  if (chain.some(ancestor => ancestor.id === id)) throw refuse('parent_is_below')
  const height = id === undefined ? 0 : await heightOf(tx, id)
  if (chain.length + height > MAX_DEPTH) throw refuse('nested_too_deep')
}

interface Ancestor {
  id: number
  projectId: number
  boardId: number
  columnId: number
  number: number
  title: string
  completedAt: string | null
  deletedAt: string | null
}

/** The task itself first, the top of the hierarchy last. */
export async function listAncestors(db: Database, id: number) {
  const { rows } = await sql<Ancestor>`
    with recursive above as (
      select tasks.*, 0 as distance from tasks where id = ${id}
      union all
      select tasks.*, above.distance + 1 from above join tasks on tasks.id = above.parent_id
    )
    select id, project_id, board_id, column_id, number, title, completed_at, deleted_at from above
    order by distance`.execute(db)
  return rows
}

/** How many levels are below the task. */
async function heightOf(tx: Database, id: number) {
  const { rows } = await sql<{ height: number }>`
    with recursive below as (
      select ${id}::bigint as id, 0 as depth
      union all
      select tasks.id, below.depth + 1 from below join tasks on tasks.parent_id = below.id
    )
    select max(depth) as height from below`.execute(tx)
  return rows[0]?.height ?? 0
}

/** A column of the parent's board for a sub-task that is completed or not: the parent's own, if it fits. */
export async function findSubtaskColumn(
  db: Database,
  { boardId, columnId }: Pick<Ancestor, 'boardId' | 'columnId'>,
  isDone: boolean,
) {
  const { rows } = await sql<{ id: number }>`
    select id from board_columns where board_id = ${boardId} and deleted_at is null
    order by is_done <> ${isDone}, id <> ${columnId}, position limit 1`.execute(db)
  return rows[0]?.id
}
