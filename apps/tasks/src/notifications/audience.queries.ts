import type { Language } from '@atrium/http/language'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#deps.ts'
import type { ActivityEvent } from '#events.ts'
import type { NotificationType } from './notification.schema.ts'
import type { Occasion } from './occasions.ts'
import type { Preferences } from './preferences.schema.ts'
import { typesForOutsiders } from './visible-notifications.ts'

const EXCERPT_CHARACTERS = 200

/** Who is to be told what, and all that a text about it may say. */
export interface Recipient {
  userId: number
  type: NotificationType
  language: Language
  mail: Preferences['mail']
  projectName: string
  taskNumber: number | null
  taskTitle: string | null
  dueDate: string | null
  actorName: string | null
  excerpt: string | null
  /** The names of those whom the comment mentions, by id. */
  mentioned: Record<string, string> | null
}

/** Each once: members who are not the actor and have muted neither this type nor this project. One statement. */
export async function findAudience(tx: Database, event: ActivityEvent, occasions: Occasion[]) {
  const { projectId, actorId, taskId = null, after } = event
  const commentId = after?.commentId ?? null
  const { rows } = await sql<Recipient>`
    select distinct on (users.id) users.id as user_id, called.type, coalesce(settings.language, 'en') as language,
      coalesce(settings.mail, 'digest') as mail, projects.name as project_name, tasks.number as task_number,
      tasks.title as task_title, tasks.due_date, concat_ws(' ', actor.name, actor.surname) as actor_name,
      left(comments.text, ${sql.lit(EXCERPT_CHARACTERS)}) as excerpt, (
        select json_object_agg(named.id, concat_ws(' ', named.name, named.surname))
        from users as named where named.id = any(comments.mentions)
      ) as mentioned
    from (${sql.join(occasions.flatMap(peopleOf(taskId)), sql` union all `)}) as called (user_id, type, rank)
    join users on users.id = called.user_id
    join projects on projects.id = ${projectId}
    left join project_members as own on own.project_id = projects.id and own.user_id = users.id
    left join user_settings as settings on settings.user_id = users.id
    left join tasks on tasks.id = ${taskId}
    left join comments on comments.id = ${commentId}
    left join users as actor on actor.id = ${actorId}
    where users.id is distinct from ${actorId} and users.archived_at is null
      and (own.user_id is not null or called.type = any(${typesForOutsiders}::text[]))
      and called.type <> all(coalesce(settings.muted_types, '{}'))
      and projects.id <> all(coalesce(settings.muted_projects, '{}'))
    order by users.id, called.rank`.execute(tx)
  return rows
}

function peopleOf(taskId: number | null) {
  return ({ type, ids, email, involved }: Occasion, rank: number): RawBuilder<unknown>[] => {
    const reason = sql`${type}::text, ${sql.lit(rank)}`
    return [
      ...(ids ? [sql`select unnest(${ids}::bigint[]), ${reason}`] : []),
      ...(email ? [sql`select id, ${reason} from users where lower(email) = lower(${email})`] : []),
      ...(involved
        ? [sql`select unnest(array[assignee_id, creator_id]), ${reason} from tasks where id = ${taskId}`]
        : []),
      ...(involved === 'and commenters'
        ? [sql`select author_id, ${reason} from comments where task_id = ${taskId}`]
        : []),
    ]
  }
}
