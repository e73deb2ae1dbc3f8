import { sql } from 'kysely'
import type { Database } from '#database.ts'
import type { Recipient } from './audience.queries.ts'

interface DueTask extends Recipient {
  projectId: number
  boardId: number
  taskId: number
  dueDate: string
  actorId: null
}

/** The last task and person of the previous batch. */
export type DueCursor = Pick<DueTask, 'dueDate' | 'taskId' | 'userId'>

/**
 * Open tasks that are overdue or due today or tomorrow in the time zone of each person on them, if they have not been
 * notified of that due date yet. No time zone is more than a day ahead of UTC, which bounds the index scan.
 */
export async function listDueTasks(tx: Database, now: string, last: DueCursor, limit: number) {
  const { rows } = await sql<DueTask>`
    select users.id as user_id, due.type, settings.language,
      coalesce(settings.mail, 'digest') as mail, projects.name as project_name, projects.key as project_key,
      tasks.number as task_number, tasks.title as task_title, tasks.due_date, null as actor_name, null as excerpt, null as mentioned,
      projects.id as project_id, tasks.board_id, tasks.id as task_id, null as actor_id
    from tasks
    cross join lateral unnest(tasks.assignee_id || tasks.other_assignee_ids) as person (id)
    join users on users.id = person.id and users.archived_at is null
    join projects on projects.id = tasks.project_id and projects.archived_at is null
    join project_members as own on own.project_id = projects.id and own.user_id = users.id
    left join user_settings as settings on settings.user_id = users.id
    cross join lateral (
      select (${now}::timestamptz at time zone coalesce(settings.time_zone, 'UTC'))::date as today
    ) as calendar
    cross join lateral (
      select case when tasks.due_date < calendar.today then 'task.overdue' else 'task.due_soon' end as type
    ) as due
    where tasks.assignee_id is not null and tasks.completed_at is null and tasks.deleted_at is null
      and tasks.due_date <= (${now}::timestamptz at time zone 'UTC')::date + 2
      and (tasks.due_date, tasks.id) >= (${last.dueDate}::date, ${last.taskId}::bigint)
      and (tasks.due_date, tasks.id, users.id) > (${last.dueDate}::date, ${last.taskId}::bigint, ${last.userId}::bigint)
      and tasks.due_date <= calendar.today + 1
      and due.type <> all(coalesce(settings.muted_types, '{}'))
      and projects.id <> all(coalesce(settings.muted_projects, '{}'))
      and not exists (
        select from notifications as earlier
        where earlier.task_id = tasks.id and earlier.user_id = users.id and earlier.type = due.type
          and earlier.context ->> 'dueDate' = tasks.due_date::text
      )
    order by tasks.due_date, tasks.id, users.id limit ${sql.lit(limit)}`.execute(tx)
  return rows
}
