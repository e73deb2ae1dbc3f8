import { showNotice } from '@atrium/ui/notice'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCaptureTask } from '../../data/capture-task.ts'

/** On the given board or the personal one; the message leads to it. */
export function useCreateTask() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { mutateAsync, ...mutation } = useCaptureTask()
  // By promise: the palette is gone before the server answers, and callbacks of `mutate` would be gone with it.
  const create = async (title: string, boardId?: number, onCreated?: () => void) => {
    const task = await mutateAsync({ title, boardId }).catch(() => undefined) // reported by the form or the client
    if (!task) return
    onCreated?.()
    const open = () =>
      void navigate({
        to: '/board/$boardId/task/$taskId',
        params: { boardId: task.boardId, taskId: task.id },
      })
    showNotice({
      message: t('work.newTask.created', { title: task.title }),
      action: { label: t('work.newTask.open'), run: open },
    })
  }
  return { create, ...mutation }
}
