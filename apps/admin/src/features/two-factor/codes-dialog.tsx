import { Dialog } from '@atrium/ui/dialog'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'

interface CodesDialogProps {
  title: string
  isOpen: boolean
  onClose: () => void
  children: (dialog: { hold: () => void; close: () => void }) => ReactNode
}

/** Ends with recovery codes: from `hold` on it closes by its own button only. */
export function CodesDialog({ title, isOpen, onClose, children }: CodesDialogProps) {
  const [isHeld, { open: hold, close: release }] = useDisclosure()
  const close = () => {
    release()
    onClose()
  }
  return (
    <Dialog title={title} isOpen={isOpen} onClose={close} isHeld={isHeld}>
      {children({ hold, close })}
    </Dialog>
  )
}
