import { type Task, updateTask } from '@atrium/tasks/tasks/task.contract'
import { useUndo } from '@atrium/ui/feedback/undo'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { showTask } from './tasks.ts'

interface Archiving {
  task: Pick<Task, 'id' | 'title'>
  isArchived: boolean
}

/** Puts a completed task out of the way of its board, or brings it back; offers to undo either. */
export function useArchiveTask() {
  const queryClient = useQueryClient()
  const { t } = useTranslation()
  const { offerUndo } = useUndo()
  const archive = useMutation({
    meta: { hasNoForm: true },
    mutationFn: ({ task, isArchived }: Archiving) =>
      api(updateTask, { params: { id: task.id }, body: { isArchived } }),
    onSuccess: ({ item }, { task, isArchived }) => {
      showTask(queryClient, item)
      void queryClient.invalidateQueries({ queryKey: ['tasks'] })
      void queryClient.invalidateQueries({ queryKey: ['task', task.id] })
      const done = t(isArchived ? 'tasks.archive.archived' : 'tasks.archive.restored', { title: task.title })
      offerUndo(done, () => archive.mutate({ task, isArchived: !isArchived }))
    },
  })
  return archive
}
