import { IconUpload } from '@atrium/ui/icons'
import { Text } from '@mantine/core'
import { type ClipboardEvent, type DragEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './drop-area.module.css'
import { useUploads } from './uploads.tsx'

/** Files may be dropped anywhere in it, and an image pasted. */
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
    event.preventDefault()
    depth.current = 0
    setIsOver(false)
    add(event.dataTransfer.files)
  }
  const paste = (event: ClipboardEvent) => {
    // Copied text may carry a picture of itself; then it is the text that is meant.
    if (event.clipboardData.files.length === 0 || event.clipboardData.types.includes('text/plain')) return
    event.preventDefault()
    add(event.clipboardData.files)
  }
  if (!mayEdit) return <div className={classes.area}>{children}</div>
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button among the attachments does the same
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
