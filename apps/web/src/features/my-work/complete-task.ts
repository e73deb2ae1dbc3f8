import type { ReplyOf } from '@atrium/core/contract'
import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { listTasks, moveTask, type Task, type TaskMove } from '@atrium/tasks/tasks/task.contract'
import { showNotice } from '@atrium/ui/feedback/notifications'
import { useUndo } from '@atrium/ui/feedback/undo'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { cardOf, withCard } from '../../data/board-cache.ts'
import { fullBoardQuery } from '../../data/boards.ts'
import { boardQuery } from './my-work.queries.ts'

/** Moves the task to the first done column of its board. The row disappears at once and comes back if that fails. */
export function useCompleteTask() {
  const { t } = useTranslation()
  const { offerUndo } = useUndo()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const reopen = useReopenTask()
  return useMutation({
    meta: { hasNoForm: true },
    mutationFn: async (task: Task) => {
      const board = await queryClient.ensureQueryData(boardQuery(task.projectId, task.boardId))
      const column = board.columns.find(({ isDone }) => isDone)
      // Completing a task ignores the WIP limit.
      const moved = column && (await move(task.id, { columnId: column.id, force: true }))
      return { board, moved }
    },
    onMutate: async ({ id }) => {
      await queryClient.cancelQueries(openLists)
      const before = queryClient.getQueriesData<TaskList>(openLists)
      queryClient.setQueriesData<TaskList>(
        openLists,
        list => list && { ...list, items: list.items.filter(task => task.id !== id) },
      )
      return before
    },
    onSuccess: ({ board, moved }, task) => {
      if (moved) {
        updateCaches(queryClient, moved)
        offerUndo(t('work.completed', { title: task.title }), () => reopen.mutate(task))
      } else {
        const open = () => void navigate({ to: '/board/$boardId', params: { boardId: board.id } })
        showNotice({
          message: t('work.noDoneColumn', { board: board.name }),
          action: { label: t('work.openBoard'), run: open },
        })
      }
    },
    onError: (_error, _task, before) => {
      for (const [key, list] of before ?? []) queryClient.setQueryData(key, list)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['tasks'] }),
  })
}

type TaskList = ReplyOf<typeof listTasks>

const openLists = {
  queryKey: ['tasks'],
  predicate: ({ queryKey }: { queryKey: readonly unknown[] }) =>
    (queryKey[1] as { completed?: boolean } | undefined)?.completed === false,
}

/** Back to the place where it was. */
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

/** The task that is now where this one was. */
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
