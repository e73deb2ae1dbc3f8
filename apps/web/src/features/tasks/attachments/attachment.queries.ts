import {
  type Attachment,
  deleteAttachment,
  listAttachments,
} from '@atrium/tasks/tasks/attachments/attachment.contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, listQuery } from '../../../api.ts'
import { patchTask } from '../../../data/tasks/tasks.ts'

export function attachmentsQuery(taskId: number) {
  return listQuery(['task', taskId, 'attachments'], listAttachments, {
    params: { id: taskId },
    query: { limit: 1000 },
  })
}

/** Updates the list after an upload or a deletion. */
export function useShowAttachments(taskId: number) {
  const queryClient = useQueryClient()
  return (change: (items: Attachment[]) => Attachment[]) => {
    const list = queryClient.setQueryData(
      attachmentsQuery(taskId).queryKey,
      now => now && { ...now, items: change(now.items) },
    )
    if (list) patchTask(queryClient, taskId, () => ({ attachmentCount: list.items.length }))
  }
}

export function useDeleteAttachment(taskId: number) {
  const show = useShowAttachments(taskId)
  return useMutation({
    mutationFn: (id: number) => api(deleteAttachment, { params: { id } }),
    onSuccess: (_answer, id) => show(items => items.filter(attachment => attachment.id !== id)),
  })
}
