import { listReply, type Page } from '@atrium/core/paging'
import { sharedRead } from '@atrium/database/prepared'
import { JsonText } from '@atrium/http/routes/replies'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#database.ts'
import { relatedStates, selectWithRelated, type TaskCache, versionOf } from './task-cache.ts'

/** What the page of a list contains. */
export interface TaskPage {
  /** The versions of the tasks in their order, separated by semicolons; null if there are none. */
  versions: string | null
  total: number
}

type Place = Pick<Page, 'limit' | 'offset'>

/** What the rows of a page have to select. */
export const versionColumns = [
  sql<number>`tasks.id`.as('id'),
  sql<number>`tasks.project_id`.as('projectId'),
  sql`tasks.xmin`.as('xmin'),
  sql`tasks.version`.as('version'),
]

export function selectTaskPage(rows: RawBuilder<unknown>, count: RawBuilder<unknown>, place: Place) {
  return sql<TaskPage>`
    with page as materialized (select task.*, row_number() over () as place from (${rows}) as task),
      related as materialized (select * from ${relatedStates(sql`array(select project_id from page)`, sql`array(select id from page)`)} as related)
    select string_agg(${versionOf('page')}, ';' order by place) as versions, ${totalOf(count, place)} as total
    from page left join related on related.task_id = page.id`
}

/** All tasks are counted only if the page does not show the end of the list. */
function totalOf(count: RawBuilder<unknown>, { limit, offset }: Place) {
  return sql`case when count(*) < ${limit}::bigint and (count(*) > 0 or ${offset}::bigint = 0)
    then ${offset}::bigint + count(*) else (${count}) end`
}

/** Reads a page whose statement has to be planned each time: that takes less time without the versions, which follow. */
export async function findPageByIds(
  db: Database,
  rows: RawBuilder<unknown>,
  count: RawBuilder<unknown>,
  place: Place,
): Promise<TaskPage> {
  const { rows: pages } = await sql<{ ids: number[] | null; projectIds: number[]; total: number }>`
    with page as materialized (select task.id, task.project_id, row_number() over () as place from (${rows}) as task)
    select array_agg(page.id order by place) as ids, array_agg(distinct page.project_id) as project_ids,
      ${totalOf(count, place)} as total from page`.execute(db)
  const [{ ids, projectIds, total }] = pages as [(typeof pages)[number]]
  if (!ids) return { versions: null, total }
  const versions = new Map((await versionsOf(db, projectIds, ids)).map(({ id, version }) => [id, version]))
  return { versions: ids.flatMap(id => versions.get(id) ?? []).join(';') || null, total }
}

const versionsOf = sharedRead((db: Database, projectIds: number[], ids: number[]) =>
  selectWithRelated(db, projectIds, ids).select(['tasks.id', versionOf('tasks').as('version')]),
)

/** The reply of a list; tasks are read only if their text is not known. */
export async function replyOf(db: Database, { versions, total }: TaskPage, page: Page, cache: TaskCache) {
  const texts = await cache.read(db, versions?.split(';') ?? [])
  const { _meta } = listReply([], total, page)
  return new JsonText(`{"items":[${texts.join()}],"_meta":${JSON.stringify(_meta)}}`)
}
