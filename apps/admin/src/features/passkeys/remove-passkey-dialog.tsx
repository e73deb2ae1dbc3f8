import type { Passkey } from '@atrium/identity/sign-in/passkey.contract'
import { hasCode } from '@atrium/ui/api-error'
import { ConfirmDialog } from '@atrium/ui/confirm-dialog'
import { showNotice } from '@atrium/ui/notice'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { useTranslation } from 'react-i18next'
import { useRemovePasskey } from './passkey.queries.ts'

interface RemovePasskeyDialogProps {
  userId: number
  passkey: Passkey
  isOpen: boolean
  onClose: () => void
}

export function RemovePasskeyDialog({ userId, passkey, isOpen, onClose }: RemovePasskeyDialogProps) {
  const { t } = useTranslation()
  const { mutate, isPending } = useRemovePasskey(userId)
  const remove = () =>
    mutate(passkey, {
      onSuccess: () => notifyOfSuccess(t('security.passkeys.remove.done')),
      onError: error => {
        if (hasCode(error, 409)) showNotice({ color: 'red', message: t('security.passkeys.remove.needed') })
      },
      onSettled: onClose,
    })
  return (
    <ConfirmDialog
      title={t('security.passkeys.remove.title')}
      text={t('security.passkeys.remove.text', { name: passkey.name })}
      action={t('security.passkeys.remove.confirm')}
      isOpen={isOpen}
      isPending={isPending}
      onConfirm={remove}
      onClose={onClose}
    />
  )
}
