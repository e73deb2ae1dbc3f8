import { Dialog } from '@atrium/ui/dialog'
import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface ConfirmDialogProps {
  title: string
  text: string
  isOpen: boolean
  onClose: () => void
  onConfirm: () => void
}

/** Asks before something goes that does not come back. */
export function ConfirmDialog({ title, text, isOpen, onClose, onConfirm }: ConfirmDialogProps) {
  const { t } = useTranslation()
  const confirm = () => {
    onClose()
    onConfirm()
  }
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <Text mb="lg">{text}</Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('actions.cancel')}
        </Button>
        <Button color="red" onClick={confirm}>
          {t('actions.delete')}
        </Button>
      </Group>
    </Dialog>
  )
}
