import { Box, Modal } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

interface DialogProps {
  title: string
  isOpen: boolean
  onClose: () => void
  /** Closes only by its own buttons: what it shows cannot be shown again. */
  isPersistent?: boolean
  children: ReactNode
}

export function Dialog({ title, isOpen, onClose, isPersistent = false, children }: DialogProps) {
  const { t } = useTranslation('ui')
  const [hasInput, setHasInput] = useState(false)
  useEffect(() => {
    if (!isOpen) setHasInput(false)
  }, [isOpen])
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
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
