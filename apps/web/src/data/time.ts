import type { TimeInterval } from '@atrium/tasks/time-tracking/time-interval.contract'
import { get, type Item, post } from '@atrium/ui/api'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

type Running = TimeInterval | null

/** Refetched when the window gets the focus: the timer may have been stopped on another device. */
export const runningTimerQuery = queryOptions({
  queryKey: ['time', 'running'],
  queryFn: async ({ signal }) => (await get<Item<Running>>('/time-interval/running', {}, signal)).item,
  staleTime: 0,
  refetchInterval: 60_000,
})

interface StartedTimer {
  item: TimeInterval
  stopped: Running
}

export function useStartTimer() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (taskId: number) => post<StartedTimer>('/time-interval/start', { taskId }),
    onSuccess: ({ item, stopped }) => {
      queryClient.setQueryData(runningTimerQuery.queryKey, item)
      refreshTime(queryClient, item.taskId)
      if (stopped) refreshTime(queryClient, stopped.taskId)
    },
    onError: () => queryClient.invalidateQueries({ queryKey: runningTimerQuery.queryKey }),
  })
}

export function useStopTimer() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (taskId: number) => post<Item<TimeInterval>>('/time-interval/stop', { taskId }),
    onSuccess: ({ item }) => {
      queryClient.setQueryData(runningTimerQuery.queryKey, null)
      refreshTime(queryClient, item.taskId)
    },
    onError: () => queryClient.invalidateQueries({ queryKey: runningTimerQuery.queryKey }),
  })
}

/** Refreshes every sheet and total that an interval of the task counts towards. */
export function refreshTime(queryClient: QueryClient, taskId: number) {
  void queryClient.invalidateQueries({ queryKey: ['time'] })
  void queryClient.invalidateQueries({ queryKey: ['task', taskId] })
}
