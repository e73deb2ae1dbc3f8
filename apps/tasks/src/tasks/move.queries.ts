import { expectFew } from '@atrium/database/conditions'
import type { Bounds } from '@atrium/database/ordered-list'
import { prepared } from '@atrium/database/prepared'
import { sql } from 'kysely'
import type { Database } from '#database.ts'
import type { Task, TaskMove } from './task.contract.ts'
import { type LockedTask, taskFields } from './task.queries.ts'

/** What a move changes or depends on. */
export type MovableTask = Pick<
  LockedTask,
  | 'id'
  | 'projectId'
  | 'boardId'
  | 'columnId'
  | 'position'
  | 'completedAt'
  | 'version'
  | 'fieldVersions'
  | 'deletedAt'
>

/** Without waiting: tasks that another transaction has locked are left out, as are those in the trash. */
export const lockUnlockedTasks = prepared(
  (_tx: Database, ids: number[]) => sql<MovableTask>`
    select id, project_id, board_id, column_id, position, completed_at, version, field_versions, deleted_at
    from tasks where id = any(${ids}::bigint[]) and deleted_at is null
    for no key update skip locked`,
)

/** Between which tasks each of these goes, among those that are not moved. */
export async function listBounds(tx: Database, moves: { id: number; input: TaskMove }[]) {
  const rows = await boundsOfMoves(tx, JSON.stringify(moves.map(({ id, input }) => ({ ...input, id }))))
  return new Map(rows.map(bounds => [bounds.id, bounds]))
}

/** Greater than every position. */
const AFTER_ALL = Number.MAX_SAFE_INTEGER

const boundsOfMoves = prepared(
  (_tx: Database, moves: string) => sql<Bounds & { id: number; isForeign: boolean }>`
    with move as materialized (
      select * from jsonb_to_recordset(${moves}::jsonb) as (id bigint, "columnId" bigint,
        "afterTaskId" bigint, "beforeTaskId" bigint) where ${expectFew('id')}
    ), moved as materialized (
      select array_agg(id) as ids from move
    )
    select move.id,
      case when after.position is not null then after.position else (
        select max(position) from tasks where column_id = "columnId" and id <> all(moved.ids)
          and position < coalesce(before.position, ${sql.lit(AFTER_ALL)})) end as lower,
      case when after.position is null then before.position else (
        select min(position) from tasks where column_id = "columnId" and id <> all(moved.ids)
          and position > after.position) end as upper,
      exists (select from tasks as neighbour where neighbour.id in ("afterTaskId", "beforeTaskId")
        and neighbour.project_id <> (select project_id from tasks where tasks.id = move.id)) as is_foreign
    from move cross join moved
    left join tasks as after on after.id = "afterTaskId" and after.column_id = "columnId"
    left join tasks as before on before.id = "beforeTaskId" and before.column_id = "columnId"`,
)

type MovedTask = MovableTask & { updatedAt: string }

export async function updateMovedTasks(tx: Database, tasks: MovedTask[]) {
  const updated = await updatedTasks(tx, JSON.stringify(tasks))
  return new Map(updated.map(task => [task.id, task]))
}

const updatedTasks = prepared(
  (_tx: Database, tasks: string) => sql<Task>`
    update tasks set column_id = "columnId", board_id = "boardId", position = moved.position,
      completed_at = "completedAt", version = moved.version, field_versions = "fieldVersions", updated_at = "updatedAt"
    from jsonb_to_recordset(${tasks}::jsonb) as moved (id bigint, "columnId" bigint, "boardId" bigint, position bigint,
      "completedAt" timestamptz, version integer, "fieldVersions" jsonb, "updatedAt" timestamptz)
    where tasks.id = moved.id and ${expectFew('moved.id')}
    returning ${taskFields}`,
)
