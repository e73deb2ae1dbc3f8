import { hasCode } from '@atrium/client/api-error'
import type { BoardWithColumns } from '@atrium/tasks/boards/board.contract'
import type { Task, TaskChanges } from '@atrium/tasks/tasks/task.contract'
import { get, type Item, post, put, remove } from '@atrium/ui/api'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { taskQuery } from '../../data/tasks.ts'
import { showTask, takeOffBoards } from './task-cache.ts'

/** The fields that a panel changes one by one. */
export type TaskFields = Omit<TaskChanges, 'version' | 'force' | 'columnId'>

/** What somebody else has stored meanwhile, and what was to be stored. */
export interface TaskConflict {
  current: Task
  given: TaskFields
}

interface Change {
  changes: TaskFields
  /** What the change was made from. */
  version: number
}

/** Answers the conflict, if there is one: both texts are then somebody's to decide on, not an error. */
export function useChangeTask(id: number) {
  const queryClient = useQueryClient()
  const ownVersions = useRef<Record<string, number>>({})
  return useMutation({
    // One after the other, so that two quick changes of a field are no conflict with oneself.
    scope: { id: `task-${id}` },
    mutationFn: async ({ changes, version }: Change): Promise<TaskConflict | undefined> => {
      const own = Object.keys(changes).map(field => ownVersions.current[field] ?? 0)
      try {
        const body = { ...changes, version: Math.max(version, ...own) }
        const { item } = await put<Item<Task>>(`/task/${id}`, body)
        for (const field of Object.keys(changes)) ownVersions.current[field] = item.version
        showTask(queryClient, item)
        return undefined
      } catch (error) {
        if (!hasCode(error, 'stale_version')) throw error
        const { current, given } = error.details as unknown as TaskConflict
        showTask(queryClient, current)
        return { current, given }
      }
    },
    onMutate: ({ changes }) => showAtOnce(queryClient, id, changes),
    onError: (_error, _change, before) => before && showTask(queryClient, before),
  })
}

interface Move {
  columnId: number
  afterTaskId?: number | null
  beforeTaskId?: number | null
  force?: boolean
}

/** Answers whether the column's limit stood in the way. */
export function useMoveTask(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    scope: { id: `task-${id}` },
    meta: { hasNoForm: true },
    mutationFn: async (move: Move): Promise<'moved' | 'full'> => {
      try {
        const { item } = await post<Item<Task>>(`/task/${id}/move-to-column`, move)
        showTask(queryClient, item)
        return 'moved'
      } catch (error) {
        if (!hasCode(error, 'wip_limit')) throw error
        return 'full'
      }
    },
    onMutate: ({ columnId }) => showAtOnce(queryClient, id, { columnId, position: Number.MAX_SAFE_INTEGER }),
    onError: (_error, _move, before) => before && showTask(queryClient, before),
    onSuccess: (outcome, _move, before) => {
      if (outcome === 'full' && before) showTask(queryClient, before)
    },
  })
}

/** Into the first column of another board. */
export function useMoveToBoard(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { hasNoForm: true },
    mutationFn: async (boardId: number) => {
      const { item: board } = await get<Item<BoardWithColumns>>(`/board/${boardId}`)
      const body = { columnId: board.columns[0]?.id, force: true }
      return (await post<Item<Task>>(`/task/${id}/move-to-column`, body)).item
    },
    onSuccess: task => showTask(queryClient, task),
  })
}

/** `onDeleted` is told even if the panel is gone by then, because the news came first by the stream. */
export function useDeleteTask(id: number, onDeleted: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => remove(`/task/${id}`),
    onSuccess: () => {
      takeOffBoards(queryClient, id)
      queryClient.removeQueries({ queryKey: ['task', id] })
      void queryClient.invalidateQueries({ queryKey: ['tasks'] })
      onDeleted()
    },
  })
}

export function useRestoreTask(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => (await post<Item<Task>>(`/task/${id}/restore`)).item,
    onSuccess: task => {
      showTask(queryClient, task)
      void queryClient.invalidateQueries({ queryKey: ['tasks'] })
      void queryClient.invalidateQueries({ queryKey: ['task', id] })
    },
  })
}

async function showAtOnce(queryClient: QueryClient, id: number, changes: Partial<Task>) {
  const { queryKey } = taskQuery(id)
  await queryClient.cancelQueries({ queryKey })
  const before = queryClient.getQueryData(queryKey)
  if (before) showTask(queryClient, { ...before, ...changes })
  return before
}
