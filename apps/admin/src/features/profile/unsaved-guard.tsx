import { ConfirmDialog } from '@atrium/ui/confirm-dialog'
import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

/** Asks before the reader goes to another page and loses what is not saved. */
export function UnsavedGuard({ isChanged }: { isChanged: boolean }) {
  const { t } = useTranslation()
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isChanged,
    enableBeforeUnload: isChanged,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      title={t('profile.leave.title')}
      text={t('profile.leave.text')}
      action={t('profile.leave.action')}
      isOpen={status === 'blocked'}
      onConfirm={() => proceed?.()}
      onClose={() => reset?.()}
    />
  )
}
