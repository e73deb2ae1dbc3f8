import { Box, Modal } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

interface DialogProps {
  title: string
  isOpen: boolean
  onClose: () => void
  /** Closes by its own buttons only: what it shows would be lost by a slip. */
  isHeld?: boolean
  children: ReactNode
}

export function Dialog({ title, isOpen, onClose, isHeld = false, children }: DialogProps) {
  const { t } = useTranslation('ui')
  const [isWrittenIn, setIsWrittenIn] = useState(false)
  useEffect(() => {
    if (!isOpen) setIsWrittenIn(false)
  }, [isOpen])
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      withCloseButton={!isHeld}
      closeOnEscape={!isHeld}
      // Not by a slip of the pointer, once there is something to lose.
      closeOnClickOutside={!isHeld && !isWrittenIn}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Box onInput={() => setIsWrittenIn(true)}>{children}</Box>
    </Modal>
  )
}
