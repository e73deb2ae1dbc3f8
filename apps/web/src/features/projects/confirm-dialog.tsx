import { Dialog } from '@atrium/ui/dialog'
import { Button, Group, List, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface ConfirmDialogProps {
  title: string
  text: string
  /** What will happen, point by point. */
  consequences?: string[]
  action: string
  isOpen: boolean
  isPending: boolean
  isHarmless?: boolean
  onConfirm: () => void
  onClose: () => void
}

export function ConfirmDialog({
  title,
  text,
  consequences = [],
  action,
  isOpen,
  isPending,
  isHarmless = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const { t } = useTranslation()
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
        <Group justify="flex-end" gap="sm" mt="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('actions.cancel')}
          </Button>
          <Button color={isHarmless ? undefined : 'red.8'} loading={isPending} onClick={onConfirm}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
