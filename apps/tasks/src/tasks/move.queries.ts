import type { Bounds } from '@atrium/database/ordered-list'
import { prepared } from '@atrium/database/prepared'
import { sql } from 'kysely'
import type { Database } from '#database.ts'
import type { Task, TaskMove } from './task.contract.ts'
import { type LockedTask, type TaskKey, taskFields } from './task.queries.ts'

/** What a move changes or depends on. */
export type MovableTask = Pick<
  LockedTask,
  | 'id'
  | 'projectId'
  | 'boardId'
  | 'columnId'
  | 'position'
  | 'completedAt'
  | 'archivedAt'
  | 'version'
  | 'fieldVersions'
  | 'deletedAt'
>

/** Locks tasks without waiting: leaves out those that another transaction has locked, and those in the trash. */
export const lockUnlockedTasks = prepared(
  (_tx: Database, projectIds: number[], ids: number[]) => sql<MovableTask>`
    select id, project_id, board_id, column_id, position, completed_at, archived_at, version, field_versions, deleted_at
    from tasks
    where project_id = any(${projectIds}::bigint[]) and id = any(${ids}::bigint[]) and deleted_at is null
    for no key update skip locked`,
)

interface MoveBounds extends Bounds {
  id: number
  /** Whether a neighbour is not in the project of the task. */
  isForeign: boolean
}

/** Lists between which tasks of its column each of these goes. */
export function listBounds(tx: Database, moves: (TaskKey & { input: TaskMove })[]) {
  return boundsOfMoves(
    tx,
    moves.map(({ projectId }) => projectId),
    moves.map(({ id }) => id),
    moves.map(({ input }) => input.columnId),
    moves.map(({ input }) => input.afterTaskId ?? null),
    moves.map(({ input }) => input.beforeTaskId ?? null),
  )
}

/** The other tasks of the column that a move leads to. */
const isBesideMove = sql`tasks.project_id = move.project_id and column_id = move.column_id and tasks.id <> move.id`

const boundsOfMoves = prepared(
  (
    _tx: Database,
    projectIds: number[],
    ids: number[],
    columnIds: number[],
    afterIds: (number | null)[],
    beforeIds: (number | null)[],
  ) => sql<MoveBounds>`
    select move.id,
      case when after.position is not null then after.position
        when before.position is not null then (
          select max(position) from tasks where ${isBesideMove} and position < before.position)
        else (select max(position) from tasks where ${isBesideMove}) end as lower,
      case when after.position is null then before.position else (
        select min(position) from tasks where ${isBesideMove} and position > after.position)
      end as upper,
      (select count(*) from tasks as neighbour
        where neighbour.project_id = move.project_id and neighbour.id in (move.after_id, move.before_id)
      ) < num_nonnulls(move.after_id, nullif(move.before_id, move.after_id)) as is_foreign
    from unnest(${projectIds}::bigint[], ${ids}::bigint[], ${columnIds}::bigint[], ${afterIds}::bigint[], ${beforeIds}::bigint[])
      as move (project_id, id, column_id, after_id, before_id)
    left join tasks as after on after.project_id = move.project_id and after.id = move.after_id
      and after.column_id = move.column_id and after.id <> move.id
    left join tasks as before on before.project_id = move.project_id and before.id = move.before_id
      and before.column_id = move.column_id and before.id <> move.id`,
)

export type MovedTask = MovableTask & { position: number; updatedAt: string }

export async function updateMovedTasks(tx: Database, tasks: MovedTask[]) {
  if (tasks.length === 0) return []
  const valuesOf = <Name extends keyof MovedTask>(name: Name) => tasks.map(task => task[name])
  return updatedTasks(
    tx,
    valuesOf('projectId'),
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
    projectIds: number[],
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
    from unnest(${projectIds}::bigint[], ${ids}::bigint[], ${columnIds}::bigint[], ${boardIds}::bigint[], ${positions}::bigint[],
      ${completions}::timestamptz[], ${versions}::integer[], ${fieldVersions}::text[], ${times}::timestamptz[])
      as moved (project_id, id, column_id, board_id, position, completed_at, version, field_versions, updated_at)
    where tasks.project_id = moved.project_id and tasks.id = moved.id
    returning ${taskFields}`,
)
