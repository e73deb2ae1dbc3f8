import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import i18next from 'i18next'

const LONG_ENOUGH_TO_UNDO_MS = 8000

interface NotifyWithAction {
  title?: string
  message: string
  label: string
  onAction: () => void
}

/** A message with one thing to do about it, such as taking back what was done. */
export function notifyWithAction({ title, message, label, onAction }: NotifyWithAction) {
  const act = () => {
    notifications.hide(id)
    onAction()
  }
  const id = notifications.show({
    title,
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <span>{message}</span>
        <Button size="compact-sm" variant="light" flex="none" onClick={act}>
          {label}
        </Button>
      </Group>
    ),
    autoClose: LONG_ENOUGH_TO_UNDO_MS,
    closeButtonProps: { 'aria-label': i18next.t('ui:close') },
  })
}
