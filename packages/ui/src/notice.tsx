import { randomId } from '@atrium/client/random-id'
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import i18next from 'i18next'

/** Long enough to read and to decide. */
const OFFERED_FOR_MS = 8000

interface Notice {
  message: string
  color?: string
  title?: string
  /** Closes the notice when it is used. */
  action?: { label: string; run: () => void } | undefined
  lastsMs?: number
  onClose?: () => void
}

/** Shows a notification with an optional action, and returns its id. */
export function showNotice({ message, action, lastsMs, ...rest }: Notice) {
  const id = randomId()
  // The action comes first, because closing withdraws the offer.
  const run = () => {
    action?.run()
    notifications.hide(id)
  }
  notifications.show({
    id,
    ...rest,
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm" lineClamp={3}>
          {message}
        </Text>
        {action && (
          <Button size="compact-sm" variant="light" flex="none" onClick={run}>
            {action.label}
          </Button>
        )}
      </Group>
    ),
    ...((lastsMs || action) && { autoClose: lastsMs ?? OFFERED_FOR_MS }),
    closeButtonProps: { 'aria-label': i18next.t('ui:close') },
  })
  return id
}
