import { ApiError, hasStatus } from '@atrium/client/api-error'
import { randomId } from '@atrium/client/random-id'
import { notifyOfError } from '@atrium/ui/notify'
import { useMutation } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { useShowAttachments } from './attachment.queries.ts'
import { uploadFile } from './upload-file.ts'

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

/** Files on their way to the task, however they came: dropped, pasted or chosen. */
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
  // A mutation is known to whoever asks before the page is left.
  const { mutateAsync: upload } = useMutation({
    mutationFn: ({ id, file }: Upload) => uploadFile(taskId, file, share => change(id, { share })),
    networkMode: 'always',
    meta: { tellsItself: true },
  })
  const change = (id: string, changes: Partial<Upload>) =>
    setUploads(now => now.map(upload => (upload.id === id ? { ...upload, ...changes } : upload)))
  const dismiss = (id: string) => setUploads(now => now.filter(upload => upload.id !== id))

  const send = async (sent: Upload) => {
    const { id } = sent
    try {
      const attachment = await upload(sent)
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
    // One after the other: each then has the whole line.
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
  // A server that refuses a body in the middle of it cuts the line.
  return error instanceof ApiError && error.status === 0 ? 'offline' : 'other'
}
