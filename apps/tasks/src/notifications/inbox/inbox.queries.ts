import { declaredFields } from '@atrium/core/declared-fields'
import { listReply, pageOf } from '@atrium/core/paging'
import { isoInstant } from '@atrium/database/iso-instant'
import { prepared } from '@atrium/database/prepared'
import { type RawBuilder, sql } from 'kysely'
import { type Actor, tokenProjects } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import { NotFound } from '#errors.ts'
import { NotificationContext, type NotificationType } from '../notification.contract.ts'
import { isVisible } from '../notification.queries.ts'
import type { GroupsToFinish, InboxFilter, InboxGroup, InboxQuery } from './inbox.contract.ts'

const MAX_EARLIER = 9

const typesOf: Record<InboxFilter, NotificationType[] | null> = {
  all: null,
  mentions: ['comment.mention'],
  assigned: ['task.assigned'],
  overdue: ['task.overdue'],
}

/** When a group that is not done came into the inbox, or comes back to it. The index has the same expression. */
const shownAt = sql`greatest(notifications.created_at, notifications.snoozed_until)`

interface Choice {
  userId: number
  now: string
  types: NotificationType[] | null
  projectId: number | null
  /** The projects of the token; null for all. */
  limits: number[] | null
}

type Row = Omit<InboxGroup, 'newest'> & InboxGroup['newest']

const states = {
  open: { isIn: (now: string) => sql`notifications.done_at is null and ${shownAt} <= ${now}`, by: shownAt },
  snoozed: { isIn: (now: string) => sql`notifications.done_at is null and ${shownAt} > ${now}`, by: shownAt },
  done: { isIn: () => sql`notifications.done_at is not null`, by: sql`notifications.done_at` },
}

/** One row per task, the latest first, with the total in the same statement. */
export async function listGroups(db: Database, actor: Actor, query: InboxQuery, now: string) {
  const page = pageOf(query)
  const { types, projectId, limits } = choiceOf(actor, query, now)
  const rows = await pages[query.state](db, actor.id, now, types, projectId, limits, page.limit, page.offset)
  const total = rows[0]?.total ?? (page.offset > 0 ? await countGroups(db, actor, query, now) : 0)
  return listReply(rows.map(presentGroup), total, page)
}

/** A page beyond the end has no row that could have the total. */
async function countGroups(db: Database, actor: Actor, query: InboxQuery, now: string): Promise<number> {
  const { _meta } = await listGroups(db, actor, { ...query, page: 1, limit: 1 }, now)
  return _meta.total
}

function choiceOf(
  actor: Actor,
  { filter, projectId }: Pick<InboxQuery, 'filter' | 'projectId'>,
  now: string,
): Choice {
  return {
    userId: actor.id,
    now,
    types: typesOf[filter],
    projectId: projectId ?? null,
    limits: tokenProjects(actor) ?? null,
  }
}

const pages = {
  open: preparePage('open'),
  snoozed: preparePage('snoozed'),
  done: preparePage('done'),
}

function preparePage(state: keyof typeof states) {
  const { by } = states[state]
  return prepared(
    (
      _db: Database,
      userId: number,
      now: string,
      types: NotificationType[] | null,
      projectId: number | null,
      limits: number[] | null,
      limit: number,
      offset: number,
    ) => {
      const matching = isWanted(state, { userId, now, types, projectId, limits })
      const newest = sql`select notifications.*, ${by} as shown_at from notifications where ${matching}
        order by ${by} desc, notifications.id desc
        limit (select ${limit}::bigint) offset (select ${offset}::bigint)`
      return sql<Row & { total: number }>`
        with newest as materialized (${newest})
        select ${groupFields()}, case when (select count(*) from newest) < ${limit}::bigint
          then ${offset}::bigint + (select count(*) from newest)
          else (select count(*) from notifications where ${matching}) end as total
        ${groupSource()} order by newest.shown_at desc, newest.id desc`
    },
  )
}

/** The newest notification about a task stands for its group: the group is done or snoozed if that one is. */
function isWanted(state: keyof typeof states, { userId, now, types, projectId, limits }: Choice) {
  return sql<boolean>`notifications.user_id = ${userId} and ${states[state].isIn(now)} and ${isVisible}
    and (${limits}::bigint[] is null or notifications.project_id = any(${limits}::bigint[]))
    and (${projectId}::bigint is null or notifications.project_id = ${projectId})
    and ${isNewest()}
    and (${types}::text[] is null or notifications.type = any(${types}::text[]) or exists (
      select from notifications as member where ${isInGroupOf('member', 'notifications')}
        and member.type = any(${types}::text[])))`
}

function isNewest() {
  return sql<boolean>`not exists (select from notifications as newer
    where newer.user_id = notifications.user_id and newer.task_id = notifications.task_id
      and newer.id > notifications.id)`
}

/** Notifications that were done earlier than the rest of the task's notifications are no longer part of the group. */
function isInGroupOf(member: string, newest: string) {
  const [one, other] = [sql.table(member), sql.table(newest)]
  return sql<boolean>`${one}.user_id = ${other}.user_id and ${one}.task_id = ${other}.task_id
    and ${one}.done_at is not distinct from ${other}.done_at`
}

