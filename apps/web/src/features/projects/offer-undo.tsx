import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import i18next from 'i18next'

const UNDO_MS = 8000

/** Says what was done, and takes it back at a click. */
export function offerUndo(message: string, undo: () => void) {
  const id = notifications.show({
    color: 'teal',
    autoClose: UNDO_MS,
    closeButtonProps: { 'aria-label': i18next.t('ui:close') },
    message: (
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <Button size="compact-sm" variant="light" flex="none" onClick={() => takeBack()}>
          {i18next.t('actions.undo')}
        </Button>
      </Group>
    ),
  })
  const takeBack = () => {
    notifications.hide(id)
    undo()
  }
}
