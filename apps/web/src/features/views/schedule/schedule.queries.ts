import {
  listScheduledTasks,
  type TaskScheduleQuery,
} from '@atrium/tasks/tasks/schedule/task-schedule.contract'
import { itemQuery } from '../../../api.ts'
import type { TaskScope } from '../view/view-state.ts'
import type { DayRange } from './task-dates.ts'

/** The key starts with ['tasks'], so that live changes refresh it. */
export function scheduleQuery(
  scope: TaskScope,
  { from, to }: DayRange,
  options: Pick<TaskScheduleQuery, 'dependencies'> = {},
) {
  const query = { ...scope, from, to, ...options }
  return { ...itemQuery(['tasks', 'schedule', query], listScheduledTasks, { query }), staleTime: 30_000 }
}
