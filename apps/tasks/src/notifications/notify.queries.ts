import type { Language } from '@atrium/core/language'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#database.ts'
import type { ActivityEvent } from '#events.ts'
import type { NotificationContext, NotificationType, Preferences } from './notification.contract.ts'
import { typesForOutsiders } from './notification.queries.ts'
import { type Occasion, subjectOf } from './occasions.ts'

const EXCERPT_CHARACTERS = 200
const WINDOW_MS = 5 * 60_000
const reminders: NotificationType[] = ['task.due_soon', 'task.overdue']

/** A user to notify, with everything that the text can mention. */
export interface Recipient {
  userId: number
  type: NotificationType
  language: Language
  mail: Preferences['mail']
  projectName: string
  projectKey: string | null
  /** Null if the task has moved to another project, where its number is another. */
  taskNumber: number | null
  taskTitle: string | null
  dueDate: string | null
  actorName: string | null
  excerpt: string | null
  /** Names of the users mentioned in the comment, by id. */
  mentioned: Record<string, string> | null
}

interface Concern {
  event: ActivityEvent
  occasions: Occasion[]
}

/**
 * Each user at most once per event: members other than the actor who have muted neither the type nor the project. One
 * statement for all events; it takes arrays because the planner knows their length.
 */
export async function findAudience(tx: Database, concerns: Concern[]) {
  const events = concerns.map(({ event }) => event)
  const subjects = events.map(subjectOf)
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
        ${subjects.map(({ commentId = null }) => commentId)}::bigint[]
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
      select involved.at, involved.type, involved.rank, person.user_id
      from involved cross join lateral (
        select unnest(array[assignee_id, creator_id]) as user_id from tasks where tasks.id = involved.task_id
        union select author_id from comments where comments.task_id = involved.task_id and involved.commenters
        union select user_id from task_watchers where task_watchers.task_id = involved.task_id and is_watching
      ) as person
      where not exists (
        select from task_watchers as muted
        where muted.task_id = involved.task_id and muted.user_id = person.user_id and not muted.is_watching)
    )
    select distinct on (event.at, users.id) event.at, users.id as user_id, called.type,
      coalesce(settings.language, 'en') as language, coalesce(settings.mail, 'digest') as mail,
      projects.name as project_name, projects.key as project_key,
      case when tasks.project_id = projects.id then tasks.number end as task_number,
      tasks.title as task_title, tasks.due_date, concat_ws(' ', actor.name, actor.surname) as actor_name,
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
  return rows.flatMap(({ at, ...recipient }) => {
    const subject = subjects[at]
    return subject ? [{ recipient, subject }] : []
  })
}

/** Event, type and rank of each occasion; the lowest rank wins for a user with several. */
function places(called: { at: number; type: NotificationType; rank: number }[]): RawBuilder<unknown> {
  return sql`${called.map(({ at }) => at)}::int[], ${called.map(({ type }) => type)}::text[],
    ${called.map(({ rank }) => rank)}::int[]`
}

/** Sent once per due date. */
export function isReminder(type: NotificationType) {
  return reminders.includes(type)
}

/**
 * Notifications of a user are written by one transaction at a time, so a stream that has reached an id has seen all lower
 * ones. Locks are taken in the order of user ids to avoid deadlocks.
 */
export async function lockReaders(tx: Database, userIds: number[]) {
  const ordered = [...new Set(userIds)].sort((one, other) => one - other)
  await sql`select pg_advisory_xact_lock(hashtext('notifications'), (id % 2147483648)::int)
    from unnest(${ordered}::bigint[]) as id`.execute(tx)
}

export interface NewNotification {
  userId: number
  type: NotificationType
  projectId: number
  boardId: number | null
  taskId: number | null
  actorId: number | null
  subject: string
  body: string
  /** The id is added when the row is inserted. */
  context: Omit<NotificationContext, 'notificationId'>
  mail: Preferences['mail']
}

/** The part of an earlier notification that its replacement needs. */
export type EarlierContext = Pick<NotificationContext, 'actor' | 'actors' | 'replaces'>

interface Key extends Pick<NewNotification, 'userId' | 'taskId' | 'type'> {
  dueDate: string | null
}

/** Recent notifications of the same type about the same task, by the index of their key. */
export async function listEarlier(tx: Database, keys: Key[], now: Date) {
  const recent = new Date(now.getTime() - WINDOW_MS).toISOString()
  const { rows } = await sql<{ at: number; id: number; context: EarlierContext }>`
    select key.at - 1 as at, earlier.id, earlier.context
    from unnest(${keys.map(({ userId }) => userId)}::bigint[], ${keys.map(({ taskId }) => taskId)}::bigint[],
      ${keys.map(({ type }) => type)}::text[], ${keys.map(({ dueDate }) => dueDate)}::text[])
      with ordinality as key (user_id, task_id, type, due_date, at)
    cross join lateral (
      select id, context from notifications
      where task_id = key.task_id and user_id = key.user_id and type = key.type
        and case when key.type = any(${reminders}::text[]) then context ->> 'dueDate' = key.due_date
          else created_at > ${recent} end
      order by created_at desc limit 1
    ) as earlier`.execute(tx)
  return new Map(rows.map(({ at, id, context }) => [at, { ...context, replaces: [id] }]))
}

export interface StoredNotification extends Pick<NewNotification, 'userId' | 'taskId' | 'type' | 'mail'> {
  id: number
  isReplacement: boolean
}

/** Notifications that need no email are marked as mailed, so that no digest includes them later. */
export async function insertNotifications(tx: Database, notifications: NewNotification[], now: Date) {
  if (notifications.length === 0) return []
  const at = now.toISOString()
  const { rows } = await sql<StoredNotification>`
    with notification as materialized (
      select nextval(pg_get_serial_sequence('notifications', 'id')) as id, given.*
      from jsonb_to_recordset(${JSON.stringify(notifications)}::jsonb) as given ("userId" bigint, type text,
        "projectId" bigint, "boardId" bigint, "taskId" bigint, "actorId" bigint, subject text, body text,
        context jsonb, mail text)
    ), replaced as (
      delete from notifications where id = any(${notifications.flatMap(({ context }) => context.replaces ?? [])}::bigint[])
    ), stored as (
      insert into notifications (id, user_id, type, project_id, board_id, task_id, actor_id, subject, body, context,
        created_at, mailed_at)
      select id, "userId", type, "projectId", "boardId", "taskId", "actorId", subject, body,
        context || jsonb_build_object('notificationId', id), ${at}::timestamptz,
        case when mail = 'none' then ${at}::timestamptz end
      from notification
    )
    select id, "userId", "taskId", type, mail, context ? 'replaces' as "isReplacement" from notification`.execute(
    tx,
  )
  return rows
}
