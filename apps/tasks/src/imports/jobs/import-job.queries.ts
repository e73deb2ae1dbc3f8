import type { Page } from '@atrium/core/paging'
import { among } from '@atrium/database/conditions'
import { listPage } from '@atrium/database/list-page'
import { type Insertable, sql, type Updateable } from 'kysely'
import { isListedFor, type Viewer } from '#administration/directory.ts'
import type { Database, ImportJobs } from '#database.ts'
import { NotFound } from '#errors.ts'
import type { StoredJob, StoredNote } from './stored-job.ts'

export async function insertJob(tx: Database, job: Insertable<ImportJobs>) {
  const { id } = await tx.insertInto('importJobs').values(job).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function getJob(db: Database, userId: number, id: number): Promise<StoredJob> {
  const job = await selectJobs(db).where('id', '=', id).where('userId', '=', userId).executeTakeFirst()
  if (!job) throw new NotFound('import_not_found')
  return job
}

/** Locks it until the transaction ends: an instance that works on it waits before it writes anything else. */
export async function lockJob(tx: Database, userId: number, id: number): Promise<StoredJob> {
  const job = await selectJobs(tx)
    .where('id', '=', id)
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!job) throw new NotFound('import_not_found')
  return job
}

export function listJobs(db: Database, userId: number, page: Page) {
  return listPage(selectJobs(db).where('userId', '=', userId).orderBy('id', 'desc'), page)
}

function selectJobs(db: Database) {
  return db.selectFrom('importJobs').selectAll().$castTo<StoredJob>()
}

