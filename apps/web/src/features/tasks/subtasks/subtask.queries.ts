import type { ChecklistItem } from '@atrium/tasks/tasks/checklist/checklist.contract'
import { convertChecklistItem } from '@atrium/tasks/tasks/subtasks/subtask.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { useUndo } from '@atrium/ui/feedback/undo'
import { type QueryClient, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { NoDoneColumn, otherSideOf } from '../../../data/boards/boards.ts'
import { notifyOfRefusedChange, saveFields, sendMove } from '../../../data/changes/change-task.ts'
import { addChange } from '../../../data/changes/task-changes.ts'
import { subtasksQuery } from '../../../data/tasks/subtasks.ts'
import { showTask } from '../../../data/tasks/tasks.ts'

const addingKey = (taskId: number) => ['task', taskId, 'subtasks', 'add']

export function useAddSubtask(parentId: number) {
  const queryClient = useQueryClient()
  return async (title: string, { onError }: { onError: () => void }) => {
    const request = { kind: 'create', task: { title, parentId, force: true } } as const
    const shownAs = { mutationKey: addingKey(parentId), variables: title }
    try {
      const { answer } = addChange(queryClient, { request, shownAs })
      showSubtask(queryClient, parentId, (await answer) as Task)
    } catch (error) {
      onError()
      notifyOfRefusedChange(error)
    }
  }
}

export function useSubtasksBeingAdded(parentId: number) {
  return useMutationState({
    filters: { mutationKey: addingKey(parentId), status: 'pending' },
    select: ({ state }) => ({ title: state.variables as string, at: state.submittedAt }),
  })
}

/** Completes an open sub-task and reopens a completed one; does nothing on a board without a done column. */
export function useToggleSubtask(parentId: number) {
  const queryClient = useQueryClient()
  const { t } = useTranslation()
  const { offerUndo } = useUndo()
  const move = async (task: Task, target: Parameters<typeof sendMove>[2]) => {
    const completedAt = task.completedAt === null ? new Date().toISOString() : null
    try {
      return await sendMove(queryClient, task, target, { patch: { completedAt } })
    } catch (error) {
      if (!(error instanceof NoDoneColumn)) notifyOfRefusedChange(error)
      return undefined
    } finally {
      refresh(queryClient, parentId)
    }
  }
  return async (task: Task) => {
    const moved = await move(task, otherSideOf(task))
    if (!moved?.isBlocked || !moved.completedAt) return
    const back = { columnId: task.columnId, force: true }
    offerUndo(t('tasks.blocked.completed', { title: moved.title }), () => void move(moved, back))
  }
}

/** It becomes a task of its own. */
export function useDetachSubtask(parentId: number) {
  const queryClient = useQueryClient()
  const { t } = useTranslation()
  const { offerUndo } = useUndo()
  const link = async (id: number, parent: number | null) => {
    try {
      await saveFields(queryClient, { id }, { parentId: parent })
      return true
    } catch (error) {
      notifyOfRefusedChange(error)
      return false
    } finally {
      refresh(queryClient, parentId)
    }
  }
  return async ({ id, title }: Task) => {
    if (await link(id, null))
      offerUndo(t('tasks.subtasks.detached', { title }), () => void link(id, parentId))
  }
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
