import type { Attachment } from '@atrium/tasks/tasks/attachment.contract'
import type { Item } from '@atrium/ui/api'
import { upload } from '@atrium/ui/upload'

export async function uploadFile(taskId: number, file: File, onProgress: (share: number) => void) {
  const form = new FormData()
  form.append('file', file, file.name)
  return (await upload<Item<Attachment>>(`/task/${taskId}/attachment`, form, onProgress)).item
}
