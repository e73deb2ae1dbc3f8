import type { Language } from '@atrium/core/language'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#deps.ts'
import type { ActivityEvent } from '#events.ts'
import type { NotificationType } from './notification.contract.ts'
import type { Occasion } from './occasions.ts'
import type { Preferences } from './preferences.contract.ts'
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

interface Concern {
  event: ActivityEvent
  occasions: Occasion[]
}

/**
 * For each event everyone once: members who are not the actor and have muted neither this type nor this project. One
 * statement for all events; arrays, because the planner knows how long they are.
 */
export async function findAudience(tx: Database, concerns: Concern[]) {
  const events = concerns.map(({ event }) => event)
  const called = concerns.flatMap(({ occasions }, at) =>
    occasions.map((occasion, rank) => ({ ...occasion, at, rank })),
  )
  const named = called.flatMap(({ ids = [], ...occasion }) => ids.map(id => ({ ...occasion, id })))
  const invited = called.filter(({ email }) => email !== undefined)
  const involved = called.filter(({ involved }) => involved !== undefined)
  const { rows } = await sql<Recipient & { at: number }>`
    with event as (
      select * from unnest(${events.map((_, at) => at)}::int[], ${events.map(({ projectId }) => projectId)}::bigint[],
        ${events.map(({ actorId }) => actorId)}::bigint[], ${events.map(({ taskId = null }) => taskId)}::bigint[],
        ${events.map(commentIdOf)}::bigint[]
      ) as event (at, project_id, actor_id, task_id, comment_id)
    ), involved as (
      select event.at, event.task_id, of.type, of.rank, of.commenters
      from unnest(${places(involved)}, ${involved.map(of => of.involved === 'and commenters')}::boolean[])
        as of (at, type, rank, commenters)
      join event on event.at = of.at
    ), called as (
      select * from unnest(${places(named)}, ${named.map(({ id }) => id)}::bigint[]) as named (at, type, rank, user_id)
      union all
      select invited.at, invited.type, invited.rank, users.id
      from unnest(${places(invited)}, ${invited.map(({ email }) => email)}::text[]) as invited (at, type, rank, email)
      join users on lower(users.email) = lower(invited.email) and users.is_email_verified
      union all
      select involved.at, involved.type, involved.rank, unnest(array[assignee_id, creator_id])
      from involved join tasks on tasks.id = involved.task_id
      union all
      select involved.at, involved.type, involved.rank, author_id
      from involved join comments on comments.task_id = involved.task_id and involved.commenters
    )
    select distinct on (event.at, users.id) event.at, users.id as user_id, called.type,
      coalesce(settings.language, 'en') as language, coalesce(settings.mail, 'digest') as mail,
      projects.name as project_name, tasks.number as task_number, tasks.title as task_title, tasks.due_date,
      concat_ws(' ', actor.name, actor.surname) as actor_name,
      left(comments.text, ${sql.lit(EXCERPT_CHARACTERS)}) as excerpt, (
        select json_object_agg(named.id, concat_ws(' ', named.name, named.surname))
        from users as named where named.id = any(comments.mentions)
      ) as mentioned
    from called
    join event on event.at = called.at
    join users on users.id = called.user_id
    join projects on projects.id = event.project_id
    left join project_members as own on own.project_id = projects.id and own.user_id = users.id
    left join user_settings as settings on settings.user_id = users.id
    left join tasks on tasks.id = event.task_id
    left join comments on comments.id = event.comment_id
    left join users as actor on actor.id = event.actor_id
    where users.id is distinct from event.actor_id and users.archived_at is null
      and (own.user_id is not null or called.type = any(${typesForOutsiders}::text[]))
      and called.type <> all(coalesce(settings.muted_types, '{}'))
      and projects.id <> all(coalesce(settings.muted_projects, '{}'))
    order by event.at, users.id, called.rank`.execute(tx)
  return rows.map(({ at, ...recipient }) => ({ recipient, happening: events[at] as ActivityEvent }))
}

function commentIdOf(event: ActivityEvent) {
  const isOfComment = event.type === 'comment.created' || event.type === 'comment.updated'
  return isOfComment ? event.after.commentId : null
}

/** Which event, which type, and what comes first for somebody whom several of them concern. */
function places(called: { at: number; type: NotificationType; rank: number }[]): RawBuilder<unknown> {
  return sql`${called.map(({ at }) => at)}::int[], ${called.map(({ type }) => type)}::text[],
    ${called.map(({ rank }) => rank)}::int[]`
}
