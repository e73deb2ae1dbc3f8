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

function closeButton() {
  return { 'aria-label': i18next.t('ui:close') }
}
