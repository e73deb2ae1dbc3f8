import type { Input } from '@atrium/client/client'
import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { listTaskPriorities, type TaskPriority } from '@atrium/tasks/tasks/priorities/task-priority.contract'
import { createTask, getTask, listTasks, type NewTask } from '@atrium/tasks/tasks/task.contract'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../api.ts'
import { cardOf, withCard } from './board-cache.ts'
import { fullBoardQuery } from './boards.ts'

/** All keys about a task start with ['task', id]: one invalidation refreshes all of it. */
export function taskQuery(id: number) {
  return queryOptions({
    queryKey: ['task', id, 'self'],
    queryFn: async ({ signal }) => (await api(getTask, { params: { id }, signal })).item,
  })
}

export type TaskFilters = NonNullable<Input<typeof listTasks>['query']>

export function tasksQuery(filters: TaskFilters) {
  return queryOptions({
    queryKey: ['tasks', filters],
    queryFn: ({ signal }) => api(listTasks, { query: filters, signal }),
    placeholderData: keepPreviousData,
  })
}

export const prioritiesQuery = queryOptions({
  queryKey: ['priorities'],
  queryFn: ({ signal }) => api(listTaskPriorities, { query: { limit: 1000 }, signal }),
  select: ({ items }) => items,
  staleTime: Number.POSITIVE_INFINITY,
})

/** Without a board, the task goes to the personal one. */
export function useCaptureTask() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (task: NewTask) => (await api(createTask, { body: task })).item,
    onSuccess: task => {
      queryClient.setQueryData<FullBoard>(
        fullBoardQuery(task.boardId).queryKey,
        board => board && withCard(board, cardOf(task)),
      )
      return queryClient.invalidateQueries({ queryKey: ['tasks'] })
    },
  })
}

const builtIn = ['low', 'normal', 'high', 'urgent'] as const

/** The built-in priorities are translated; others have the name that an administrator gave them. */
export function usePriorityName() {
  const { t } = useTranslation()
  return ({ name }: TaskPriority) => {
    const known = builtIn.find(one => one === name)
    return known ? t(`boards.priorities.${known}`) : name
  }
}

/** Suggested colors of stickers and priorities: user data, the same in both color schemes. */
export const swatches = [
  '#e03131',
  '#e8590c',
  '#f08c00',
  '#2f9e44',
  '#0c8599',
  '#1971c2',
  '#6741d9',
  '#c2255c',
  '#5c940d',
  '#495057',
]
