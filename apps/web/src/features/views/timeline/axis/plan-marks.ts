import type { Cycle } from '@atrium/tasks/cycles/cycle.contract'
import type { Milestone } from '@atrium/tasks/cycles/milestone.contract'
import { useMemo } from 'react'
import { useCycles } from '../../../../data/planning/cycles.ts'
import { useMilestones } from '../../../../data/planning/milestones.ts'
import { layoutCycles, type PlacedCycle } from './cycle-layout.ts'

/** What the project has planned, shown below the days of the axis. */
export interface PlanMarks {
  cycles: PlacedCycle[]
  /** How many lines the cycles take: those of teams that share a project overlap. */
  lineCount: number
  milestones: Milestone[]
}

export const LINE_HEIGHT = 20
export const DAYS_HEIGHT = 52

/** The marks of one project; there are none over several projects. */
export function usePlanMarks(projectId: number | undefined): PlanMarks {
  const cycles: Cycle[] = useCycles(projectId ?? 0, projectId !== undefined)
  const milestones = useMilestones(projectId)
  return useMemo(() => {
    const placed = layoutCycles(cycles)
    const lineCount = placed.reduce((most, { line }) => Math.max(most, line + 1), 0)
    return { cycles: placed, lineCount, milestones }
  }, [cycles, milestones])
}

export function headerHeightOf({ lineCount, milestones }: PlanMarks) {
  return DAYS_HEIGHT + LINE_HEIGHT * (lineCount + (milestones.length > 0 ? 1 : 0))
}
