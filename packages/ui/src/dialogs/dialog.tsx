import { Box, Modal } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

interface DialogProps {
  title: string
  isOpen: boolean
  onClose: () => void
  /** Closes only by its own buttons: what it shows cannot be shown again. */
  isPersistent?: boolean
  /** With room for a row of pictures. */
  isWide?: boolean
  children: ReactNode
}

export function Dialog({
  title,
  isOpen,
  onClose,
  isPersistent = false,
  isWide = false,
  children,
}: DialogProps) {
  const { t } = useTranslation('ui')
  const [hasInput, setHasInput] = useState(false)
  const isMounted = useMounted()
  useEffect(() => {
    if (!isOpen) setHasInput(false)
  }, [isOpen])
  return (
    <Modal
      // It notes where the focus was when it opens, so it must not be mounted open.
      opened={isOpen && isMounted}
      onClose={onClose}
      title={title}
      size={isWide ? 'lg' : 'md'}
      withCloseButton={!isPersistent}
      closeOnEscape={!isPersistent}
      // A stray click must not discard what was typed.
      closeOnClickOutside={!isPersistent && !hasInput}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Box onInput={() => setHasInput(true)}>{children}</Box>
    </Modal>
  )
}

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
