import { notifyWithAction } from '@atrium/ui/notify-with-action'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCaptureTask } from '../../data/capture-task.ts'

/** On the given board or the personal one; the message leads to it. */
export function useCreateTask() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { mutate, ...mutation } = useCaptureTask()
  const create = (title: string, boardId?: number, onCreated?: () => void) => {
    mutate(
      { title, ...(boardId !== undefined && { boardId }) },
      {
        onSuccess: task => {
          onCreated?.()
          notifyWithAction({
            message: t('work.newTask.created', { title: task.title }),
            label: t('work.newTask.open'),
            onAction: () =>
              void navigate({
                to: '/board/$boardId/task/$taskId',
                params: { boardId: task.boardId, taskId: task.id },
              }),
          })
        },
      },
    )
  }
  return { create, ...mutation }
}
