import { sql } from 'kysely'
import type { Database } from '#database.ts'

interface ColumnStay {
  columnId: number
  title: string
  seconds: number
}

/** How long a task stood in each column, as its activity tells: from each arrival to the next, or to its deletion. */
export async function listColumnStays(db: Database, taskId: number, now: string): Promise<ColumnStay[]> {
  const { rows } = await sql<ColumnStay>`
    with arrivals as (
      select created_at as since, case when after ->> 'deletedAt' is null then (after ->> 'columnId')::bigint end as column_id,
        lead(created_at, 1, ${now}::timestamptz) over (order by id) as until
      from activity
      where task_id = ${taskId} and type in ('task.created', 'task.moved', 'task.deleted', 'task.restored')
    )
    select column_id, coalesce(board_columns.title, 'Deleted column') as title,
      floor(extract(epoch from sum(greatest(until - since, interval '0'))))::bigint as seconds
    from arrivals left join board_columns on board_columns.id = column_id
    where column_id is not null
    group by column_id, board_columns.title
    order by min(since), column_id`.execute(db)
  return rows
}
