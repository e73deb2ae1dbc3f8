import { among } from '@atrium/database/conditions'
import { sql } from 'kysely'
import type { Database } from '#database.ts'
import type { FieldValues } from '#fields/field.contract.ts'
import type { MemberRole } from '#projects/rights.contract.ts'
import { MAX_TASKS, type TemplateSticker } from './content/content.contract.ts'

/** A task as a template remembers it, with names instead of ids. */
export interface SavedTask {
  id: number
  parentId: number | null
  columnId: number
  title: string
  description: string | null
  priority: string
  estimateSeconds: number | null
  assigneeId: number | null
  otherAssigneeIds: number[]
  startDate: string | null
  dueDate: string | null
  createdOn: string
  fieldValues: FieldValues
  stickers: string[]
  checklist: string[]
}

/** In the order of the boards, one more than a template can have. */
export async function listTasksToSave(
  db: Database,
  of: { taskIds: number[] } | { boardIds: number[] },
  timeZone: string,
) {
  const condition = 'taskIds' in of ? among('tasks.id', of.taskIds) : among('tasks.board_id', of.boardIds)
  const { rows } = await sql<SavedTask>`
    select tasks.id, tasks.parent_id, tasks.column_id, tasks.title, tasks.description,
      task_priorities.name as priority, tasks.estimate_seconds, tasks.assignee_id, tasks.other_assignee_ids, tasks.start_date, tasks.due_date,
      (tasks.created_at at time zone ${timeZone})::date as created_on, tasks.field_values,
      coalesce((select json_agg(stickers.name order by stickers.id) from task_stickers
        join stickers on stickers.id = task_stickers.sticker_id where task_stickers.task_id = tasks.id), '[]') as stickers,
      coalesce((select json_agg(title order by position) from checklist_items where task_id = tasks.id), '[]') as checklist
    from tasks
    join task_priorities on task_priorities.id = tasks.priority_id
    join boards on boards.id = tasks.board_id
    join board_columns on board_columns.id = tasks.column_id
    where ${condition} and tasks.deleted_at is null
    order by boards.position, boards.id, board_columns.position, tasks.position, tasks.id
    limit ${sql.lit(MAX_TASKS + 1)}`.execute(db)
  return rows
}

/** Without those for all projects. */
export function listOwnStickers(db: Database, projectId: number) {
  return db
    .selectFrom('stickers')
    .where('projectId', '=', projectId)
    .select(['id', 'name', 'color', 'icon'])
    .orderBy('id')
    .execute()
}

interface Named {
  id: number
  name: string
}

/** Stickers that the tasks of a project can have; its own come first. They stay until the transaction ends. */
export async function lockStickersNamed(tx: Database, projectId: number, names: string[]) {
  const { rows } = await sql<Named>`
    select id, name from stickers
    where lower(name) = any(${lowered(names)}::text[]) and (project_id = ${projectId} or project_id is null)
    order by project_id nulls last, id for key share`.execute(tx)
  return rows
}

export async function lockPrioritiesNamed(tx: Database, names: string[]) {
  const { rows } = await sql<Named>`
    select id, name from task_priorities where lower(name) = any(${lowered(names)}::text[])
    order by id for key share`.execute(tx)
  return rows
}

function lowered(names: string[]) {
  return [...new Set(names.map(name => name.toLowerCase()))]
}

export async function insertStickers(tx: Database, projectId: number, stickers: Required<TemplateSticker>[]) {
  if (stickers.length === 0) return []
  return tx
    .insertInto('stickers')
    .values(stickers.map(({ name, color, icon }) => ({ projectId, name, color: color.toLowerCase(), icon })))
    .returning(['id', 'name', 'color', 'icon'])
    .execute()
}

export interface NewParts {
  checklist: { taskId: number; title: string; isDone?: boolean; position: number }[]
  stickers: { taskId: number; stickerId: number }[]
}

/** One statement for each kind of part. */
export async function insertParts(
  tx: Database,
  { projectId, attachedBy }: { projectId: number; attachedBy: number },
  { checklist, stickers }: NewParts,
) {
  if (checklist.length > 0) {
    await sql`insert into checklist_items (task_id, project_id, title, is_done, position)
      select "taskId", ${projectId}, title, coalesce("isDone", false), position
      from jsonb_to_recordset(${JSON.stringify(checklist)}::jsonb)
        as ("taskId" bigint, title text, "isDone" boolean, position bigint)`.execute(tx)
  }
  if (stickers.length > 0) {
    await sql`insert into task_stickers (task_id, project_id, sticker_id, attached_by)
      select "taskId", ${projectId}, "stickerId", ${attachedBy}
      from jsonb_to_recordset(${JSON.stringify(stickers)}::jsonb) as ("taskId" bigint, "stickerId" bigint)`.execute(
      tx,
    )
  }
}

/** The roles of these users, who keep them until the transaction ends. Without those who are not members. */
export async function lockMembers(tx: Database, projectId: number, userIds: number[]) {
  if (userIds.length === 0) return new Map<number, MemberRole>()
  const members = await tx
    .selectFrom('projectMembers')
    .where('projectId', '=', projectId)
    .where(among('userId', userIds))
    .select(['userId', 'role'])
    .orderBy('userId')
    .forShare()
    .execute()
  return new Map(members.map(({ userId, role }) => [userId, role as MemberRole]))
}
