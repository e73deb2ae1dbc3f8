import { getBoard } from '@atrium/tasks/boards/board.contract'
import type { ChecklistItem } from '@atrium/tasks/tasks/checklist/checklist.contract'
import { convertChecklistItem } from '@atrium/tasks/tasks/subtasks/subtask.contract'
import { createTask, moveTask, type Task, updateTask } from '@atrium/tasks/tasks/task.contract'
import { useUndo } from '@atrium/ui/feedback/undo'
import { type QueryClient, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { subtasksQuery } from '../../../data/subtasks.ts'
import { showTask } from '../../../data/tasks.ts'

const addingKey = (taskId: number) => ['task', taskId, 'subtasks', 'add']

export function useAddSubtask(parentId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: addingKey(parentId),
    scope: { id: `subtasks-${parentId}` },
    meta: { hasNoForm: true },
    mutationFn: (title: string) => api(createTask, { body: { title, parentId, force: true } }),
    onSuccess: ({ item }) => showSubtask(queryClient, parentId, item),
  })
}

export function useSubtasksBeingAdded(parentId: number) {
  return useMutationState({
    filters: { mutationKey: addingKey(parentId), status: 'pending' },
    select: ({ state }) => ({ title: state.variables as string, at: state.submittedAt }),
  })
}

/** Moves it to the first column of its board that completes tasks, or back to the first that doesn't. */
export function useToggleSubtask(parentId: number) {
  const queryClient = useQueryClient()
  const { t } = useTranslation()
  const { offerUndo } = useUndo()
  return useMutation({
    scope: { id: `subtasks-${parentId}` },
    meta: { hasNoForm: true },
    mutationFn: async ({ id, boardId, completedAt }: Task) => {
      const { item: board } = await api(getBoard, { params: { id: boardId } })
      const target = board.columns.find(({ isDone }) => isDone === (completedAt === null))
      if (!target) return undefined
      const body = { columnId: target.id, force: true }
      return (await api(moveTask, { params: { id }, body })).item
    },
    onSuccess: (item, before) => {
      if (!item) return
      showSubtask(queryClient, parentId, item)
      if (!item.isBlocked || !item.completedAt) return
      const back = { columnId: before.columnId, force: true }
      offerUndo(t('tasks.blocked.completed', { title: item.title }), () => {
        void api(moveTask, { params: { id: item.id }, body: back }).then(({ item: reopened }) =>
          showSubtask(queryClient, parentId, reopened),
        )
      })
    },
  })
}

/** It becomes a task of its own. */
export function useDetachSubtask(parentId: number) {
  const queryClient = useQueryClient()
  const { t } = useTranslation()
  const { offerUndo } = useUndo()
  const link = async (id: number, parent: number | null) => {
    showTask(queryClient, (await api(updateTask, { params: { id }, body: { parentId: parent } })).item)
    refresh(queryClient, parentId)
  }
  return useMutation({
    meta: { hasNoForm: true },
    mutationFn: ({ id }: Task) => link(id, null),
    onSuccess: (_, { id, title }) =>
      offerUndo(t('tasks.subtasks.detached', { title }), () => void link(id, parentId)),
  })
}

export function useConvertItem(taskId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    scope: { id: `checklist-${taskId}` },
    meta: { hasNoForm: true },
    mutationFn: ({ id }: ChecklistItem) =>
      api(convertChecklistItem, { params: { id }, body: { force: true } }),
    onSuccess: ({ item }) => showSubtask(queryClient, taskId, item),
  })
}

function showSubtask(queryClient: QueryClient, parentId: number, task: Task) {
  showTask(queryClient, task)
  queryClient.setQueryData(subtasksQuery(parentId).queryKey, now => {
    if (!now) return now
    const others = now.items.filter(({ id }) => id !== task.id)
    return { ...now, items: [...others, task].toSorted((one, other) => one.number - other.number) }
  })
  refresh(queryClient, parentId)
}

/** The counts of the parent, too. */
function refresh(queryClient: QueryClient, parentId: number) {
  void queryClient.invalidateQueries({ queryKey: ['task', parentId] })
}
