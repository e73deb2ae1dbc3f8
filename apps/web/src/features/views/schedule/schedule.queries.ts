import { isRefused } from '@atrium/client/api-error'
import {
  listScheduledTasks,
  type TaskSchedule,
  type TaskScheduleQuery,
} from '@atrium/tasks/tasks/schedule/task-schedule.contract'
import { type Task, updateTask } from '@atrium/tasks/tasks/task.contract'
import { showNotice } from '@atrium/ui/feedback/notifications'
import { useUndo } from '@atrium/ui/feedback/undo'
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { showTask } from '../../../data/tasks.ts'
import type { TaskScope } from '../view-state.ts'
import type { Dates, DayRange } from './task-dates.ts'

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

type DatedTask = Pick<Task, 'id' | 'title' | 'version' | 'startDate' | 'dueDate'>

/** Changes the dates of a task. They show at once; `done` says what was changed, and offers to undo it. */
export function useChangeDates() {
  const queryClient = useQueryClient()
  const { t } = useTranslation()
  const { offerUndo } = useUndo()
  return useCallback(
    function changeDates(task: DatedTask, dates: Dates, done?: string) {
      const { id, title, startDate, dueDate } = task
      const send = async () => {
        const { version } = findScheduled(queryClient, id) ?? task
        try {
          return (await api(updateTask, { params: { id }, body: { ...dates, version } })).item
        } catch (error) {
          if (!isRefused(updateTask, error, 'stale_version')) throw error
          patchSchedules(queryClient, id, error.details.current as Task)
          showNotice({
            color: 'amber',
            title: t('boards.change.refused', { title }),
            message: t('boards.change.stale'),
            action: { label: t('boards.change.anyway'), run: () => changeDates(task, dates, done) },
          })
          return undefined
        }
      }
      const mutation = queryClient
        .getMutationCache()
        .build<Task | undefined, Error, void, void>(queryClient, {
          // The same as on boards: changes of one task are sent one after the other.
          scope: { id: `card:${id}` },
          meta: { hasNoForm: true },
          mutationFn: send,
          onMutate: async () => {
            // An answer that is on its way does not have the change yet.
            await queryClient.cancelQueries({ queryKey: ['tasks', 'schedule'] })
            patchSchedules(queryClient, id, dates)
          },
          onSuccess: changed => {
            if (!changed) return
            showTask(queryClient, changed)
            patchSchedules(queryClient, id, changed)
            if (done) offerUndo(done, () => changeDates(changed, { startDate, dueDate }))
          },
          onSettled: () => queryClient.invalidateQueries({ queryKey: ['tasks'] }),
        })
      mutation.execute().catch(() => {}) // shown by the query client
    },
    [queryClient, offerUndo, t],
  )
}

const schedules = { queryKey: ['tasks', 'schedule'] }

function patchSchedules(queryClient: QueryClient, id: number, patch: Partial<Task>) {
  queryClient.setQueriesData<TaskSchedule>(schedules, schedule =>
    schedule?.tasks.some(task => task.id === id)
      ? {
          ...schedule,
          tasks: schedule.tasks.map(task => (task.id === id ? { ...task, ...patch } : task)),
        }
      : schedule,
  )
  // Tasks that had no dates until now.
  queryClient.setQueriesData<Task[]>({ queryKey: ['tasks', 'page'] }, page =>
    page?.some(task => task.id === id)
      ? page.map(task => (task.id === id ? { ...task, ...patch } : task))
      : page,
  )
}

function findScheduled(queryClient: QueryClient, id: number) {
  return queryClient
    .getQueriesData<TaskSchedule>(schedules)
    .flatMap(([, schedule]) => schedule?.tasks ?? [])
    .find(task => task.id === id)
}
