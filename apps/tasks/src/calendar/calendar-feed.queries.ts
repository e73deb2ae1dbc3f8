import type { Page } from '@atrium/core/paging'
import { countRows, listPage } from '@atrium/database/list-page'
import { type Insertable, sql } from 'kysely'
import type { CalendarFeeds, Database } from '#database.ts'
import type { CalendarFeed } from './calendar-feed.contract.ts'

export interface StoredFeed {
  id: number
  userId: number
  kind: CalendarFeed['kind']
  projectId: number | null
  viewId: number | null
  name: string | null
}

export async function listFeeds(db: Database, userId: number, page: Page) {
  return listPage(
    selectFeeds(db).where('calendarFeeds.userId', '=', userId).orderBy('calendarFeeds.id'),
    page,
  )
}

export async function getFeed(db: Database, id: number) {
  return selectFeeds(db).where('calendarFeeds.id', '=', id).executeTakeFirstOrThrow()
}

function selectFeeds(db: Database) {
  return db
    .selectFrom('calendarFeeds')
    .select([
      'id',
      'kind',
      'projectId',
      'viewId',
      'sealedToken',
      'createdAt',
      'readAt',
      nameOfFeed.as('name'),
    ])
    .$narrowType<{ kind: CalendarFeed['kind'] }>()
}

const nameOfFeed = sql<string | null>`case kind
  when 'project' then (select name from projects where projects.id = calendar_feeds.project_id)
  when 'view' then (select name from saved_views where saved_views.id = calendar_feeds.view_id) end`

export async function findFeedByDigest(db: Database, digest: string): Promise<StoredFeed | undefined> {
  return db
    .selectFrom('calendarFeeds')
    .where('digest', '=', digest)
    .select(['id', 'userId', 'kind', 'projectId', 'viewId', nameOfFeed.as('name')])
    .$narrowType<{ kind: CalendarFeed['kind'] }>()
    .executeTakeFirst()
}

export function countFeeds(tx: Database, userId: number) {
  return countRows(tx.selectFrom('calendarFeeds').where('userId', '=', userId))
}

export async function insertFeed(tx: Database, feed: Insertable<CalendarFeeds>) {
  const { id } = await tx.insertInto('calendarFeeds').values(feed).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Returns what was deleted; undefined if the user has no such feed. */
export async function deleteFeed(tx: Database, userId: number, id: number) {
  return tx
    .deleteFrom('calendarFeeds')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning(['kind', 'projectId', 'viewId'])
    .executeTakeFirst()
}

export async function deleteFeedsOfMember(tx: Database, projectId: number, userId: number) {
  await tx
    .deleteFrom('calendarFeeds')
    .where('userId', '=', userId)
    .where('projectId', '=', projectId)
    .execute()
}

/** Once an hour at most, so that eager programs cause no writes. */
export async function noteFeedRead(db: Database, id: number, now: Date) {
  const hourAgo = new Date(now.getTime() - 3_600_000).toISOString()
  await db
    .updateTable('calendarFeeds')
    .set({ readAt: now.toISOString() })
    .where('id', '=', id)
    .where(({ eb, or }) => or([eb('readAt', 'is', null), eb('readAt', '<', hourAgo)]))
    .execute()
}
