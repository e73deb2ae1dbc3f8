import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
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
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      withCloseButton={!isHeld}
      closeOnEscape={!isHeld}
      closeOnClickOutside={!isHeld}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {children}
    </Modal>
  )
}
