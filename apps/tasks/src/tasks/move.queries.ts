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

/** Locks tasks without waiting: leaves out those that another transaction has locked, and those in the trash. */
export const lockUnlockedTasks = prepared(
  (_tx: Database, ids: number[]) => sql<MovableTask>`
    select id, project_id, board_id, column_id, position, completed_at, version, field_versions, deleted_at
    from tasks where id = any(${ids}::bigint[]) and deleted_at is null
    for no key update skip locked`,
)

interface MoveBounds extends Bounds {
  id: number
  /** Whether a neighbour is in another project. */
  isForeign: boolean
}

/** Lists between which tasks of its column each of these goes. */
export function listBounds(tx: Database, moves: { id: number; input: TaskMove }[]) {
  return boundsOfMoves(
    tx,
    moves.map(({ id }) => id),
    moves.map(({ input }) => input.columnId),
    moves.map(({ input }) => input.afterTaskId ?? null),
    moves.map(({ input }) => input.beforeTaskId ?? null),
  )
}

const boundsOfMoves = prepared(
  (
    _tx: Database,
    ids: number[],
    columnIds: number[],
    afterIds: (number | null)[],
    beforeIds: (number | null)[],
  ) => sql<MoveBounds>`
    select move.id,
      case when after.position is not null then after.position
        when before.position is not null then (
          select max(position) from tasks where column_id = move.column_id and id <> move.id and position < before.position)
        else (select max(position) from tasks where column_id = move.column_id and id <> move.id) end as lower,
      case when after.position is null then before.position else (
        select min(position) from tasks where column_id = move.column_id and id <> move.id and position > after.position)
      end as upper,
      exists (select from tasks as neighbour where neighbour.id in (move.after_id, move.before_id)
        and neighbour.project_id <> (select project_id from tasks where tasks.id = move.id)) as is_foreign
    from unnest(${ids}::bigint[], ${columnIds}::bigint[], ${afterIds}::bigint[], ${beforeIds}::bigint[])
      as move (id, column_id, after_id, before_id)
    left join tasks as after on after.id = move.after_id and after.column_id = move.column_id and after.id <> move.id
    left join tasks as before on before.id = move.before_id and before.column_id = move.column_id and before.id <> move.id`,
)

export type MovedTask = MovableTask & { position: number; updatedAt: string }

export async function updateMovedTasks(tx: Database, tasks: MovedTask[]) {
  if (tasks.length === 0) return []
  const valuesOf = <Name extends keyof MovedTask>(name: Name) => tasks.map(task => task[name])
  return updatedTasks(
    tx,
    valuesOf('id'),
    valuesOf('columnId'),
    valuesOf('boardId'),
    valuesOf('position'),
    valuesOf('completedAt'),
    valuesOf('version'),
    tasks.map(({ fieldVersions }) => JSON.stringify(fieldVersions)),
    valuesOf('updatedAt'),
  )
}

const updatedTasks = prepared(
  (
    _tx: Database,
    ids: number[],
    columnIds: number[],
    boardIds: number[],
    positions: number[],
    completions: (string | null)[],
    versions: number[],
    fieldVersions: string[],
    times: string[],
  ) => sql<Task>`
    update tasks set column_id = moved.column_id, board_id = moved.board_id, position = moved.position,
      completed_at = moved.completed_at, version = moved.version, field_versions = moved.field_versions::jsonb,
      updated_at = moved.updated_at
    from unnest(${ids}::bigint[], ${columnIds}::bigint[], ${boardIds}::bigint[], ${positions}::bigint[],
      ${completions}::timestamptz[], ${versions}::integer[], ${fieldVersions}::text[], ${times}::timestamptz[])
      as moved (id, column_id, board_id, position, completed_at, version, field_versions, updated_at)
    where tasks.id = moved.id
    returning ${taskFields}`,
)
