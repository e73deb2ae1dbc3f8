import { Button, Group, List, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  title: string
  text: string
  /** What will happen, point by point. */
  consequences?: string[]
  action: string
  isOpen: boolean
  isPending?: boolean
  isHarmless?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before what cannot be taken back. */
export function ConfirmDialog({
  title,
  text,
  consequences = [],
  action,
  isOpen,
  isPending = false,
  isHarmless = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const { t } = useTranslation('ui')
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <Stack>
        <Text>{text}</Text>
        {consequences.length > 0 && (
          <List spacing={4}>
            {consequences.map(consequence => (
              <List.Item key={consequence}>{consequence}</List.Item>
            ))}
          </List>
        )}
      </Stack>
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('cancel')}
        </Button>
        <Button color={isHarmless ? undefined : 'red.8'} loading={isPending} onClick={onConfirm}>
          {action}
        </Button>
      </Group>
    </Dialog>
  )
}
