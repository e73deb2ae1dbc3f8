import { createVersionedCache } from '@atrium/cache/versioned-cache'
import { versionOfChanges } from '@atrium/database/change-log'
import { isoInstant } from '@atrium/database/iso-instant'
import { prepared, sharedRead } from '@atrium/database/prepared'
import { jsonColumnsOf } from '@atrium/database/schema-sql'
import { sql } from 'kysely'
import type { Viewer } from '#administration/directory.ts'
import type { Database } from '#database.ts'
import { NotFound } from '#errors.ts'
import { laneFieldTypes } from '#fields/field.contract.ts'
import { fieldsText } from '#fields/field.queries.ts'
import { selectAssigneeIds } from '#projects/assigned-people.queries.ts'
import { membersText } from '#projects/member.queries.ts'
import { projectText } from '#projects/project.queries.ts'
import { type RecordAccess, selectAccess } from '#projects/record-access.queries.ts'
import { relatedFields, relatedToCards } from './card-fields.queries.ts'
import { countArchived, countCards } from './column.queries.ts'
import { Card, type FullBoardQuery } from './full-board.contract.ts'

const MAX_CARDS = 50_000
const MAX_CARDS_PER_COLUMN = 5000

/** Where a board is and what identifies its state, in one statement; the cards are read if this version is not cached. */
export interface BoardState extends RecordAccess {
  version: string
  /** The last activity of all projects, and of this one. */
  changeId: number
  projectChangeId: number
  /** Further fields of the response as JSON, without the braces. Null if they are not requested, or not for this reader. */
  surroundings: string | null
}

interface Reader extends Viewer {
  /** Member or not. */
  readsEveryProject: boolean
}

export async function findBoardState(
  db: Database,
  { id: userId, isAdministrator, managesEveryProject, readsEveryProject }: Reader,
  id: number,
  { withProject }: FullBoardQuery,
): Promise<BoardState | undefined> {
  const [state] = withProject
    ? await stateWithProject(db, userId, id, isAdministrator, managesEveryProject, readsEveryProject)
    : await boardState(db, userId, id)
  return state as BoardState | undefined
}

const boardState = sharedRead((db: Database, userId: number, id: number) =>
  selectStates(db, userId, id).select(sql<null>`null`.as('surroundings')),
)

/** Slow, because a project can have a thousand members. */
const stateWithProject = prepared(
  (
    db: Database,
    userId: number,
    id: number,
    isAdministrator: boolean,
    managesEveryProject: boolean,
    readsEveryProject: boolean,
  ) => {
    const flags = {
      isAdministrator: sql<boolean>`${isAdministrator}::boolean`,
      managesEveryProject: sql<boolean>`${managesEveryProject}::boolean`,
    }
    const text = sql<string | null>`case when mine.role is not null or ${readsEveryProject}::boolean
      then concat('"project":', ${projectText}, ',"members":', ${membersText(userId, flags)}) end`
    return selectStates(db, userId, id).select(text.as('surroundings'))
  },
)

function selectStates(db: Database, userId: number, id: number) {
  return selectAccess(db, userId)
    .innerJoin('boards', 'boards.projectId', 'projects.id')
    .where('boards.id', '=', id)
    .select([
      'boards.deletedAt',
      version.as('version'),
      lastChange.as('changeId'),
      sql<number>`(select coalesce(max(id), 0) from activity where project_id = boards.project_id)`.as(
        'projectChangeId',
      ),
    ])
}

const lastChange = sql<number>`(select coalesce(max(id), 0) from activity)`

/** Stickers are few, and their changes are not recorded. */
const version = sql<string>`concat_ws(' ', ${versionOfChanges(sql`board_changes where project_id = boards.project_id and board_id = boards.id`)},
  ${versionOfChanges(sql`project_changes where project_id = boards.project_id`)},
  (select bit_xor(hashint8extended(xmin::text::bigint, id)) from stickers
    where project_id is null or project_id = boards.project_id))`

