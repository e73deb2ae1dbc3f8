import { type DragEvent, type ReactNode, useState } from 'react'
import classes from './drop-zone.module.css'

interface DropZoneProps {
  /** Visible only while files are dragged over it. */
  isQuiet?: boolean
  onDrop: (files: File[]) => void
  children: ReactNode
}

/** Accepts dropped files. Its content has a button that does the same. */
export function DropZone({ onDrop, isQuiet = false, children }: DropZoneProps) {
  const [isOver, setIsOver] = useState(false)
  const hover = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setIsOver(true)
  }
  const drop = (event: DragEvent) => {
    if (!isOver) return
    event.preventDefault()
    setIsOver(false)
    onDrop([...event.dataTransfer.files])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button inside does the same.
    <div
      className={classes.zone}
      data-quiet={isQuiet || undefined}
      data-over={isOver || undefined}
      onDragOver={hover}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      {children}
    </div>
  )
}
