import { settleAll } from '@atrium/database/transaction'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#database.ts'
import type { ActivityEvent } from '#events.ts'
import type { NotificationType, Preferences } from './notification.contract.ts'
import { typesForOutsiders } from './notification.queries.ts'
import { type Occasion, type Subject, subjectOf } from './occasions.ts'

const EXCERPT_CHARACTERS = 200

/** A user to notify, with everything that the text can mention. */
export interface Recipient extends Person, Details {}

interface Person {
  userId: number
  type: NotificationType
  /** What the user has chosen. */
  language: string | null
  mail: Preferences['mail']
}

/** The same for all who are notified of an event. */
interface Details {
  projectName: string
  projectKey: string | null
  /** Null if the task has moved to another project, where its number is another. */
  taskNumber: number | null
  taskTitle: string | null
  dueDate: string | null
  actorName: string | null
  excerpt: string | null
  /** Who wrote the comment that the new one replies to. */
  repliedAuthorId: number | null
  /** Names of the users mentioned in the comment, by id. */
  mentioned: Record<string, string> | null
}

interface Concern {
  event: ActivityEvent
  occasions: Occasion[]
}

/** Each user at most once per event. In two statements for any number of events: one for both took longer to plan. */
export async function findAudience(tx: Database, concerns: Concern[]) {
  const subjects = concerns.map(({ event }) => subjectOf(event))
  const [people, details] = await settleAll([listPeople(tx, concerns), listDetails(tx, subjects)])
  return people.flatMap(({ at, ...person }) => {
    const [subject, about] = [subjects[at], details.get(at)]
    return subject && about ? [{ recipient: { ...person, ...about }, subject }] : []
  })
}

/**
 * Members other than the actor who have muted neither the type nor the project. The statement takes arrays because the
 * planner knows their length.
 */
async function listPeople(tx: Database, concerns: Concern[]) {
  const events = concerns.map(({ event }) => event)
  const called = concerns.flatMap(({ occasions }, at) =>
    occasions.map((occasion, rank) => ({ ...occasion, at, rank })),
  )
  const named = called.flatMap(({ ids = [], ...occasion }) => ids.map(id => ({ ...occasion, id })))
  const invited = called.filter(({ email }) => email !== undefined)
  const involved = called.filter(({ involved }) => involved !== undefined)
  const { rows } = await sql<Person & { at: number }>`
    with event as (
      select * from unnest(${events.map((_, at) => at)}::int[], ${events.map(({ projectId }) => projectId)}::bigint[],
        ${events.map(({ actorId }) => actorId)}::bigint[], ${events.map(({ taskId = null }) => taskId)}::bigint[]
      ) as event (at, project_id, actor_id, task_id)
    ), involved as (
      select event.at, event.task_id, of.type, of.rank, of.commenters
      from unnest(${columnsOf(involved)}, ${involved.map(of => of.involved === 'and commenters')}::boolean[])
        as of (at, type, rank, commenters)
      join event on event.at = of.at
    ), called as (
      select * from unnest(${columnsOf(named)}, ${named.map(({ id }) => id)}::bigint[]) as named (at, type, rank, user_id)
      union all
      select invited.at, invited.type, invited.rank, users.id
      from unnest(${columnsOf(invited)}, ${invited.map(({ email }) => email)}::text[]) as invited (at, type, rank, email)
      join users on lower(users.email) = lower(invited.email) and users.is_email_verified
      union all
      select involved.at, involved.type, involved.rank, person.user_id
      from involved cross join lateral (
        select unnest(array[assignee_id, creator_id] || other_assignee_ids) as user_id from tasks where tasks.id = involved.task_id
        union select author_id from comments where comments.task_id = involved.task_id and involved.commenters
        union select user_id from task_watchers where task_watchers.task_id = involved.task_id and is_watching
      ) as person
      where not exists (
        select from task_watchers as muted
        where muted.task_id = involved.task_id and muted.user_id = person.user_id and not muted.is_watching)
    )
    select distinct on (event.at, users.id) event.at, users.id as user_id, called.type,
      settings.language, coalesce(settings.mail, 'digest') as mail
    from called
    join event on event.at = called.at
    join users on users.id = called.user_id
    left join project_members as own on own.project_id = event.project_id and own.user_id = users.id
    left join user_settings as settings on settings.user_id = users.id
    where users.id is distinct from event.actor_id and users.archived_at is null
      and (own.user_id is not null or called.type = any(${typesForOutsiders}::text[]))
      and called.type <> all(coalesce(settings.muted_types, '{}'))
      and event.project_id <> all(coalesce(settings.muted_projects, '{}'))
    order by event.at, users.id, called.rank`.execute(tx)
  return rows
}

/** Event, type and rank of each occasion; the lowest rank wins for a user with several. */
function columnsOf(called: { at: number; type: NotificationType; rank: number }[]): RawBuilder<unknown> {
  return sql`${called.map(({ at }) => at)}::int[], ${called.map(({ type }) => type)}::text[],
    ${called.map(({ rank }) => rank)}::int[]`
}

/** By the index of the subject. */
async function listDetails(tx: Database, subjects: Subject[]) {
  const { rows } = await sql<Details & { at: number }>`
    select event.at, projects.name as project_name, projects.key as project_key,
      case when tasks.project_id = projects.id then tasks.number end as task_number,
      tasks.title as task_title, tasks.due_date, concat_ws(' ', actor.name, actor.surname) as actor_name,
      left(comments.text, ${sql.lit(EXCERPT_CHARACTERS)}) as excerpt, replied.author_id as replied_author_id, (
        select json_object_agg(named.id, concat_ws(' ', named.name, named.surname))
        from users as named where named.id = any(comments.mentions)
      ) as mentioned
    from unnest(${subjects.map((_, at) => at)}::int[], ${subjects.map(({ projectId }) => projectId)}::bigint[],
      ${subjects.map(({ taskId = null }) => taskId)}::bigint[], ${subjects.map(({ commentId = null }) => commentId)}::bigint[],
      ${subjects.map(({ actorId }) => actorId)}::bigint[]) as event (at, project_id, task_id, comment_id, actor_id)
    join projects on projects.id = event.project_id
    left join tasks on tasks.id = event.task_id
    left join comments on comments.id = event.comment_id
    left join comments as replied on replied.project_id = comments.project_id and replied.id = comments.reply_to_id
    left join users as actor on actor.id = event.actor_id`.execute(tx)
  return new Map(rows.map(({ at, ...details }) => [at, details]))
}
