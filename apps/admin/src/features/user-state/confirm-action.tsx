import type { User } from '@atrium/identity/users/user.contract'
import { ConfirmDialog } from '@atrium/ui/confirm-dialog'
import { fullName } from '@atrium/ui/person'
import { useTranslation } from 'react-i18next'
import { useUserAction } from './user-state.queries.ts'

export type AskedAction = 'archive' | 'signOut' | 'resetPassword'

interface ConfirmActionProps {
  user: User
  action: AskedAction
  onClose: () => void
}

export function ConfirmAction({ user, action, onClose }: ConfirmActionProps) {
  const { t } = useTranslation()
  const { mutate, isPending } = useUserAction(user, action)
  const words = { name: fullName(user), email: user.email }
  return (
    <ConfirmDialog
      title={t(`users.actions.${action}.title`, words)}
      text={t(`users.actions.${action}.text`, words)}
      consequences={
        action === 'archive'
          ? [
              t('users.actions.archive.signedOut'),
              t('users.actions.archive.kept'),
              t('users.actions.archive.restorable'),
            ]
          : []
      }
      action={t(`users.actions.${action}.confirm`)}
      isHarmless={action === 'resetPassword'}
      isOpen
      isPending={isPending}
      onConfirm={() => mutate(undefined, { onSettled: onClose })}
      onClose={onClose}
    />
  )
}
