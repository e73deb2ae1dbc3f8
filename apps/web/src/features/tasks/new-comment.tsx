import type { Member } from '@atrium/tasks/projects/member.contract'
import { useTranslation } from 'react-i18next'
import { useSendComment } from './comment.queries.ts'
import { CommentEditor } from './comment-editor.tsx'

export function NewComment({ taskId, members }: { taskId: number; members: Member[] }) {
  const { t } = useTranslation()
  const { mutateAsync } = useSendComment(taskId)
  return (
    <CommentEditor
      subject={`task-comment.${taskId}`}
      members={members}
      submitLabel={t('tasks.comments.send')}
      isPending={false}
      onSubmit={mutateAsync}
    />
  )
}
