import type { Attachment } from '@atrium/tasks/tasks/attachment.contract'
import { get, type List, remove } from '@atrium/ui/api'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { patchTask } from './task-cache.ts'

export function attachmentsQuery(taskId: number) {
  return queryOptions({
    queryKey: ['task', taskId, 'attachments'],
    queryFn: ({ signal }) => get<List<Attachment>>(`/task/${taskId}/attachment`, { limit: 1000 }, signal),
    select: ({ items }: List<Attachment>) => items,
  })
}

/** Shows what was uploaded, or no longer shows what was deleted. */
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
    mutationFn: (id: number) => remove(`/attachment/${id}`),
    onSuccess: (_answer, id) => show(items => items.filter(attachment => attachment.id !== id)),
  })
}
