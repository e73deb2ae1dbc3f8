import { Fragment, type ReactNode, useState } from 'react'
import { Dialog } from './dialog.tsx'

interface RecordDialogProps<Item> {
  /** The record to edit, `new` for one to create, undefined while the dialog is closed. */
  record: Item | 'new' | undefined
  title: (record: Item | undefined) => string
  onClose: () => void
  /** The form, usually a `DialogForm`. */
  children: (record: Item | undefined) => ReactNode
}

export function RecordDialog<Item extends { id: number }>({
  record,
  title,
  onClose,
  children,
}: RecordDialogProps<Item>) {
  const shown = useLastShown(record)
  const existing = shown === 'new' ? undefined : shown
  return (
    <Dialog title={title(existing)} isOpen={record !== undefined} onClose={onClose}>
      <Fragment key={existing?.id ?? 'new'}>{children(existing)}</Fragment>
    </Dialog>
  )
}

/** Keeps what a dialog shows while it fades out. */
export function useLastShown<Shown>(current: Shown | undefined) {
  const [last, setLast] = useState(current)
  if (current !== undefined && current !== last) setLast(current)
  return current ?? last
}
