import { ApiError } from '@atrium/client/api-error'
import { randomId } from '@atrium/client/random-id'
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { errorKind } from './error-kind.ts'

export function notifyOfSuccess(message: string) {
  notifications.show({ color: 'teal', message, closeButtonProps: closeButton() })
}

/** With the application's own text for the error code (`errors` in its locales), if it has one. */
export function notifyOfError(error: unknown) {
  const text = textByCode(error)
  const kind = errorKind(error)
  notifications.show({
    color: kind === 'maintenance' ? 'amber' : 'red',
    ...(text
      ? { message: text }
      : { title: i18next.t(`ui:errors.${kind}.title`), message: i18next.t(`ui:errors.${kind}.text`) }),
    closeButtonProps: closeButton(),
  })
}

function textByCode(error: unknown) {
  if (!(error instanceof ApiError) || !error.code) return undefined
  const key = `app:errors.${error.code}`
  return i18next.exists(key) ? String(i18next.t(key as never, error.details as never)) : undefined
}

/** Shows the server's messages of a 422 that has no form. */
export function notifyOfRefusal({ fieldErrors, message }: ApiError) {
  const reasons = Object.values(fieldErrors).flat()
  notifications.show({
    color: 'red',
    message: reasons.join('; ') || message,
    closeButtonProps: closeButton(),
  })
}

/** Long enough to read and to decide. */
const ACTION_SHOWN_MS = 8000

interface Notice {
  message: string
  color?: string
  title?: string
  /** More to read below the message; the notice stays until it is closed. */
  details?: ReactNode
  /** Closes the notice when it is used. */
  action?: { label: string; run: () => void } | undefined
  lastsMs?: number
  onClose?: () => void
}

/** Shows a notification with an optional action, and returns its id. */
export function showNotice({ message, details, action, lastsMs, ...rest }: Notice) {
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
      <>
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
        {details}
      </>
    ),
    ...((lastsMs || action) && { autoClose: lastsMs ?? ACTION_SHOWN_MS }),
    ...(details !== undefined && { autoClose: false }),
    closeButtonProps: closeButton(),
  })
  return id
}

function closeButton() {
  return { 'aria-label': i18next.t('ui:close') }
}
