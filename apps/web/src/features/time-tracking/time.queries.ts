import type {
  NewTimeInterval,
  TimeInterval,
  TimeIntervalChanges,
} from '@atrium/tasks/time-tracking/time-interval.contract'
import * as contracts from '@atrium/tasks/time-tracking/time-interval.contract'
import { getTimeReport } from '@atrium/tasks/time-tracking/time-report.contract'
import { getDailySummary, getTimeSummary } from '@atrium/tasks/time-tracking/time-summary.contract'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, itemQuery, listQuery } from '../../api.ts'
import { addDays, instantOf } from '../../data/days.ts'
import { refreshTime } from '../../data/planning/time.ts'

const WHILE_RUNNING_MS = 30_000
const MAX_INTERVALS = 1000

export function dailySummaryQuery(date: string, timeZone: string) {
  return queryOptions({
    queryKey: ['time', 'day', date, timeZone],
    queryFn: async ({ signal }) => (await api(getDailySummary, { query: { date, timeZone }, signal })).item,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.tasks.some(({ running }) => running) ? WHILE_RUNNING_MS : false,
  })
}

/** The intervals that touch these days. None is longer than a day, so they start on the day before at the earliest. */
export function intervalsQuery(from: string, days: number, timeZone: string) {
  const start = instantOf(addDays(from, -1), '00:00', timeZone).toISOString()
  const end = new Date(instantOf(addDays(from, days), '00:00', timeZone).getTime() - 1).toISOString()
  return {
    ...listQuery(['time', 'intervals', start, end], contracts.listTimeIntervals, {
      query: { from: start, to: end, orderBy: 'startedAt', limit: MAX_INTERVALS },
    }),
    placeholderData: keepPreviousData,
  }
}

export function taskTimeQuery(taskId: number, timeZone: string) {
  return itemQuery(['task', taskId, 'time', timeZone], getTimeSummary, {
    params: { id: taskId },
    query: { timeZone },
  })
}

export type ReportGroup = 'user' | 'task' | 'day'

export function timeReportQuery(
  projectId: number,
  query: { from: string; to: string; groupBy: ReportGroup; timeZone: string },
) {
  return {
    ...itemQuery(['time', 'report', projectId, query], getTimeReport, { params: { id: projectId }, query }),
    placeholderData: keepPreviousData,
  }
}

export function useCreateInterval() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (interval: NewTimeInterval) => api(contracts.createTimeInterval, { body: interval }),
    onSuccess: ({ item }) => refreshTime(queryClient, item.taskId),
  })
}

export function useUpdateInterval() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...changes }: TimeIntervalChanges & { id: number }) =>
      api(contracts.updateTimeInterval, { params: { id }, body: changes }),
    onSuccess: ({ item }) => refreshTime(queryClient, item.taskId),
  })
}

export function useDeleteInterval() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: TimeInterval) => api(contracts.deleteTimeInterval, { params: { id } }),
    onSuccess: (_reply, { taskId }) => refreshTime(queryClient, taskId),
  })
}
