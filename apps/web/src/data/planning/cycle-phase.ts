import type { Cycle } from '@atrium/tasks/cycles/cycle.contract'

export type CyclePhase = 'current' | 'next' | 'ended' | 'finished'

type CycleDays = Pick<Cycle, 'startDate' | 'endDate' | 'finishedAt'>

/** A cycle without a start date waits for its turn; one whose last day has passed waits to be finished. */
export function phaseOf({ startDate, endDate, finishedAt }: CycleDays, today: string): CyclePhase {
  if (finishedAt) return 'finished'
  if (endDate !== null && endDate < today) return 'ended'
  return startDate !== null && startDate <= today ? 'current' : 'next'
}
