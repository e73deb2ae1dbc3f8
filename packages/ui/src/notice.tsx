import { randomId } from '@atrium/client/random-id'
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import i18next from 'i18next'

/** Long enough to read it and to decide. */
const OFFERED_FOR_MS = 8000

interface Notice {
  message: string
  color?: string
  title?: string
  /** What the reader can do about it; the notice goes when it is done. */
  action?: { label: string; run: () => void } | undefined
  lastsMs?: number
  onClose?: () => void
}

/** A notification that offers one thing to do; answers its id. */
export function showNotice({ message, action, lastsMs, ...rest }: Notice) {
  const id = randomId()
  // First the action: closing tells the offer that it is over.
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
