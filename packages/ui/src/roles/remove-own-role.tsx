import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../dialogs/confirm-dialog.tsx'

interface RemoveOwnRoleProps {
  /** The name of the role that a user is about to remove from themselves. */
  role: string | undefined
  isPending: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Users who remove a role of their own may not be able to assign it again. */
export function RemoveOwnRole({ role, ...dialog }: RemoveOwnRoleProps) {
  const { t } = useTranslation('ui')
  return (
    <ConfirmDialog
      {...dialog}
      title={t('roles.ownTitle', { role: role ?? '' })}
      text={t('roles.ownText')}
      action={t('roles.remove')}
      isOpen={role !== undefined}
    />
  )
}
