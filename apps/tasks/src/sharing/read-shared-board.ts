import { isoInstant } from '@atrium/database/iso-instant'
import { sql } from 'kysely'
import type { Database } from '#database.ts'
import { NotFound } from '#errors.ts'
import { selectAssigneeIds } from '#projects/assigned-people.queries.ts'
import { taskKey } from '#projects/project-key.contract.ts'
import type { SharedBoard, SharedTask } from './share.contract.ts'
import type { StoredShare } from './share.queries.ts'

const MAX_CARDS = 1000
const MAX_CARDS_PER_COLUMN = 200
const MAX_DESCRIPTION = 5000
const MAX_COMMENTS = 20
const MAX_COMMENT = 2000
const MAX_FILES = 50

type ReadTask = Omit<SharedTask, 'key'> & { number: number }
type ReadBoard = Omit<SharedBoard, 'columns'> & {
  projectKey: string | null
  columns: (Omit<SharedBoard['columns'][number], 'tasks'> & { tasks: ReadTask[] })[]
}

export async function readSharedBoard(db: Database, share: StoredShare): Promise<SharedBoard> {
  const { projectId, boardId } = share
  const { rows } = await sql<{ board: ReadBoard }>`
    select json_build_object('name', boards.name, 'description', boards.description, 'projectName', projects.name,
      'projectKey', projects.key, 'columns', ${columns(share)}) as board
    from boards join projects on projects.id = boards.project_id
    where boards.project_id = ${projectId} and boards.id = ${boardId} and boards.deleted_at is null`.execute(
    db,
  )
  const [found] = rows
  if (!found) throw new NotFound('share_not_found')
  const { projectKey, ...board } = found.board
  const shown = ({ number, ...task }: ReadTask): SharedTask => ({
    ...task,
    key: taskKey(number, projectKey),
    description: task.description && withoutMentions(task.description),
    ...(task.comments && {
      comments: task.comments.map(comment => ({ ...comment, text: withoutMentions(comment.text) })),
    }),
  })
  return { ...board, columns: board.columns.map(column => ({ ...column, tasks: column.tasks.map(shown) })) }
}

/** Readers are not told who the members are. */
function withoutMentions(text: string) {
  return text.replaceAll(/@\[\d+\]/g, '@…')
}

function columns(share: StoredShare) {
  return sql`coalesce((
    select json_agg(json_build_object('title', title, 'isDone', is_done, 'taskCount', (select count(*) from tasks
        where tasks.project_id = boards.project_id and tasks.column_id = board_columns.id and tasks.position is not null
          and tasks.archived_at is null),
      'tasks', coalesce((select json_agg(card) from (${cards(share)}) as card), '[]')) order by position)
    from board_columns
    where board_project_id = boards.project_id and board_id = boards.id and deleted_at is null), '[]')`
}

function cards({ showsComments, showsFiles }: StoredShare) {
  return sql`
    select number, title, left(description, ${sql.lit(MAX_DESCRIPTION)}) as description,
      (select json_build_object('name', name, 'color', color) from task_priorities
        where task_priorities.id = tasks.priority_id) as priority,
      start_date as "startDate", due_date as "dueDate", ${isoInstant('tasks.completed_at')} as "completedAt",
      ${assignees} as assignees, ${stickers} as stickers,
      checklist_total as "checklistTotal", checklist_done as "checklistDone"
      ${showsComments ? sql`, ${comments} as comments` : sql``}
      ${showsFiles ? sql`, ${files} as files` : sql``}
    from tasks where project_id = boards.project_id and column_id = board_columns.id and position is not null and archived_at is null
    order by position limit least(${sql.lit(MAX_CARDS_PER_COLUMN)}, ${sql.lit(MAX_CARDS)} / (
      select count(*) from board_columns as every
      where every.board_project_id = boards.project_id and every.board_id = boards.id and every.deleted_at is null))`
}

const firstName = sql`concat(users.name, case when users.surname <> '' then concat(' ', left(users.surname, 1), '.') end)`

const assignees = sql`coalesce((select json_agg(${firstName} order by place)
  from unnest(${selectAssigneeIds('tasks')}) with ordinality as person (id, place)
  join users on users.id = person.id), '[]')`

const stickers = sql`coalesce((select json_agg(json_build_object('name', stickers.name, 'color', stickers.color)
    order by stickers.id)
  from task_stickers join stickers on stickers.id = task_stickers.sticker_id
  where task_stickers.project_id = tasks.project_id and task_stickers.task_id = tasks.id), '[]')`

const comments = sql`coalesce((select json_agg(json_build_object('author', ${firstName},
    'text', left(comment.text, ${sql.lit(MAX_COMMENT)}), 'createdAt', ${isoInstant('comment.created_at')})
    order by comment.id)
  from (select id, author_id, text, created_at from comments
    where comments.project_id = tasks.project_id and comments.task_id = tasks.id
    order by id desc limit ${sql.lit(MAX_COMMENTS)}) as comment
  join users on users.id = comment.author_id), '[]')`

const files = sql`coalesce((select json_agg(json_build_object('id', id, 'name', name, 'size', size) order by id)
  from (select id, name, size from attachments
    where attachments.project_id = tasks.project_id and attachments.task_id = tasks.id
    order by id limit ${sql.lit(MAX_FILES)}) as file), '[]')`

/** A file of a task that is on the board. */
export function findSharedFile(db: Database, { projectId, boardId }: StoredShare, id: number) {
  return db
    .selectFrom('attachments')
    .innerJoin('tasks', join =>
      join
        .onRef('tasks.projectId', '=', 'attachments.projectId')
        .onRef('tasks.id', '=', 'attachments.taskId'),
    )
    .where('attachments.projectId', '=', projectId)
    .where('attachments.id', '=', id)
    .where('tasks.boardId', '=', boardId)
    .where('tasks.position', 'is not', null)
    .where('tasks.archivedAt', 'is', null)
    .select([
      'attachments.key',
      'attachments.name',
      'attachments.type',
      'attachments.size',
      'attachments.sha256',
    ])
    .executeTakeFirst()
}
