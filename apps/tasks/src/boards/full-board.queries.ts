import { declaredFields } from '@atrium/core/declared-fields'
import { pageOf } from '@atrium/core/paging'
import { sql } from 'kysely'
import type { Viewer } from '#administration/directory.ts'
import type { Database } from '#database.ts'
import { findLastActivityId } from '#projects/activity.queries.ts'
import { Member } from '#projects/member.contract.ts'
import { listMembers } from '#projects/member.queries.ts'
import { Project } from '#projects/project.contract.ts'
import { getProject } from '#projects/project.queries.ts'
import { findBoardPlace, getBoard } from './board.queries.ts'
import { selectColumns } from './column.queries.ts'

const MAX_CARDS = 50_000
const MAX_CARDS_PER_COLUMN = 5000
/** As `GET /project/{id}/member` lists them. */
const allMembers = { page: 1, limit: 1000, orderBy: 'joinedAt' } as const

/** A `FullBoard` as text: the cards come as text from the database and are sent as they are. */
export async function getFullBoardText(db: Database, userId: number, id: number, perColumn: number) {
  // First, so that a change made while the rest is read is reported twice rather than never.
  const changeId = await findLastActivityId(db)
  const [board, place, stickers, columns] = await Promise.all([
    getBoard(db, id),
    findBoardPlace(db, userId, id),
    listStickersOfBoard(db, id),
    listColumnsWithCards(db, id, Math.min(MAX_CARDS_PER_COLUMN, Math.max(0, perColumn))),
  ])
  const columnTexts = columns.map(({ tasks, ...column }) => withText(column, 'tasks', tasks))
  return withText(
    { ...board, stickers, myRole: place?.role ?? null, changeId },
    'columns',
    `[${columnTexts.join()}]`,
  )
}

/** The further fields of the response, with names of people and what the user can do in the project. */
export async function getSurroundingsText(db: Database, viewer: Viewer, boardId: number) {
  const { projectId } = await getBoard(db, boardId)
  const [project, members] = await Promise.all([
    getProject(db, projectId, viewer.id),
    listMembers(db, viewer, projectId, allMembers, pageOf(allMembers)),
  ])
  const shown = members.items.map(member => declaredFields(Member, member))
  return `,"project":${JSON.stringify(declaredFields(Project, project))},"members":${JSON.stringify(shown)}`
}

function withText(record: object, name: string, json: string) {
  return `${JSON.stringify(record).slice(0, -1)},"${name}":${json}}`
}

/**
 * `tasks` is the JSON text of the cards. For 5,000 cards it costs PostgreSQL 65 ms instead of 40 and this process, which
 * answers everyone else too, 13 ms instead of 50.
 */
function listColumnsWithCards(db: Database, boardId: number, perColumn: number) {
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

/** Named as the schema `Card` names them. All columns together show at most MAX_CARDS. */
function cards(boardId: number, perColumn: number) {
  return sql`
    select id, number, column_id as "columnId", title, priority_id as "priorityId", assignee_id as "assigneeId",
      start_date as "startDate", due_date as "dueDate", estimate_seconds as "estimateSeconds", position, version,
      array(select sticker_id from task_stickers where task_id = tasks.id order by sticker_id) as "stickerIds",
      comment_count as "commentCount", attachment_count as "attachmentCount",
      checklist_total as "checklistTotal", checklist_done as "checklistDone", tracked_seconds as "trackedSeconds",
      ${instant('completed_at')} as "completedAt", ${instant('updated_at')} as "updatedAt"
    from tasks where column_id = board_columns.id and position is not null
    order by position limit least(${perColumn}, ${sql.lit(MAX_CARDS)} / (
      select count(*) from board_columns where board_id = ${boardId} and deleted_at is null))`
}

function instant(column: string) {
  return sql`to_char(${sql.ref(column)}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

/** Those of the project and those for all projects. */
function listStickersOfBoard(db: Database, boardId: number) {
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