/** When the right of the reader has been checked. */
export async function readFullBoard(
  db: Database,
  { id, projectId }: { id: number; projectId: number },
  perColumn: number,
) {
  const [found] = await fullBoard(db, projectId, id, perColumn)
  if (!found) throw new NotFound('board_not_found')
  const { version, changeId, board, columns } = found
  // Without the closing brace: what depends on the reader follows, then the columns.
  return { version, changeId, start: `{"item":${board.slice(0, -1)}`, columns: Buffer.from(columns) }
}

type Snapshot = Awaited<ReturnType<typeof readFullBoard>>
export type BoardCache = ReturnType<typeof createBoardCache>

/** Boards as they were last read, up to this many bytes. */
export function createBoardCache(maxBytes: number) {
  const sizeOf = ({ start, columns }: Snapshot) => start.length + columns.length
  return createVersionedCache<Snapshot>({ maxSize: maxBytes, sizeOf })
}

export function cardsPerColumn({ perColumn }: FullBoardQuery) {
  return Math.min(MAX_CARDS_PER_COLUMN, Math.max(0, perColumn))
}

/** The stickers of the project and those for all projects. */
const stickers = sql`coalesce((
  select json_agg(json_build_object('id', id, 'projectId', project_id, 'name', name, 'color', color, 'icon', icon)
    order by name, id)
  from stickers where project_id is null or project_id = boards.project_id), '[]')`

/** A `FullBoard` as JSON, up to its stickers. */
const boardText = sql<string>`json_build_object('id', boards.id, 'projectId', boards.project_id, 'name', boards.name,
  'description', boards.description, 'background', boards.background, 'position', boards.position, 'createdAt', ${isoInstant('boards.created_at')},
  'updatedAt', ${isoInstant('boards.updated_at')}, 'stickers', ${stickers},
  'customFields', ${fieldsText})::text`

function columnsText(perColumn: number) {
  return sql<string>`coalesce((
    select json_agg(json_build_object('id', id, 'boardId', board_id, 'title', title, 'position', position,
      'wipLimit', wip_limit, 'isDone', is_done, 'archiveAfterDays', archive_after_days,
      'taskCount', ${countCards} - ${countArchived}, 'archivedCount', ${countArchived},
      'tasks', coalesce((select json_agg(card) from (${cards(perColumn)}) as card), '[]')) order by position)
    from board_columns
    where board_project_id = boards.project_id and board_id = boards.id and deleted_at is null), '[]')::text`
}

const stickerIds = sql`array(select sticker_id from task_stickers
  where task_stickers.project_id = tasks.project_id and task_id = tasks.id order by sticker_id)`

/** Values that boards show or are grouped by; most tasks have no values at all. */
const cardFields = sql`case when field_values = '{}' or board_fields.keys is null then '{}'
  else (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(field_values)
    where key = any(board_fields.keys)) end`

/** All columns together show at most MAX_CARDS. */
function cards(perColumn: number) {
  return sql`
    select ${jsonColumnsOf(Card, 'tasks', {
      ...relatedFields,
      assigneeIds: selectAssigneeIds('tasks'),
      stickerIds,
      fields: cardFields,
    })}
    from tasks where project_id = boards.project_id and column_id = board_columns.id and position is not null and archived_at is null
    order by position limit least(${perColumn}::bigint, ${sql.lit(MAX_CARDS)} / (
      select count(*) from board_columns as every
      where every.board_project_id = boards.project_id and every.board_id = boards.id and every.deleted_at is null))`
}

const fullBoard = prepared(
  (_db: Database, projectId: number, id: number, perColumn: number) =>
    sql<{ version: string; changeId: number; board: string; columns: string }>`
      with recursive ${relatedToCards(projectId, id)}
      select ${version} as version, ${lastChange} as change_id, ${boardText} as board,
        ${columnsText(perColumn)} as columns
      from boards cross join lateral (
        select array_agg(id::text) as keys from custom_fields
        where project_id = boards.project_id
          and (shows_on_card or type in (${sql.join(laneFieldTypes.map(sql.lit))}))) as board_fields
      where boards.project_id = ${projectId} and boards.id = ${id}`,
)
