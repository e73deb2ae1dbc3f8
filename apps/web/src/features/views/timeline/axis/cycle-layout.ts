import type { Cycle } from '@atrium/tasks/cycles/cycle.contract'
import type { DayRange } from '../../schedule/task-dates.ts'

export interface PlacedCycle extends DayRange {
  id: number
  name: string
  isFinished: boolean
  line: number
}

const MAX_LINES = 3

/** Each cycle that has both dates is on the first line that is free on its days. Beyond three lines, they are left out. */
export function layoutCycles(cycles: Cycle[]): PlacedCycle[] {
  const ends: string[] = []
  return cycles
    .flatMap(({ id, name, startDate: from, endDate: to, finishedAt }) =>
      from && to ? [{ id, name, from, to, isFinished: finishedAt !== null }] : [],
    )
    .toSorted((one, other) => one.from.localeCompare(other.from) || one.id - other.id)
    .flatMap(cycle => {
      const free = ends.findIndex(end => end < cycle.from)
      const line = free < 0 ? ends.length : free
      if (line >= MAX_LINES) return []
      ends[line] = cycle.to
      return [{ ...cycle, line }]
    })
}
