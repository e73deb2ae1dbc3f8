import type { Recurrence, RecurrenceInput } from '@atrium/tasks/tasks/recurrence/recurrence.contract'
import * as contracts from '@atrium/tasks/tasks/recurrence/recurrence.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, itemQuery } from '../../../api.ts'
import { changeBoards, showTask, taskQuery } from '../../../data/tasks/tasks.ts'

export function recurrenceQuery({ id, recurrenceId }: Task) {
  return {
    ...itemQuery(['task', id, 'recurrence'], contracts.getRecurrence, { params: { id } }),
    enabled: recurrenceId !== null,
  }
}

/** Without input, the task no longer repeats. */
export function useChangeRecurrence(task: Task, { hasForm }: { hasForm: boolean }) {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { hasNoForm: !hasForm },
    mutationFn: async (input: RecurrenceInput | undefined) => {
      const params = { id: task.id }
      if (input) return (await api(contracts.setRecurrence, { params, body: input })).item
      await api(contracts.deleteRecurrence, { params })
      return undefined
    },
    onSuccess: series => showRecurrence(queryClient, task, series),
  })
}

/** Skips a date, or no longer skips it. */
export function useSkipOccurrence(task: Task) {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { hasNoForm: true },
    mutationFn: async ({ date, isSkipped }: { date: string; isSkipped: boolean }) =>
      (
        await api(isSkipped ? contracts.skipOccurrence : contracts.unskipOccurrence, {
          params: { id: task.id },
          body: { date },
        })
      ).item,
    onSuccess: series => showRecurrence(queryClient, task, series),
    onError: () => queryClient.invalidateQueries(recurrenceQuery(task)),
  })
}

/** In the panel and on the cards of all its occurrences. */
function showRecurrence(queryClient: QueryClient, task: Task, series: Recurrence | undefined) {
  const ownId = task.recurrenceId
  const current = queryClient.getQueryData(taskQuery(task.id).queryKey) ?? task
  showTask(queryClient, { ...current, recurrenceId: series?.id ?? null })
  if (series) return queryClient.setQueryData(recurrenceQuery(task).queryKey, series)
  queryClient.removeQueries(recurrenceQuery(task))
  changeBoards(queryClient, board => ({
    ...board,
    columns: board.columns.map(column => ({
      ...column,
      tasks: column.tasks.map(card => (card.recurrenceId === ownId ? { ...card, recurrenceId: null } : card)),
    })),
  }))
}
