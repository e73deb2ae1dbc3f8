import { ApiError, hasStatus } from '@atrium/client/api-error'
import { randomId } from '@atrium/client/random-id'
import { createAttachment } from '@atrium/tasks/tasks/attachments/attachment.contract'
import { notifyOfError } from '@atrium/ui/feedback/notifications'
import { useMutation } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { api } from '../../api.ts'
import { useShowAttachments } from './attachment.queries.ts'

export interface Upload {
  id: string
  file: File
  /** From 0 to 1. */
  share: number
  failure?: 'tooLarge' | 'empty' | 'offline' | 'other'
}

interface Uploads {
  uploads: Upload[]
  add: (files: Iterable<File>) => void
  dismiss: (id: string) => void
}

const UploadsContext = createContext<Uploads | null>(null)

/** Files that are being uploaded to the task: dropped, pasted or chosen. */
export function UploadsProvider({ taskId, children }: { taskId: number; children: ReactNode }) {
  const [uploads, setUploads] = useState<Upload[]>([])
  const show = useShowAttachments(taskId)
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  // As a mutation, so that the user is warned before they leave the page.
  const { mutateAsync: upload } = useMutation({
    mutationFn: ({ id, file }: Upload) =>
      api.upload(createAttachment, { params: { id: taskId }, body: { file } }, share =>
        change(id, { share }),
      ),
    networkMode: 'always',
    meta: { showsOwnErrors: true },
  })
  const change = (id: string, changes: Partial<Upload>) =>
    setUploads(now => now.map(upload => (upload.id === id ? { ...upload, ...changes } : upload)))
  const dismiss = (id: string) => setUploads(now => now.filter(upload => upload.id !== id))

  const send = async (sent: Upload) => {
    const { id } = sent
    try {
      const { item: attachment } = await upload(sent)
      show(items => [...items.filter(other => other.id !== attachment.id), attachment])
      dismiss(id)
    } catch (error) {
      change(id, { failure: failureOf(error) })
      if (!isShown.current) notifyOfError(error)
    }
  }
  const add = async (files: Iterable<File>) => {
    const added = Array.from(files, file => ({ id: randomId(), file, share: 0 }))
    setUploads(now => [...now, ...added])
    // One at a time, so that each gets the full bandwidth.
    for (const upload of added) await send(upload)
  }
  return <UploadsContext value={{ uploads, add, dismiss }}>{children}</UploadsContext>
}

export function useUploads() {
  const uploads = useContext(UploadsContext)
  if (!uploads) throw new Error('useUploads needs an UploadsProvider around it')
  return uploads
}

function failureOf(error: unknown) {
  if (hasStatus(error, 413)) return 'tooLarge'
  if (hasStatus(error, 422)) return 'empty'
  // A server that refuses a body while it is being sent closes the connection.
  return error instanceof ApiError && error.status === 0 ? 'offline' : 'other'
}
