import { getRunningTimer, startTimer, stopTimer } from '@atrium/tasks/time-tracking/time-interval.contract'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, itemQuery } from '../../api.ts'

/** Refetched when the window gets the focus: the timer may have been stopped on another device. Many components show it. */
export const runningTimerQuery = {
  ...itemQuery(['time', 'running'], getRunningTimer),
  staleTime: 30_000,
  refetchOnWindowFocus: 'always' as const,
  refetchInterval: 60_000,
}

export function useStartTimer() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (taskId: number) => api(startTimer, { body: { taskId } }),
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
    mutationFn: (taskId: number) => api(stopTimer, { body: { taskId } }),
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
