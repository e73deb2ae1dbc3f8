import { isRefused } from '@atrium/client/api-error'
import { getBoard } from '@atrium/tasks/boards/board.contract'
import {
  deleteTask,
  moveTask,
  restoreTask,
  type Task,
  type TaskChanges,
  type TaskMove,
  updateTask,
} from '@atrium/tasks/tasks/task.contract'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '../../api.ts'
import { findCard, withChangedFields, withoutCard } from '../../data/board-cache.ts'
import { changeBoards, showTask, taskQuery } from '../../data/tasks.ts'

/** The fields that the task panel changes one by one. */
export type TaskFields = Omit<TaskChanges, 'version' | 'force' | 'columnId'>

/** What someone else has saved in the meantime, and what the user wanted to save. */
export interface TaskConflict {
  current: Task
  given: TaskFields
}

interface Change {
  changes: TaskFields
  /** The version that the change is based on. */
  version: number
}

/** Returns the conflict, if there is one: the user then chooses between the two values. */
export function useChangeTask(id: number) {
  const queryClient = useQueryClient()
  const ownVersions = useRef<Record<string, number>>({})
  return useMutation({
    // One at a time, so that two quick changes of a field don't conflict with each other.
    scope: { id: `task-${id}` },
    mutationFn: async ({ changes, version }: Change): Promise<TaskConflict | undefined> => {
      const changed = versionedNames(changes)
      const own = changed.map(field => ownVersions.current[field] ?? 0)
      try {
        const body = { ...changes, version: Math.max(version, ...own) }
        const { item } = await api(updateTask, { params: { id }, body })
        for (const field of changed) ownVersions.current[field] = item.version
        showTask(queryClient, item)
        return undefined
      } catch (error) {
        if (!isRefused(updateTask, error, 'stale_version')) throw error
        const { current, given } = error.details as unknown as { current: Task; given: object }
        showTask(queryClient, current)
        return { current, given: withFields(given) }
      }
    },
    onMutate: ({ changes: { fields, ...changes } }) =>
      showOptimistically(queryClient, id, before => ({
        ...changes,
        ...(fields && { fields: withChangedFields(before.fields, fields) }),
      })),
    onError: (_error, _change, before) => before && showTask(queryClient, before),
  })
}

/** Custom fields have versions of their own: `field:12`. */
function versionedNames({ fields = {}, ...changes }: TaskFields) {
  return [...Object.keys(changes), ...Object.keys(fields).map(id => `field:${id}`)]
}

function withFields(given: object): TaskFields {
  const entries = Object.entries(given)
  const isCustom = ([name]: [string, unknown]) => name.startsWith('field:')
  const custom = entries.filter(isCustom).map(([name, value]) => [name.slice('field:'.length), value])
  const others = Object.fromEntries(entries.filter(entry => !isCustom(entry)))
  return custom.length > 0 ? { ...others, fields: Object.fromEntries(custom) } : others
}

/** Returns whether the task was moved, or the column has reached its limit. */
export function useMoveTask(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    scope: { id: `task-${id}` },
    meta: { hasNoForm: true },
    mutationFn: async (move: TaskMove): Promise<'moved' | 'full'> => {
      try {
        const { item } = await api(moveTask, { params: { id }, body: move })
        showTask(queryClient, item)
        return 'moved'
      } catch (error) {
        if (!isRefused(moveTask, error, 'wip_limit_reached')) throw error
        return 'full'
      }
    },
    onMutate: ({ columnId }) =>
      showOptimistically(queryClient, id, () => ({ columnId, position: Number.MAX_SAFE_INTEGER })),
    onError: (_error, _move, before) => before && showTask(queryClient, before),
    onSuccess: (outcome, _move, before) => {
      if (outcome === 'full' && before) showTask(queryClient, before)
    },
  })
}

/** Moves the task to the first column of another board. */
export function useMoveToBoard(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { hasNoForm: true },
    mutationFn: async (boardId: number) => {
      const { item: board } = await api(getBoard, { params: { id: boardId } })
      const [first] = board.columns
      if (!first) throw new Error('The board has no columns')
      return (await api(moveTask, { params: { id }, body: { columnId: first.id, force: true } })).item
    },
    onSuccess: task => showTask(queryClient, task),
  })
}

/** `onDeleted` is called even if the panel is already closed because the live stream was faster. */
export function useDeleteTask(id: number, onDeleted: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api(deleteTask, { params: { id } }),
    onSuccess: () => {
      removeFromBoards(queryClient, id)
      queryClient.removeQueries({ queryKey: ['task', id] })
      void queryClient.invalidateQueries({ queryKey: ['tasks'] })
      onDeleted()
    },
  })
}

export function useRestoreTask(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => (await api(restoreTask, { params: { id } })).item,
    onSuccess: task => {
      showTask(queryClient, task)
      void queryClient.invalidateQueries({ queryKey: ['tasks'] })
      void queryClient.invalidateQueries({ queryKey: ['task', id] })
    },
  })
}

async function showOptimistically(
  queryClient: QueryClient,
  id: number,
  change: (before: Task) => Partial<Task>,
) {
  const { queryKey } = taskQuery(id)
  await queryClient.cancelQueries({ queryKey })
  const before = queryClient.getQueryData(queryKey)
  if (before) showTask(queryClient, { ...before, ...change(before) })
  return before
}

/** Returns the task as it was before. */
export function patchTask(queryClient: QueryClient, id: number, change: (task: Task) => Partial<Task>) {
  const task = queryClient.getQueryData(taskQuery(id).queryKey)
  if (task) showTask(queryClient, { ...task, ...change(task) })
  return task
}

function removeFromBoards(queryClient: QueryClient, id: number) {
  changeBoards(queryClient, board => (findCard(board, id) ? withoutCard(board, id) : board))
}
