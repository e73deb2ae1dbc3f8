import type { BoardWithColumns } from '@atrium/tasks/boards/board.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { useUndo } from '@atrium/ui/feedback/undo'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { NoDoneColumn, otherSideOf, usePersonalBoard } from '../../data/boards/boards.ts'
import { notifyOfRefusedChange, sendMove } from '../../data/changes/change-task.ts'
import { assignedTasksQuery, MAX_DONE, personalTasksQuery } from '../../data/tasks/my-tasks.ts'
import type { PlannableTask } from './plan/plan-changes.ts'

/** The tasks that are assigned to the user, and the unassigned ones on their personal board. */
export function useMyTasks() {
  const { project, isPending: isSearching } = usePersonalBoard()
  const open = useBoth(project?.id, 'open')
  const done = useBoth(project?.id, 'done')
  return {
    ...open,
    // Tasks that are being completed are still in the list.
    tasks: open.tasks.filter(({ completedAt }) => completedAt === null),
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

/** A board without a done column: the user chooses one. */
export interface DoneQuestion {
  board: BoardWithColumns
  task: PlannableTask
}

/** Moves the task to the first done column of its board. The row disappears at once and comes back if that fails. */
export function useCompleteTask(onQuestion: (question: DoneQuestion) => void) {
  const { t } = useTranslation()
  const { offerUndo } = useUndo()
  const queryClient = useQueryClient()
  const reopen = (task: PlannableTask) =>
    sendMove(queryClient, task, previousPlaceOf(task)).catch(notifyOfRefusedChange)
  return async (task: PlannableTask, columnId?: number) => {
    // Completed together with its column.
    if (columnId === task.columnId) return queryClient.invalidateQueries({ queryKey: ['tasks'] })
    const target = columnId ? { columnId, force: true } : otherSideOf(task)
    try {
      await sendMove(queryClient, task, target, { patch: { completedAt: new Date().toISOString() } })
      offerUndo(t('work.completed', { title: task.title }), () => void reopen(task))
    } catch (error) {
      if (error instanceof NoDoneColumn) onQuestion({ board: error.board, task })
      else notifyOfRefusedChange(error)
    }
  }
}

function previousPlaceOf({ columnId, position }: PlannableTask) {
  return { place: 'previous', columnId, position } as const
}
