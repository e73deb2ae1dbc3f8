import type { ReplyOf } from '@atrium/core/contract'
import { type BoardWithColumns, getBoard } from '@atrium/tasks/boards/board.contract'
import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { listTasks, moveTask, type Task, type TaskMove } from '@atrium/tasks/tasks/task.contract'
import { useUndo } from '@atrium/ui/feedback/undo'
import {
  type QueryClient,
  type QueryKey,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { cardOf, withCard } from '../../data/board-cache.ts'
import { fullBoardQuery, usePersonalBoard } from '../../data/boards.ts'
import { assignedTasksQuery, MAX_DONE, personalTasksQuery } from '../../data/my-tasks.ts'

/** The tasks that are assigned to the user, and the unassigned ones on their personal board. */
export function useMyTasks() {
  const { project, isPending: isSearching } = usePersonalBoard()
  const open = useBoth(project?.id, 'open')
  const done = useBoth(project?.id, 'done')
  return {
    ...open,
    hidden: open.total > open.tasks.length ? open.total - open.tasks.length : 0,
    done: done.tasks.toSorted(byCompletion).slice(0, MAX_DONE),
    isPending: isSearching || open.isPending || done.isPending,
  }
}

function useBoth(personalId: number | undefined, list: 'open' | 'done') {
  const assigned = useQuery(assignedTasksQuery(list))
  const personal = useQuery({
    ...personalTasksQuery(list, personalId),
    enabled: personalId !== undefined,
  })
  const lists = personalId === undefined ? [assigned] : [assigned, personal]
  return {
    tasks: lists.flatMap(({ data }) => data?.items ?? []),
    total: lists.reduce((sum, { data }) => sum + (data?._meta.total ?? 0), 0),
    isPending: lists.some(({ isPending }) => isPending),
    isFetching: lists.some(({ isFetching }) => isFetching),
    error: lists.find(({ data, error }) => !data && error)?.error,
    refetch: () => Promise.all(lists.map(({ refetch }) => refetch())),
  }
}

function byCompletion(one: Task, other: Task) {
  return (other.completedAt ?? '').localeCompare(one.completedAt ?? '')
}

/** Below the project's key, so that a change of its columns refreshes it. */
function boardQuery(projectId: number, id: number) {
  return queryOptions({
    queryKey: ['project', projectId, 'board', id],
    queryFn: async ({ signal }) => (await api(getBoard, { params: { id }, signal })).item,
    staleTime: 5 * 60_000,
  })
}

/** A board without a done column: the user chooses one. */
export interface DoneQuestion {
  board: BoardWithColumns
  task: Task
}

/** Moves the task to the first done column of its board. The row disappears at once and comes back if that fails. */
export function useCompleteTask(onQuestion: (question: DoneQuestion) => void) {
  const { t } = useTranslation()
  const { offerUndo } = useUndo()
  const queryClient = useQueryClient()
  const reopen = useReopenTask()
  const restore = (lists: [QueryKey, TaskList | undefined][] | undefined) => {
    for (const [key, list] of lists ?? []) queryClient.setQueryData(key, list)
  }
  return useMutation({
    meta: { hasNoForm: true },
    mutationFn: async ({ task, columnId }: { task: Task; columnId?: number }) => {
      const board = await queryClient.fetchQuery(boardQuery(task.projectId, task.boardId))
      const target = columnId ?? board.columns.find(({ isDone }) => isDone)?.id
      if (columnId === task.columnId) return {} // completed with its column
      // Completing a task ignores the WIP limit.
      return target ? { moved: await move(task.id, { columnId: target, force: true }) } : { board }
    },
    onMutate: async ({ task: { id } }) => {
      await queryClient.cancelQueries(openLists)
      const before = queryClient.getQueriesData<TaskList>(openLists)
      queryClient.setQueriesData<TaskList>(
        openLists,
        list => list && { ...list, items: list.items.filter(task => task.id !== id) },
      )
      return before
    },
    onSuccess: ({ board, moved }, { task }, before) => {
      if (moved) {
        updateCaches(queryClient, moved)
        offerUndo(t('work.completed', { title: task.title }), () => reopen.mutate(task))
      }
      if (board) {
        restore(before)
        onQuestion({ board, task })
      }
    },
    onError: (_error, _task, before) => restore(before),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['tasks'] }),
  })
}

type TaskList = ReplyOf<typeof listTasks>

const openLists = {
  queryKey: ['tasks'],
  predicate: ({ queryKey }: { queryKey: readonly unknown[] }) =>
    (queryKey[1] as { completed?: boolean } | undefined)?.completed === false,
}

/** Moves it back to its previous position. */
function useReopenTask() {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { hasNoForm: true },
    mutationFn: async ({ id, columnId, position }: Task) =>
      move(id, { columnId, beforeTaskId: (await findFollower(columnId, position)) ?? null, force: true }),
    onSuccess: task => updateCaches(queryClient, task),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['tasks'] }),
  })
}

/** The task that is now at its previous position. */
async function findFollower(columnId: number, position: number | null) {
  const { items } = await api(listTasks, {
    query: { columnId: String(columnId), orderBy: 'position', limit: 1000 },
  })
  return items.find(task => (task.position ?? 0) > (position ?? 0))?.id
}

async function move(id: number, to: TaskMove) {
  return (await api(moveTask, { params: { id }, body: to })).item
}

function updateCaches(queryClient: QueryClient, task: Task) {
  queryClient.setQueryData<FullBoard>(
    fullBoardQuery(task.boardId).queryKey,
    board => board && withCard(board, cardOf(task)),
  )
  void queryClient.invalidateQueries({ queryKey: ['task', task.id] })
}
