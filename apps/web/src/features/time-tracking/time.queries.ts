import type {
  NewTimeInterval,
  TimeInterval,
  TimeIntervalChanges,
} from '@atrium/tasks/time-tracking/time-interval.contract'
import type { TimeReport } from '@atrium/tasks/time-tracking/time-report.contract'
import type { DailySummary, TimeSummary } from '@atrium/tasks/time-tracking/time-summary.contract'
import { get, type Item, type List, post, put, remove } from '@atrium/ui/api'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { addDays, instantOf } from '../../data/days.ts'
import { refreshTime } from '../../data/time.ts'

const WHILE_RUNNING_MS = 30_000
const everything = 1000

export function dailySummaryQuery(date: string, timeZone: string) {
  return queryOptions({
    queryKey: ['time', 'day', date, timeZone],
    queryFn: async ({ signal }) =>
      (await get<Item<DailySummary>>('/time-interval/daily-summary', { date, timeZone }, signal)).item,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.tasks.some(({ running }) => running) ? WHILE_RUNNING_MS : false,
  })
}

/** The intervals that touch these days. None is longer than a day, so none of them began before the day before. */
export function intervalsQuery(from: string, days: number, timeZone: string) {
  const start = instantOf(addDays(from, -1), '00:00', timeZone).toISOString()
  const end = new Date(instantOf(addDays(from, days), '00:00', timeZone).getTime() - 1).toISOString()
  return queryOptions({
    queryKey: ['time', 'intervals', start, end],
    queryFn: ({ signal }) =>
      get<List<TimeInterval>>(
        '/time-interval',
        { from: start, to: end, orderBy: 'startedAt', limit: everything },
        signal,
      ),
    select: ({ items }) => items,
    placeholderData: keepPreviousData,
  })
}

export function taskTimeQuery(taskId: number, timeZone: string) {
  return queryOptions({
    queryKey: ['task', taskId, 'time', timeZone],
    queryFn: async ({ signal }) =>
      (await get<Item<TimeSummary>>(`/task/${taskId}/time-summary`, { timeZone }, signal)).item,
  })
}

export type ReportGroup = 'user' | 'task' | 'day'

export function timeReportQuery(
  projectId: number,
  query: { from: string; to: string; groupBy: ReportGroup; timeZone: string },
) {
  return queryOptions({
    queryKey: ['time', 'report', projectId, query],
    queryFn: async ({ signal }) =>
      (await get<Item<TimeReport>>(`/project/${projectId}/time-report`, query, signal)).item,
    placeholderData: keepPreviousData,
  })
}

export function useAddInterval() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (interval: NewTimeInterval) => post<Item<TimeInterval>>('/time-interval', interval),
    onSuccess: ({ item }) => refreshTime(queryClient, item.taskId),
  })
}

export function useChangeInterval() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...changes }: TimeIntervalChanges & { id: number }) =>
      put<Item<TimeInterval>>(`/time-interval/${id}`, changes),
    onSuccess: ({ item }) => refreshTime(queryClient, item.taskId),
  })
}

export function useRemoveInterval() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: TimeInterval) => remove(`/time-interval/${id}`),
    onSuccess: (_answer, { taskId }) => refreshTime(queryClient, taskId),
  })
}
