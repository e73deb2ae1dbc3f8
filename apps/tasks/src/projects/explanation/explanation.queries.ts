import { sql } from 'kysely'
import type { Database } from '#database.ts'
import { parseTaskKey } from '../project-key.contract.ts'
import type { MemberRole } from '../rights.contract.ts'

export interface Named {
  project: { id: number; name: string; key: string | null }
  task: { id: number; number: number; title: string } | null
  role: MemberRole | null
  groups: string[]
  archivedAt: string | null
  deletedAt: string | null
}

const MAX_FOUND = 10

/** The projects and tasks that a text names, each with the role of the user there. */
export async function findNamed(db: Database, userId: number, about: string) {
  const { projectKey, number } = parseTaskKey(about) ?? {}
  const { rows } = await sql<Named>`
    select json_build_object('id', projects.id, 'name', projects.name, 'key', projects.key) as project,
      case when tasks.id is not null
        then json_build_object('id', tasks.id, 'number', tasks.number, 'title', tasks.title) end as task,
      member.role, projects.archived_at, tasks.deleted_at,
      array(select groups.name from project_groups join groups on groups.id = project_groups.group_id
        join group_members on group_members.group_id = groups.id
        join users on users.passport_id = group_members.passport_id
        where project_groups.project_id = projects.id and users.id = ${userId} order by groups.name) as groups
    from projects
    left join tasks on tasks.project_id = projects.id and projects.key = ${projectKey ?? null} and tasks.number = ${number ?? null}
    left join project_members as member on member.project_id = projects.id and member.user_id = ${userId}
    where tasks.id is not null or lower(projects.name) = lower(${about}) or projects.key = upper(${about})
    order by tasks.id, projects.id limit ${MAX_FOUND}`.execute(db)
  return rows
}
