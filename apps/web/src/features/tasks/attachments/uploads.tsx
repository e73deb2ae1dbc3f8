import { ApiError, hasCode, hasStatus, isRefused } from '@atrium/client/api-error'
import { randomId } from '@atrium/client/random-id'
import { type Attachment, createAttachment } from '@atrium/tasks/tasks/attachments/attachment.contract'
import { notifyOfError } from '@atrium/ui/feedback/notifications'
import { IconUpload } from '@atrium/ui/icons'
import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import {
  type ClipboardEvent,
  createContext,
  type DragEvent,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { useShowAttachments } from './attachment.queries.ts'
import classes from './uploads.module.css'

export interface Upload {
  id: string
  file: File
  /** From 0 to 1. */
  progress: number
  failure?: 'projectFull' | 'maintenance' | 'tooLarge' | 'empty' | 'offline' | 'other'
}

interface Uploads {
  uploads: Upload[]
  add: (files: Iterable<File>) => void
  /** Undefined if it failed, which the list of attachments shows. */
  attach: (file: File) => Promise<Attachment | undefined>
  dismiss: (id: string) => void
}

const UploadsContext = createContext<Uploads | null>(null)

/** Uploads files that are dropped, pasted or selected. */
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
  // A mutation, so that the user is warned before leaving the page.
  const { mutateAsync: upload } = useMutation({
    mutationFn: ({ id, file }: Upload) =>
      api.upload(createAttachment, { params: { id: taskId }, body: { file } }, progress =>
        change(id, { progress }),
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
      return attachment
    } catch (error) {
      change(id, { failure: failureOf(error) })
      if (!isShown.current) notifyOfError(error)
      return undefined
    }
  }
  const attach = (file: File) => {
    const added = { id: randomId(), file, progress: 0 }
    setUploads(now => [...now, added])
    return send(added)
  }
  const add = async (files: Iterable<File>) => {
    const added = Array.from(files, file => ({ id: randomId(), file, progress: 0 }))
    setUploads(now => [...now, ...added])
    // One at a time, so that each gets the full bandwidth.
    for (const upload of added) await send(upload)
  }
  return <UploadsContext value={{ uploads, add, attach, dismiss }}>{children}</UploadsContext>
}

export function useUploads() {
  const uploads = useContext(UploadsContext)
  if (!uploads) throw new Error('useUploads needs an UploadsProvider around it')
  return uploads
}

const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']

export function isImage(type: string) {
  return imageTypes.includes(type)
}

function failureOf(error: unknown) {
  if (isRefused(createAttachment, error, 'project_files_full')) return 'projectFull'
  if (hasCode(error, 'maintenance')) return 'maintenance'
  if (hasStatus(error, 413)) return 'tooLarge'
  if (hasStatus(error, 422)) return 'empty'
  // A server that refuses a body before it was sent completely closes the connection.
  return error instanceof ApiError && error.status === 0 ? 'offline' : 'other'
}

/** Accepts files that are dropped anywhere inside, and pasted images. */
export function DropArea({ mayEdit, children }: { mayEdit: boolean; children: ReactNode }) {
  const { t } = useTranslation()
  const { add } = useUploads()
  const [isOver, setIsOver] = useState(false)
  const depth = useRef(0)

  const enter = (event: DragEvent, step: 1 | -1) => {
    if (!hasFiles(event)) return
    depth.current += step
    setIsOver(depth.current > 0)
  }
  const drop = (event: DragEvent) => {
    if (!hasFiles(event)) return
    // Dropped into a text: the editor takes them.
    const isTaken = event.defaultPrevented
    event.preventDefault()
    depth.current = 0
    setIsOver(false)
    if (!isTaken) add(event.dataTransfer.files)
  }
  const paste = (event: ClipboardEvent) => {
    // Copied text can include an image of itself; then the text is meant.
    if (
      event.defaultPrevented ||
      event.clipboardData.files.length === 0 ||
      event.clipboardData.types.includes('text/plain')
    )
      return
    event.preventDefault()
    add(event.clipboardData.files)
  }
  if (!mayEdit) return <div className={classes.area}>{children}</div>
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button in the attachments section does the same
    <div
      className={classes.area}
      onDragEnter={event => enter(event, 1)}
      onDragLeave={event => enter(event, -1)}
      onDragOver={event => hasFiles(event) && event.preventDefault()}
      onDrop={drop}
      onPaste={paste}
    >
      {children}
      {isOver && (
        <div className={classes.veil}>
          <IconUpload size={32} stroke={1.5} />
          <Text fw={600}>{t('tasks.attachments.dropHere')}</Text>
        </div>
      )}
    </div>
  )
}

function hasFiles({ dataTransfer }: DragEvent) {
  return dataTransfer.types.includes('Files')
}