function groupFields(): RawBuilder<unknown> {
  return sql`newest.id, newest.type, newest.subject, newest.body, newest.context, newest.read_at, newest.created_at,
    newest.done_at, case when newest.done_at is null then newest.snoozed_until end as snoozed_until,
    case when actors.id is not null then json_build_object('id', actors.id, 'surname', actors.surname,
      'name', actors.name, 'avatarUrl', actors.avatar_url) end as actor,
    case when tasks.id is not null then json_build_object('id', tasks.id, 'number', tasks.number,
      'projectKey', projects.key, 'title', tasks.title, 'completedAt', ${isoInstant('tasks.completed_at')}) end as task,
    coalesce(counted.count, 1) as count,
    coalesce(counted.unread, case when newest.read_at is null then 1 else 0 end) as unread,
    coalesce(earlier.list, '[]') as earlier`
}

function groupSource() {
  return sql`from newest
    left join users as actors on actors.id = newest.actor_id
    left join tasks on tasks.id = newest.task_id and tasks.deleted_at is null
    left join projects on projects.id = tasks.project_id
    left join lateral (
      select count(*), count(*) filter (where member.read_at is null) as unread
      from notifications as member where ${isInGroupOf('member', 'newest')}
    ) as counted on newest.task_id is not null
    left join lateral (
      select json_agg(json_build_object('id', member.id, 'type', member.type, 'subject', member.subject,
        'createdAt', ${isoInstant('member.created_at')}) order by member.id desc) as list
      from (
        select id, type, subject, created_at from notifications as member
        where ${isInGroupOf('member', 'newest')} and member.id < newest.id
        order by id desc limit ${sql.lit(MAX_EARLIER)}
      ) as member
    ) as earlier on newest.task_id is not null`
}

function presentGroup({ total: _, ...row }: Row & { total?: number }): InboxGroup {
  const { id, type, subject, body, context, actor, readAt, createdAt, ...group } = row
  const declared = declaredFields(NotificationContext, context)
  return { id, ...group, newest: { id, type, subject, body, context: declared, actor, readAt, createdAt } }
}

/** The group that this notification belongs to, in whichever state it is. */
export async function getGroup(db: Database, { userId, id, taskId }: GroupKey): Promise<InboxGroup> {
  const { rows } = await sql<Row>`
    with newest as (
      select * from notifications
      where user_id = ${userId} and (id = ${id} or task_id = ${taskId}) order by id desc limit 1
    )
    select ${groupFields()} ${groupSource()}`.execute(db)
  if (!rows[0]) throw new NotFound('notification_not_found')
  return presentGroup(rows[0])
}

export interface GroupKey {
  userId: number
  /** Any notification of the group. */
  id: number
  taskId: number | null
}

type GroupState = 'read' | 'done' | { snoozedUntil: string }

/** Changes the notification and the earlier ones of its group; newer ones have not been seen. */
export async function markGroup(db: Database, key: GroupKey, state: GroupState, now: string) {
  await db
    .updateTable('notifications')
    .set(typeof state === 'object' ? state : {})
    .$if(state === 'done', query => query.set({ doneAt: now }))
    .set(({ fn, ref, val }) => ({ readAt: fn.coalesce(ref('readAt'), val(now)) }))
    .where(isUpTo(key))
    .where('doneAt', 'is', null)
    .execute()
}

function isUpTo({ userId, id, taskId }: GroupKey) {
  return sql<boolean>`user_id = ${userId} and (id = ${id} or task_id = ${taskId} and id < ${id})`
}

/** Only what was marked as done last comes back. */
export async function reopenGroup(db: Database, { userId, id, taskId }: GroupKey) {
  await sql`
    update notifications set done_at = null, snoozed_until = null
    where user_id = ${userId} and (id = ${id} or task_id = ${taskId}) and done_at is not distinct from (
      select done_at from notifications as newest
      where user_id = ${userId} and (id = ${id} or task_id = ${taskId}) order by id desc limit 1)`.execute(db)
}

export async function finishGroups(db: Database, actor: Actor, which: GroupsToFinish, now: string) {
  const { rows } = await sql<{ count: number }>`
    with newest as materialized (
      select id, task_id from notifications where ${isWanted('open', choiceOf(actor, which, now))}
    ), finished as (
      update notifications set done_at = ${now}, read_at = coalesce(notifications.read_at, ${now})
      from newest
      where notifications.user_id = ${actor.id} and notifications.done_at is null
        and (notifications.id = newest.id or notifications.task_id = newest.task_id)
      returning notifications.id
    )
    select count(*) from finished`.execute(db)
  return rows[0]?.count ?? 0
}

export async function reopenGroups(db: Database, actor: Actor, doneAt: string) {
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set({ doneAt: null, snoozedUntil: null })
    .where('userId', '=', actor.id)
    .where('doneAt', '=', doneAt)
    .where(isWithinLimits(actor))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

function isWithinLimits(actor: Actor) {
  const limits = tokenProjects(actor)
  return limits ? sql<boolean>`project_id = any(${limits}::bigint[])` : sql<boolean>`true`
}

/** What was snoozed until then is unread again. It was mailed before, or read before it could be. */
export async function markReturned(db: Database, { userId, id, taskId }: GroupKey, until: string) {
  await sql`
    update notifications set read_at = null, mailed_at = coalesce(mailed_at, ${until})
    where ${isUpTo({ userId, id, taskId })} and done_at is null and snoozed_until <= ${until}`.execute(db)
}
