import { sql } from 'kysely'
import type { Database } from '#deps.ts'
import { selectColumns } from './column.queries.ts'

const MOST_CARDS = 50_000

/**
 * `tasks` is the JSON text of the cards. For 5,000 cards it costs PostgreSQL 65 ms instead of 40 and this process, which
 * answers everybody else too, 13 ms instead of 50.
 */
export function listColumnsWithCards(db: Database, boardId: number, perColumn: number) {
  return selectColumns(db)
    .select(
      sql<string>`coalesce((select json_agg(card)::text from (${cards(boardId, perColumn)}) as card), '[]')`.as(
        'tasks',
      ),
    )
    .where('boardId', '=', boardId)
    .orderBy('position')
    .execute()
}

/** The names are those of the schema `Card`. However many columns there are, together they show no more than so many. */
function cards(boardId: number, perColumn: number) {
  return sql`
    select id, number, column_id as "columnId", title, priority_id as "priorityId", assignee_id as "assigneeId",
      start_date as "startDate", due_date as "dueDate", estimate_seconds as "estimateSeconds", position, version,
      array(select sticker_id from task_stickers where task_id = tasks.id order by sticker_id) as "stickerIds",
      comment_count as "commentCount", attachment_count as "attachmentCount",
      checklist_total as "checklistTotal", checklist_done as "checklistDone", tracked_seconds as "trackedSeconds",
      ${instant('completed_at')} as "completedAt", ${instant('updated_at')} as "updatedAt"
    from tasks where column_id = board_columns.id and position is not null
    order by position limit least(${perColumn}, ${sql.lit(MOST_CARDS)} / (
      select count(*) from board_columns where board_id = ${boardId} and deleted_at is null))`
}

function instant(column: string) {
  return sql`to_char(${sql.ref(column)}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

/** The project's and those for all. */
export function listStickersOfBoard(db: Database, boardId: number) {
  return db
    .selectFrom('stickers')
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('projectId', 'is', null),
        eb(
          'projectId',
          '=',
          selectFrom('boards').where('boards.id', '=', boardId).select('boards.projectId'),
        ),
      ]),
    )
    .select(['id', 'projectId', 'name', 'color', 'icon'])
    .orderBy('name')
    .orderBy('id')
    .execute()
}
