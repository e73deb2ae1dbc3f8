import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  title: string
  text: string
  action: string
  isOpen: boolean
  isPending: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before what cannot be taken back. */
export function ConfirmDialog({
  title,
  text,
  action,
  isOpen,
  isPending,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const { t } = useTranslation('ui')
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <Text>{text}</Text>
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('cancel')}
        </Button>
        <Button color="red" loading={isPending} onClick={onConfirm}>
          {action}
        </Button>
      </Group>
    </Dialog>
  )
}
