import type { Idea } from '@atrium/tasks/feedback/idea.contract'
import { ConfirmDialog } from '@atrium/ui/confirm-dialog'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { useTranslation } from 'react-i18next'
import { useDeleteIdea } from './feedback.queries.ts'

interface DeleteIdeaDialogProps {
  idea: Idea
  isOpen: boolean
  onClose: () => void
}

export function DeleteIdeaDialog({ idea, isOpen, onClose }: DeleteIdeaDialogProps) {
  const { t } = useTranslation()
  const { mutate, isPending } = useDeleteIdea()
  const confirm = () =>
    mutate(idea.id, {
      onSuccess: () => {
        onClose()
        notifyOfSuccess(t('feedback.ideas.deleted'))
      },
    })
  return (
    <ConfirmDialog
      title={t('feedback.ideas.deleteTitle')}
      text={t('feedback.ideas.deleteText', { title: idea.title })}
      action={t('actions.delete')}
      isOpen={isOpen}
      isPending={isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