export async function countOpenJobs(tx: Database, userId: number) {
  const { count } = await tx
    .selectFrom('importJobs')
    .where('userId', '=', userId)
    .where('status', 'in', ['waiting', 'running'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function updateJob(tx: Database, id: number, changes: Updateable<ImportJobs>) {
  await tx.updateTable('importJobs').set(changes).where('id', '=', id).execute()
}

export async function deleteJob(tx: Database, id: number) {
  await tx.deleteFrom('importJobs').where('id', '=', id).execute()
}

interface Lease {
  runner: string
  now: string
  until: string
}

/** Takes a job that nobody works on. */
export async function leaseJob(db: Database, id: number, { runner, now, until }: Lease) {
  const job = await db
    .updateTable('importJobs')
    .set(({ eb }) => ({ status: 'running', runner, leasedUntil: until, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('status', 'in', ['waiting', 'running'])
    .where(({ or, eb }) => or([eb('leasedUntil', 'is', null), eb('leasedUntil', '<', now)]))
    .returningAll()
    .executeTakeFirst()
  return job as StoredJob | undefined
}

/** Changes a job that this process still works on. Returns false if it has been taken back, or taken over. */
export async function updateLeased(
  db: Database,
  { id, runner }: { id: number; runner: string },
  changes: Updateable<ImportJobs>,
) {
  const { numUpdatedRows } = await db
    .updateTable('importJobs')
    .set(changes)
    .where('id', '=', id)
    .where('runner', '=', runner)
    .where('status', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Jobs that wait for longer than a queue does, or whose process has died. */
export async function listAbandonedJobs(db: Database, now: string, before: string) {
  const jobs = await db
    .selectFrom('importJobs')
    .where('status', 'in', ['waiting', 'running'])
    .where(({ or, and, eb }) =>
      or([eb('leasedUntil', '<', now), and([eb('leasedUntil', 'is', null), eb('createdAt', '<', before)])]),
    )
    .select('id')
    .orderBy('id')
    .execute()
  return jobs.map(({ id }) => id)
}

export async function insertJobTasks(tx: Database, jobId: number, projectId: number, taskIds: number[]) {
  if (taskIds.length === 0) return
  await sql`insert into import_job_tasks (job_id, project_id, task_id)
    select ${jobId}, ${projectId}, id from unnest(${taskIds}::bigint[]) as id on conflict do nothing`.execute(
    tx,
  )
}

interface NewFile {
  taskId: number
  name: string
  url: string
  isCover: boolean
}

export async function insertJobFiles(tx: Database, jobId: number, projectId: number, files: NewFile[]) {
  if (files.length === 0) return
  await tx
    .insertInto('importJobFiles')
    .values(files.map(file => ({ ...file, jobId, projectId })))
    .execute()
}

export async function insertNotes(tx: Database, jobId: number, projectId: number, notes: StoredNote[]) {
  if (notes.length === 0) return
  await sql`insert into import_job_notes (job_id, project_id, task_id, title, reason, losses)
    select ${jobId}, ${projectId}, "taskId", title, reason, losses
    from jsonb_to_recordset(${JSON.stringify(notes)}::jsonb)
      as notes ("taskId" bigint, title text, reason text, losses text[])`.execute(tx)
}

export function listNotes(db: Database, jobId: number, page: Page) {
  const notes = db
    .selectFrom('importJobNotes')
    .where('jobId', '=', jobId)
    .select(['title', 'taskId', 'reason', 'losses'])
    .orderBy('id')
    .$castTo<StoredNote>()
  return listPage(notes, page)
}

export function findNextFile(db: Database, jobId: number) {
  return db
    .selectFrom('importJobFiles')
    .innerJoin('tasks', 'tasks.id', 'importJobFiles.taskId')
    .where('jobId', '=', jobId)
    .select([
      'importJobFiles.id',
      'taskId',
      'name',
      'url',
      'isCover',
      'tasks.title',
      'tasks.deletedAt',
      'tasks.createdAt',
    ])
    .orderBy('importJobFiles.id')
    .executeTakeFirst()
}

export async function countFiles(db: Database, jobId: number) {
  const { count } = await db
    .selectFrom('importJobFiles')
    .where('jobId', '=', jobId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function deleteFile(tx: Database, id: number) {
  const { numDeletedRows } = await tx.deleteFrom('importJobFiles').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

export async function hasJobWithContent(db: Database, key: string) {
  const job = await db.selectFrom('importJobs').where('contentKey', '=', key).select('id').executeTakeFirst()
  return job !== undefined
}

/** The users whom the viewer sees: those with these ids, and those with these confirmed addresses. */
export async function findUsers(
  db: Database,
  viewer: Viewer,
  { ids, emails }: { ids: number[]; emails: string[] },
) {
  return db
    .selectFrom('users')
    .where(({ or, and, eb }) =>
      or([
        among('id', ids),
        and([eb('isEmailVerified', '=', true), sql<boolean>`lower(email) = any(${emails}::text[])`]),
      ]),
    )
    .where('clientId', 'is', null)
    .where('erasedAt', 'is', null)
    .where(({ or, eb }) => or([eb('id', '=', viewer.id), isListedFor(viewer)]))
    .select(['id', sql<string>`lower(email)`.as('email'), 'isEmailVerified'])
    .execute()
}

/** Moves the tasks that the import has created, and that are still in the project, to the trash. */
export async function trashJobTasks(
  tx: Database,
  { jobId, projectId, userId, now }: { jobId: number; projectId: number; userId: number; now: string },
) {
  const ownTasks = sql`select task_id from import_job_tasks where job_id = ${jobId} and project_id = ${projectId}`
  const { rows } = await sql<{ id: number; boardId: number; columnId: number; title: string }>`
    update tasks set deleted_at = ${now}, deleted_by = ${userId}, position = null, version = version + 1, updated_at = ${now}
    where project_id = ${projectId} and deleted_at is null and id in (${ownTasks})
    returning id, board_id, column_id, title`.execute(tx)
  // Forgetting the key lets users import this source again.
  await sql`delete from imported_links where project_id = ${projectId} and task_id in (${ownTasks})`.execute(
    tx,
  )
  await sql`delete from imported_tasks where project_id = ${projectId} and task_id in (${ownTasks})`.execute(
    tx,
  )
  return rows
}

/** A board without tasks but those in the trash. */
export async function findEmptyBoard(db: Database, projectId: number, boardId: number | null) {
  return db
    .selectFrom('boards')
    .where('id', '=', boardId)
    .where('projectId', '=', projectId)
    .where('deletedAt', 'is', null)
    .where(sql<boolean>`not exists (select from tasks where tasks.project_id = ${projectId}
      and tasks.board_id = boards.id and tasks.deleted_at is null)`)
    .select(['id', 'name'])
    .executeTakeFirst()
}

/** Whether everything in a project is in its trash. */
export async function isProjectEmpty(db: Database, projectId: number) {
  const { rows } = await sql<{ isEmpty: boolean }>`
    select not exists (select from boards where project_id = ${projectId} and deleted_at is null)
      and not exists (select from tasks where project_id = ${projectId} and deleted_at is null) as is_empty`.execute(
    db,
  )
  return rows[0]?.isEmpty ?? false
}

export function listOldDryRuns(db: Database, before: string) {
  return db
    .selectFrom('importJobs')
    .where('isDryRun', '=', true)
    .where('finishedAt', '<', before)
    .select(['id', 'contentKey'])
    .execute()
}
