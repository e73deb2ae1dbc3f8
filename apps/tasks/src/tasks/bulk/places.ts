import { GAP } from '@atrium/database/ordered-list'
import type { LockedColumn } from '#boards/column.queries.ts'
import { Conflict, ValidationFailed } from '#errors.ts'
import { columnFields } from '../enter-column.ts'
import type { LockedTask } from '../task.queries.ts'
import type { Destination } from './task-edit.ts'

export interface ColumnState {
  columnId: number
  /** The last position. */
  end: number | null
  /** How many tasks it has; only if it has a limit. */
  taskCount: number
}

export interface TakenPosition {
  columnId: number
  position: number
}

interface Entry {
  force: boolean
  now: Date
}

export type Places = ReturnType<typeof createPlaces>

/** The locked columns that tasks enter, one after the other. */
export function createPlaces(
  columns: LockedColumn[],
  states: ColumnState[],
  taken: TakenPosition[],
  wanted: TakenPosition[],
) {
  const byId = new Map(columns.map(column => [column.id, column]))
  const counts = new Map(states.map(({ columnId, taskCount }) => [columnId, taskCount]))
  const ends = new Map(states.map(({ columnId, end }) => [columnId, end]))
  const isTaken = new Set(taken.map(keyOf))
  for (const { columnId, position } of wanted) {
    ends.set(columnId, Math.max(ends.get(columnId) ?? position, position))
  }

  function takePosition(columnId: number, preferred: number | null | undefined) {
    if (typeof preferred === 'number' && !isTaken.has(keyOf({ columnId, position: preferred }))) {
      isTaken.add(keyOf({ columnId, position: preferred }))
      return preferred
    }
    const end = ends.get(columnId) ?? null
    const position = end === null ? 0 : end + GAP
    ends.set(columnId, position)
    return position
  }

  return {
    enter(task: LockedTask, to: Destination, { force, now }: Entry) {
      const column = byId.get(to.columnId)
      if (!column) throw new ValidationFailed({ columnId: 'does_not_exist' })
      if (column.projectId !== task.projectId) throw new ValidationFailed({ columnId: 'in_other_project' })
      const { title, wipLimit } = column
      const taskCount = counts.get(column.id) ?? 0
      if (wipLimit !== null && taskCount >= wipLimit && !force) {
        throw new Conflict('wip_limit_reached', { title, wipLimit, taskCount })
      }
      counts.set(column.id, taskCount + 1)
      const entered = columnFields(column, { ...task, completedAt: to.completedAt ?? task.completedAt }, now)
      return { ...entered, position: takePosition(column.id, to.position) }
    },
  }
}

function keyOf({ columnId, position }: TakenPosition) {
  return `${columnId} ${position}`
}
