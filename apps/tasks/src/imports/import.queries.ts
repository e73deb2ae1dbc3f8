import { among } from '@atrium/database/conditions'
import { sql } from 'kysely'
import type { Database } from '#database.ts'

/** An import and the project that it fills. */
export interface ImportKey {
  importId: number
  projectId: number
}

interface Import {
  id: number
  /** Undefined if it has none yet, or if that is gone. */
  boardId: number | undefined
}

/** The import of a source into a locked project. */
export async function openImport(tx: Database, projectId: number, source: string): Promise<Import> {
  await tx
    .insertInto('imports')
    .values({ projectId, source })
    .onConflict(conflict => conflict.columns(['projectId', 'source']).doNothing())
    .execute()
  const { id, boardId } = await tx
    .selectFrom('imports')
    .leftJoin('boards', join =>
      join.onRef('boards.id', '=', 'imports.boardId').on('boards.deletedAt', 'is', null),
    )
    .where('imports.projectId', '=', projectId)
    .where('imports.source', '=', source)
    .select(['imports.id', 'boards.id as boardId'])
    .executeTakeFirstOrThrow()
  return { id, boardId: boardId ?? undefined }
}

export async function updateImport(tx: Database, { projectId, importId }: ImportKey, boardId: number) {
  await tx
    .updateTable('imports')
    .set({ boardId })
    .where('projectId', '=', projectId)
    .where('id', '=', importId)
    .execute()
}

/** The columns of a board that an import has filled before. */
export async function listImportedColumns(db: Database, { projectId, importId }: ImportKey, boardId: number) {
  const columns = await db
    .selectFrom('importedColumns')
    .innerJoin('boardColumns', 'boardColumns.id', 'importedColumns.columnId')
    .where('importedColumns.projectId', '=', projectId)
    .where('importId', '=', importId)
    .where('boardColumns.boardProjectId', '=', projectId)
    .where('boardColumns.boardId', '=', boardId)
    .where('boardColumns.deletedAt', 'is', null)
    .select(['externalId', 'columnId'])
    .execute()
  return new Map(columns.map(({ externalId, columnId }) => [externalId, columnId]))
}

export async function insertImportedColumns(
  tx: Database,
  { projectId, importId }: ImportKey,
  columns: { externalId: string; columnId: number }[],
) {
  if (columns.length === 0) return
  await tx
    .insertInto('importedColumns')
    .values(columns.map(column => ({ ...column, projectId, importId })))
    .onConflict(conflict =>
      conflict
        .columns(['importId', 'externalId'])
        .doUpdateSet(({ ref }) => ({ columnId: ref('excluded.columnId') })),
    )
    .execute()
}

export interface KnownTask {
  taskId: number
  /** Whether it is still in the project, and not in its trash. */
  isHere: boolean
}

/** Returns the tasks that an earlier part of the import created. */
export async function listImportedTasks(
  db: Database,
  { projectId, importId }: ImportKey,
  externalIds: string[],
) {
  const { rows } = await sql<KnownTask & { externalId: string }>`
    select external_id, task_id, tasks.deleted_at is null and tasks.project_id = ${projectId} as is_here
    from imported_tasks
    join tasks on tasks.id = task_id
    where imported_tasks.project_id = ${projectId} and import_id = ${importId} and external_id = any(${externalIds}::text[])`.execute(
    db,
  )
  return new Map(rows.map(({ externalId, ...task }) => [externalId, task]))
}

export async function insertImportedTasks(
  tx: Database,
  { projectId, importId }: ImportKey,
  tasks: { externalId: string; taskId: number }[],
) {
  await sql`insert into imported_tasks (import_id, project_id, external_id, task_id)
    select ${importId}, ${projectId}, "externalId", "taskId"
    from jsonb_to_recordset(${JSON.stringify(tasks)}::jsonb) as ("externalId" text, "taskId" bigint)`.execute(
    tx,
  )
}

export async function countImportedTasks(db: Database, { projectId, importId }: ImportKey) {
  const { rows } = await sql<{ taskCount: number; waitingLinks: number }>`
    select (select count(*) from imported_tasks where project_id = ${projectId} and import_id = ${importId}) as task_count,
      (select count(*) from imported_links where project_id = ${projectId} and import_id = ${importId}) as waiting_links`.execute(
    db,
  )
  return rows[0] as { taskCount: number; waitingLinks: number }
}

/** The highest position in each of these locked columns. */
export async function findLastPositions(tx: Database, columnIds: number[]) {
  const columns = await tx
    .selectFrom('tasks')
    .where(among('columnId', columnIds))
    .select(({ fn }) => ['columnId', fn.max<number | null>('position').as('position')])
    .groupBy('columnId')
    .execute()
  return new Map(columns.map(({ columnId, position }) => [columnId, position]))
}

/** Archives those of the tasks that are completed; the others have to stay open. */
export async function archiveCompleted(tx: Database, projectId: number, ids: number[]) {
  await tx
    .updateTable('tasks')
    .set(({ ref }) => ({ archivedAt: ref('completedAt') }))
    .where('projectId', '=', projectId)
    .where(among('id', ids))
    .where('completedAt', 'is not', null)
    .execute()
}

export function listMembers(db: Database, projectId: number) {
  return db
    .selectFrom('projectMembers')
    .innerJoin('users', 'users.id', 'projectMembers.userId')
    .where('projectId', '=', projectId)
    .select(['userId', 'users.name', 'users.surname', 'users.email'])
    .execute()
}

export function listPriorities(db: Database) {
  return db.selectFrom('taskPriorities').select(['id', 'name', 'level']).execute()
}

export interface NewComment {
  taskId: number
  externalId: string | undefined
  authorId: number
  text: string
  createdAt: string
}

/** Which of these comments have been imported before, by task and external id. */
export async function listImportedComments(db: Database, projectId: number, taskIds: number[]) {
  if (taskIds.length === 0) return new Set<string>()
  const comments = await db
    .selectFrom('importedComments')
    .where('projectId', '=', projectId)
    .where(among('taskId', taskIds))
    .select(['taskId', 'externalId'])
    .execute()
  return new Set(comments.map(({ taskId, externalId }) => `${taskId} ${externalId}`))
}

/** In their order, and by task: every comment changes the count of its task. */
export async function insertComments(tx: Database, projectId: number, comments: NewComment[]) {
  if (comments.length === 0) return
  const placed = comments
    .map((comment, place) => ({ ...comment, place }))
    .sort((one, other) => one.taskId - other.taskId || one.place - other.place)
  await sql`
    with given as (
      select nextval(pg_get_serial_sequence('comments', 'id')) as id, rows.*
      from jsonb_to_recordset(${JSON.stringify(placed)}::jsonb)
        as rows ("taskId" bigint, "externalId" text, "authorId" bigint, text text, "createdAt" timestamptz)
    ), inserted as (
      insert into comments (id, task_id, project_id, author_id, text, created_at, updated_at)
      select id, "taskId", ${projectId}, "authorId", text, "createdAt", "createdAt" from given order by id
    )
    insert into imported_comments (task_id, project_id, external_id, comment_id)
    select "taskId", ${projectId}, "externalId", id from given where "externalId" is not null`.execute(tx)
}
