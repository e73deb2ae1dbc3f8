import type { ScheduledTask } from '@atrium/tasks/tasks/schedule/task-schedule.contract'
import { daysUntil } from '../../../data/days.ts'
import { daysOf } from '../schedule/task-dates.ts'

/** The part of a task that is in one week. Days and lanes count from 0. */
export interface Segment {
  task: ScheduledTask
  first: number
  last: number
  lane: number
  /** Whether the task goes on in the week before or after. */
  continuesBefore: boolean
  continuesAfter: boolean
}

/** Each task takes the first lane that is free on all of its days; what starts earlier and lasts longer goes first. */
export function layoutWeek(tasks: ScheduledTask[], week: string[]): Segment[] {
  const segments = tasks.flatMap(task => segmentOf(task, week)).sort(byPlace)
  const lanes: number[] = []
  return segments.map(segment => {
    const free = lanes.findIndex(end => end < segment.first)
    const lane = free === -1 ? lanes.length : free
    lanes[lane] = segment.last
    return { ...segment, lane }
  })
}

function segmentOf(task: ScheduledTask, week: string[]): Omit<Segment, 'lane'>[] {
  const [start = ''] = week
  const days = daysOf(task)
  if (!days) return []
  const first = daysUntil(days.from, start)
  const last = daysUntil(days.to, start)
  if (last < 0 || first > 6) return []
  return [
    {
      task,
      first: Math.max(first, 0),
      last: Math.min(last, 6),
      continuesBefore: first < 0,
      continuesAfter: last > 6,
    },
  ]
}

type Unplaced = Omit<Segment, 'lane'>

function byPlace(one: Unplaced, other: Unplaced) {
  return (
    one.first - other.first ||
    Number(other.continuesBefore) - Number(one.continuesBefore) ||
    other.last - one.last ||
    Number(one.task.completedAt !== null) - Number(other.task.completedAt !== null) ||
    one.task.id - other.task.id
  )
}

export function laneCount(segments: Segment[]) {
  return segments.reduce((count, { lane }) => Math.max(count, lane + 1), 0)
}

/** Returns the segments of one day, from top to bottom. */
export function segmentsOn(segments: Segment[], day: number) {
  return segments
    .filter(({ first, last }) => first <= day && day <= last)
    .sort((one, other) => one.lane - other.lane)
}
