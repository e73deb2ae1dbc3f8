import { declaredFields } from '@atrium/core/declared-fields'
import { pageOf } from '@atrium/core/paging'
import { isoInstant } from '@atrium/database/iso-instant'
import { prepared } from '@atrium/database/prepared'
import { sql } from 'kysely'
import type { Viewer } from '#administration/directory.ts'
import type { Database } from '#database.ts'
import { NotFound } from '#errors.ts'
import { Member } from '#projects/member.contract.ts'
import { listMembers } from '#projects/member.queries.ts'
import { type Place, selectPlaces } from '#projects/place.queries.ts'
import { Project } from '#projects/project.contract.ts'
import { getProject } from '#projects/project.queries.ts'
import type { FullBoardQuery } from './full-board.contract.ts'

const MAX_CARDS = 50_000
const MAX_CARDS_PER_COLUMN = 5000
/** As `GET /project/{id}/member` lists them. */
const allMembers = { page: 1, limit: 1000, orderBy: 'joinedAt' } as const

/** `text` is the JSON of a `FullBoard`; `version` changes with everything that the response shows. */
type FoundBoard = Place & { version: string; text: string | null }

/** A board with its cards, and where it is, in one statement. A client that has a copy first gets the version only. */
export const fullBoardToRead = {
  find: async (
    db: Database,
    userId: number,
    id: number,
    { query, headers }: { query: FullBoardQuery; headers: { 'if-none-match'?: string | undefined } },
  ) => {
    const hasCopy = headers['if-none-match'] !== undefined
    const [found] = hasCopy
      ? await boardVersion(db, userId, id, Boolean(query.withProject))
      : await fullBoard(db, userId, id, Boolean(query.withProject), limitOf(query), false)
    return found as FoundBoard | undefined
  },
  notFound: 'board_not_found',
} as const

/** When the right of the reader has been checked: their copy is out of date, or they are no member of the project. */
export async function readFullBoard(db: Database, userId: number, id: number, query: FullBoardQuery) {
  const [found] = await fullBoard(db, userId, id, Boolean(query.withProject), limitOf(query), true)
  if (!found?.text) throw new NotFound('board_not_found')
  return found as FoundBoard & { text: string }
}

function limitOf({ perColumn }: FullBoardQuery) {
  return Math.min(MAX_CARDS_PER_COLUMN, Math.max(0, perColumn))
}

const boardVersion = prepared((db: Database, userId: number, id: number, withProject: boolean) =>
  selectVersions(db, userId, id, withProject).select(sql<null>`null`.as('text')),
)

const fullBoard = prepared(
  (db: Database, userId: number, id: number, withProject: boolean, perColumn: number, isAllowed: boolean) => {
    const text = sql<string | null>`case when mine.role is not null or ${isAllowed}::boolean
      then ${boardText(perColumn)} end`
    return selectVersions(db, userId, id, withProject).select(text.as('text'))
  },
  { isSlow: true },
)

function selectVersions(db: Database, userId: number, id: number, withProject: boolean) {
  return selectPlaces(db, userId)
    .innerJoin('boards', 'boards.projectId', 'projects.id')
    .where('boards.id', '=', id)
    .select(['boards.deletedAt', versionOf(withProject).as('version')])
}

/**
 * Cheap enough to ask for with every visit: PostgreSQL's own row versions, and the latest activity, which includes what
 * other tables hold. More than the last one: a change may be committed after one with a higher id.
 */
function versionOf(withProject: boolean) {
  const rows = (table: string) =>
    sql`concat(count(*), ' ', sum(hashint8(${sql.ref(`${table}.xmin`)}::text::bigint # (${sql.ref(`${table}.id`)} << 32))))`
  return sql<string>`md5(concat_ws(' ', boards.xmin, mine.role,
    (select ${rows('tasks')} from tasks where board_id = boards.id and position is not null),
    (select ${rows('board_columns')} from board_columns where board_id = boards.id),
    (select ${rows('stickers')} from stickers where project_id is null or project_id = boards.project_id),
    array(select id from activity where project_id = boards.project_id order by id desc limit 50),
    case when ${withProject}::boolean then (select concat(projects.xmin, ' ', ${rows('users')})
      from project_members join users on users.id = project_members.user_id
      where project_members.project_id = boards.project_id) end))`
}

/** A `FullBoard` as JSON, which is sent as it is: this process answers everyone else too. */
function boardText(perColumn: number) {
  return sql`json_build_object('id', boards.id, 'projectId', boards.project_id, 'name', boards.name,
    'description', boards.description, 'position', boards.position, 'createdAt', ${isoInstant('boards.created_at')},
    'updatedAt', ${isoInstant('boards.updated_at')}, 'stickers', ${stickers}, 'myRole', mine.role,
    'changeId', (select coalesce(max(id), 0) from activity), 'columns', coalesce((
      select json_agg(json_build_object('id', id, 'boardId', board_id, 'title', title, 'position', position,
        'wipLimit', wip_limit, 'isDone', is_done, 'taskCount', (select count(*) from tasks
          where tasks.column_id = board_columns.id and tasks.position is not null),
        'tasks', coalesce((select json_agg(card) from (${cards(perColumn)}) as card), '[]')) order by position)
      from board_columns where board_id = boards.id and deleted_at is null), '[]'))::text`
}

/** Named as the schema `Card` names them. All columns together show at most MAX_CARDS. */
function cards(perColumn: number) {
  return sql`
    select id, number, column_id as "columnId", title, priority_id as "priorityId", assignee_id as "assigneeId",
      start_date as "startDate", due_date as "dueDate", estimate_seconds as "estimateSeconds", position, version,
      array(select sticker_id from task_stickers where task_id = tasks.id order by sticker_id) as "stickerIds",
      comment_count as "commentCount", attachment_count as "attachmentCount",
      checklist_total as "checklistTotal", checklist_done as "checklistDone", tracked_seconds as "trackedSeconds",
      ${isoInstant('completed_at')} as "completedAt", ${isoInstant('updated_at')} as "updatedAt"
    from tasks where column_id = board_columns.id and position is not null
    order by position limit least(${perColumn}::bigint, ${sql.lit(MAX_CARDS)} / (
      select count(*) from board_columns as every where every.board_id = boards.id and every.deleted_at is null))`
}

/** Those of the project and those for all projects. */
const stickers = sql`coalesce((
  select json_agg(json_build_object('id', id, 'projectId', project_id, 'name', name, 'color', color, 'icon', icon)
    order by name, id)
  from stickers where project_id is null or project_id = boards.project_id), '[]')`

/** The further fields of the response, with names of people and what the user can do in the project. */
export async function getSurroundingsText(db: Database, viewer: Viewer, projectId: number) {
  const [project, members] = await Promise.all([
    getProject(db, projectId, viewer.id),
    listMembers(db, viewer, projectId, allMembers, pageOf(allMembers)),
  ])
  const shown = members.items.map(member => declaredFields(Member, member))
  return `,"project":${JSON.stringify(declaredFields(Project, project))},"members":${JSON.stringify(shown)}`
}
