import { sql } from 'kysely'
import type { Database } from '#database.ts'
import type { Settings } from '#settings.ts'
import type { ProjectFiles } from './project-files.contract.ts'

const MEGABYTE = 1_000_000

type Limit = Pick<Settings, 'PROJECT_FILES_MB'>

/** Copies of a task share the content of its files, so each content counts once. */
export async function readProjectFiles(
  db: Database,
  { PROJECT_FILES_MB }: Limit,
  id: number,
): Promise<ProjectFiles> {
  const { limitMb, usedBytes } = await db
    .selectFrom('projects')
    .where('id', '=', id)
    .select([
      'filesLimitMb as limitMb',
      sql<number>`coalesce((select sum(size) from (
        select distinct on (key) attachments.size from attachments join tasks on tasks.id = attachments.task_id
        where tasks.project_id = projects.id order by key) as contents), 0)::float8`.as('usedBytes'),
    ])
    .executeTakeFirstOrThrow()
  const megabytes = limitMb ?? PROJECT_FILES_MB
  return { usedBytes, allowedBytes: megabytes === 0 ? null : megabytes * MEGABYTE, limitMb }
}

export async function findAllowedBytes(db: Database, { PROJECT_FILES_MB }: Limit, projectId: number) {
  const { filesLimitMb } = await db
    .selectFrom('projects')
    .where('id', '=', projectId)
    .select('filesLimitMb')
    .executeTakeFirstOrThrow()
  const megabytes = filesLimitMb ?? PROJECT_FILES_MB
  return megabytes === 0 ? undefined : megabytes * MEGABYTE
}

/** Until the transaction ends. Taken after all rows, so that nobody who holds it waits for one. */
export async function lockProjectFiles(tx: Database, projectId: number) {
  await sql`select pg_advisory_xact_lock(hashtextextended('project files', ${projectId}))`.execute(tx)
}
