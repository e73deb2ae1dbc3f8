import type { ApiError } from '@atrium/client/api-error'
import { notifications } from '@mantine/notifications'
import i18next from 'i18next'
import { errorKind } from './error-kind.ts'

export function notifyOfSuccess(message: string) {
  notifications.show({ color: 'teal', message, closeButtonProps: closeButton() })
}

export function notifyOfError(error: unknown) {
  const kind = errorKind(error)
  notifications.show({
    color: 'red',
    title: i18next.t(`ui:errors.${kind}.title`),
    message: i18next.t(`ui:errors.${kind}.text`),
    closeButtonProps: closeButton(),
  })
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

function closeButton() {
  return { 'aria-label': i18next.t('ui:close') }
}
