import { type Insertable, sql } from 'kysely'
import type { UserSummary } from '#administration/user.contract.ts'
import { userSummary } from '#administration/user-summary.ts'
import type { Database, StreamTokens } from '#database.ts'
import type { RecordAccess } from '#projects/record-access.queries.ts'
import type { Topic } from './live.contract.ts'

export async function insertStreamToken(db: Database, token: Insertable<StreamTokens>) {
  await db.insertInto('streamTokens').values(token).execute()
}

export async function takeStreamToken(db: Database, digest: string) {
  return db
    .deleteFrom('streamTokens')
    .where('digest', '=', digest)
    .returning(['userId', 'session', 'expiresAt'])
    .executeTakeFirst()
}

/** The user as others see them, and where the task is by now. */
export function findPresentUser(db: Database, userId: number, taskId: number) {
  return db
    .selectFrom('tasks')
    .innerJoin('users', join => join.on('users.id', '=', userId))
    .where('tasks.id', '=', taskId)
    .select([userSummary.$castTo<UserSummary>().as('user'), 'tasks.projectId', 'tasks.boardId'])
    .executeTakeFirstOrThrow()
}

interface TopicReader {
  userId: number
  topics: Pick<Topic, 'kind' | 'id'>[]
}

type TopicAccess = Pick<RecordAccess, 'projectId' | 'role' | 'deletedAt'>

/** Returns the access of each reader to their topics, in order; undefined for a board or project that does not exist. */
export async function listTopicAccess(db: Database, readers: TopicReader[]) {
  const topics = readers.flatMap(({ userId, topics }, reader) =>
    topics.map((topic, at) => ({ ...topic, userId, reader, at })),
  )
  const { rows } = await sql<TopicAccess & { reader: number; at: number }>`
    select topic.reader, topic.at, projects.id as project_id, mine.role, boards.deleted_at
    from unnest(${topics.map(({ reader }) => reader)}::int[], ${topics.map(({ at }) => at)}::int[],
      ${topics.map(({ userId }) => userId)}::bigint[], ${topics.map(({ kind }) => kind)}::text[],
      ${topics.map(({ id }) => id)}::bigint[]) as topic (reader, at, user_id, kind, id)
    left join boards on topic.kind = 'board' and boards.id = topic.id
    join projects on projects.id = case topic.kind when 'board' then boards.project_id else topic.id end
    left join project_members as mine on mine.project_id = projects.id and mine.user_id = topic.user_id`.execute(
    db,
  )
  const found = readers.map((): (TopicAccess | undefined)[] => [])
  for (const { reader, at, ...access } of rows) (found[reader] ?? [])[at] = access
  return found
}

interface StreamStart {
  user: UserSummary
  lastNotificationId: number
  lastActivityId: number
}

/** The users who open streams, and the newest ids at that moment. */
export async function listStreamStarts(db: Database, userIds: number[]) {
  const { rows } = await sql<StreamStart>`
    select ${userSummary} as user,
      coalesce((select max(id) from notifications where user_id = users.id), 0) as last_notification_id,
      coalesce((select max(id) from activity), 0) as last_activity_id
    from users where users.id = any(${[...new Set(userIds)]}::bigint[])`.execute(db)
  const starts = new Map(rows.map(start => [start.user.id, start]))
  return userIds.map(id => starts.get(id))
}
