import { prepared } from '@atrium/database/prepared'
import { sql } from 'kysely'
import type { Database } from '#database.ts'
import type { Task } from '../task.contract.ts'

/**
 * Archives at most this many tasks that their columns no longer show, without waiting for those that someone is changing. The update
 * checks again what may have changed before they were locked.
 */
export const archiveDueTasks = prepared(
  (_tx: Database, now: string, limit: number) => sql<Pick<Task, 'id' | 'projectId' | 'boardId' | 'version'>>`
    with due as materialized (
      select tasks.project_id, tasks.id
      from board_columns
      join projects on projects.id = board_columns.board_project_id
      join tasks on tasks.project_id = board_columns.board_project_id and tasks.column_id = board_columns.id
      where board_columns.archive_after_days is not null and projects.archived_at is null
        and tasks.archived_at is null and tasks.position is not null
        and tasks.completed_at <= ${now}::timestamptz - make_interval(days => board_columns.archive_after_days)
      limit ${limit}::bigint
      for no key update of tasks skip locked
    )
    update tasks set archived_at = ${now}::timestamptz, updated_at = ${now}::timestamptz, version = version + 1,
      field_versions = field_versions || jsonb_build_object('archivedAt', version + 1)
    from due where tasks.project_id = due.project_id and tasks.id = due.id and tasks.completed_at is not null
      and tasks.archived_at is null and tasks.deleted_at is null
    returning tasks.id, tasks.project_id, tasks.board_id, tasks.version`,
)
