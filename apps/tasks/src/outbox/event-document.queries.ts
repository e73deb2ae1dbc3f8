import { sql } from 'kysely'
import type { Database } from '#database.ts'
import type { StoredEvent } from '#projects/activity.queries.ts'

/** What an event is about, by name. */
export interface EventNames {
  id: number
  project: { id: number; key: string | null; name: string }
  actor: { id: number; name: string } | null
  task: { id: number; number: number; title: string } | null
}

/**
 * The names of what the events are about. A task that is gone, or in another project by now, has the number and the title
 * that were last recorded in the project of the event.
 */
export async function listEventNames(db: Database, events: StoredEvent[]): Promise<EventNames[]> {
  const ids = events.map(({ id }) => id)
  const { rows } = await sql<EventNames>`
    select event.id,
      json_build_object('id', projects.id, 'key', projects.key, 'name', projects.name) as project,
      case when users.id is not null
        then json_build_object('id', users.id, 'name', concat_ws(' ', users.name, nullif(users.surname, ''))) end as actor,
      case when task.number is not null
        then json_build_object('id', event.task_id, 'number', task.number, 'title', task.title) end as task
    from activity as event
    join projects on projects.id = event.project_id
    left join users on users.id = event.actor_id
    left join lateral (
      select number, title from tasks where id = event.task_id and project_id = event.project_id
      union all
      select (payload ->> 'number')::bigint, payload ->> 'title' from (
        select case type when 'task.created' then after when 'task.moved_in' then after else before end as payload
        from activity where task_id = event.task_id and project_id = event.project_id
          and type in ('task.created', 'task.moved_in', 'task.moved_out', 'task.removed')
        order by id desc limit 1
      ) as recorded
      limit 1
    ) as task on true
    where event.id = any(${ids}::bigint[])`.execute(db)
  return rows
}

interface Named {
  projectId: number
  actorId: number | null
  taskId: number | null
}

/** The names of a project, a user and a task of the project. */
export async function findNames(db: Database, { projectId, actorId, taskId }: Named) {
  const { rows } = await sql<Omit<EventNames, 'id'>>`
    select json_build_object('id', projects.id, 'key', projects.key, 'name', projects.name) as project,
      case when users.id is not null
        then json_build_object('id', users.id, 'name', concat_ws(' ', users.name, nullif(users.surname, ''))) end as actor,
      case when tasks.id is not null
        then json_build_object('id', tasks.id, 'number', tasks.number, 'title', tasks.title) end as task
    from projects
    left join users on users.id = ${actorId}
    left join tasks on tasks.id = ${taskId} and tasks.project_id = projects.id
    where projects.id = ${projectId}`.execute(db)
  return rows[0] as Omit<EventNames, 'id'>
}
