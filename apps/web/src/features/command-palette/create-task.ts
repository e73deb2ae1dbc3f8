import type { Task } from '@atrium/tasks/tasks/task.contract'
import { showNotice } from '@atrium/ui/feedback/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCaptureTask } from '../../data/tasks.ts'

/** On the given board or the personal one; the message leads to it. */
export function useCreateTask() {
  const showCreated = useCreatedNotice()
  const { mutateAsync } = useCaptureTask()
  // By promise: the palette closes before the server answers, and callbacks of `mutate` would go with it.
  const create = async (title: string, boardId?: number) => {
    const task = await mutateAsync({ title, boardId }).catch(() => undefined) // reported by the client
    if (task) showCreated(task)
  }
  return { create }
}

export function useCreatedNotice() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return ({ id, boardId, title }: Task) =>
    showNotice({
      message: t('work.newTask.created', { title }),
      action: {
        label: t('work.newTask.open'),
        run: () => void navigate({ to: '/board/$boardId/task/$taskId', params: { boardId, taskId: id } }),
      },
    })
}
