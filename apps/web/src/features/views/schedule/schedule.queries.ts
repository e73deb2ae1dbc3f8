import {
  listScheduledTasks,
  type TaskScheduleQuery,
} from '@atrium/tasks/tasks/schedule/task-schedule.contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../api.ts'
import type { TaskScope } from '../view/view-state.ts'
import type { DayRange } from './task-dates.ts'

/** The key starts with ['tasks'], so that live changes refresh it. */
export function scheduleQuery(
  scope: TaskScope,
  { from, to }: DayRange,
  options: Pick<TaskScheduleQuery, 'dependencies'> = {},
) {
  const query = { ...scope, from, to, ...options }
  return queryOptions({
    queryKey: ['tasks', 'schedule', query],
    queryFn: async ({ signal }) => (await api(listScheduledTasks, { query, signal })).item,
    staleTime: 30_000,
  })
}
